/** A passkey in software: makes one credential and signs challenges, as a browser with its authenticator would. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

export interface SoftAuthenticator {
  /** RegistrationResponseJSON. */
  create(options: { challenge: string }): object;
  /** AuthenticationResponseJSON. */
  get(options: { challenge: string }): object;
}

export function softAuthenticator(origin: string): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const rpIdHash = sha256(new URL(origin).hostname);
  let signatures = 0;
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const header = (flags: number) => {
    signatures += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatures);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter]);
  };
  const credential = (response: object) => ({ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response });

  return {
    create({ challenge }) {
      const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      // User present, attested credential data.
      const authData = Buffer.concat([header(0x41), Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose))]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: text(clientData('webauthn.create', challenge)),
        attestationObject: text(Buffer.from(isoCBOR.encode(attestation as never))),
        transports: ['internal'],
      });
    },
    get({ challenge }) {
      const data = clientData('webauthn.get', challenge);
      const authData = header(0x01);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return credential({ clientDataJSON: text(data), authenticatorData: text(authData), signature: text(signature) });
    },
  };
}
