/**
 * The encryption of a backup file: AES-256-GCM in chunks, so that a file of any size is read without trusting a byte that was not
 * authenticated and without holding it in memory. The nonce of a chunk is its number and whether it is the last, so chunks that were
 * moved, repeated or cut off are noticed. Each file has a key of its own, derived from DATA_KEY and a random salt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const MAGIC = Buffer.from('COVERLIGHT-BACKUP-1\n');
const SALT_BYTES = 16;
const KEY_CHECK_BYTES = 8;
const HEAD_BYTES = MAGIC.length + SALT_BYTES + KEY_CHECK_BYTES;
const CHUNK_BYTES = 256 * 1024;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;

export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

type Bytes = AsyncIterable<Buffer>;

export function sealFile(dataKey: Buffer): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const salt = randomBytes(SALT_BYTES);
    const { key, keyCheck } = deriveKeys(dataKey, salt);
    const head = Buffer.concat([MAGIC, salt, keyCheck]);
    yield head;
    let number = 0;
    let rest: Buffer = Buffer.alloc(0);
    for await (const bytes of source) {
      rest = Buffer.concat([rest, bytes]);
      // Always keeps something back, since only the end of the source tells which chunk is the last.
      for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) {
        yield sealChunk(key, head, number, false, rest.subarray(0, CHUNK_BYTES));
        number += 1;
      }
    }
    yield sealChunk(key, head, number, true, rest);
  };
}

/** Throws BackupFileError before handing on anything that is not exactly what was sealed. */
export function openFile(dataKey: Buffer): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const read = reader(source);
    const head = await read(HEAD_BYTES);
    if (head?.subarray(0, MAGIC.length).equals(MAGIC) !== true) throw new BackupFileError('This is not a Coverlight backup.');
    const { key, keyCheck } = deriveKeys(dataKey, head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
    if (!head.subarray(-KEY_CHECK_BYTES).equals(keyCheck))
      throw new BackupFileError('This backup was made with another DATA_KEY. Set the one of that time; the data inside needs it too.');
    let isLast = false;
    for (let number = 0; !isLast; number += 1) {
      const mark = (await read(LENGTH_BYTES))?.readUInt32BE();
      if (mark === undefined) throw damaged();
      isLast = mark % 2 === 1;
      const length = mark >>> 1;
      if (length > CHUNK_BYTES) throw damaged();
      const sealed = await read(length + TAG_BYTES);
      if (!sealed) throw damaged();
      yield openChunk(key, head, number, isLast, sealed);
    }
    if (await read(1)) throw damaged();
  };
}

function damaged(): BackupFileError {
  return new BackupFileError('This backup is damaged or was changed: nothing of it was kept.');
}

function deriveKeys(dataKey: Buffer, salt: Buffer): { key: Buffer; keyCheck: Buffer } {
  const derived = Buffer.from(hkdfSync('sha256', dataKey, salt, 'coverlight backup', 32 + KEY_CHECK_BYTES));
  return { key: derived.subarray(0, 32), keyCheck: derived.subarray(32) };
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 7);
  bytes.writeUInt8(isLast ? 1 : 0, 11);
  return bytes;
}

/** Length and "is the last" in four bytes, then the text with its tag. */
function sealChunk(key: Buffer, head: Buffer, number: number, isLast: boolean, text: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: TAG_BYTES });
  cipher.setAAD(head);
  const mark = Buffer.alloc(LENGTH_BYTES);
  mark.writeUInt32BE(text.length * 2 + (isLast ? 1 : 0));
  return Buffer.concat([mark, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, head: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(head);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Reads exactly so many bytes, or undefined where the source ends before. */
function reader(source: Bytes): (length: number) => Promise<Buffer | undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (length) => {
    while (rest.length < length) {
      const next = await iterator.next();
      if (next.done === true) return undefined;
      rest = Buffer.concat([rest, next.value]);
    }
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
}
