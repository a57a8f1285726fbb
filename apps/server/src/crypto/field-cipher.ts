/**
 * Encrypts one value of one row: version 1 | key version 2 | nonce 12 | tag 16 | body. The place is part of what is authenticated, so a
 * value moved to another row, column or organization fails to open (product.md 12).
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { open, seal } from './envelope.ts';

/** Where a value is stored. */
export interface Place {
  table: string;
  /** Id of the row. */
  row: string;
  column: string;
}

export interface VersionedKey {
  version: number;
  key: Buffer;
}

const FORMAT = 1;
const HEADER_BYTES = 3;
/** First byte of a JSON plaintext. */
const PLAIN = 0;
const GZIPPED = 1;
const GZIP_FROM_BYTES = 1024;

const contextOf = (organizationId: string, { table, row, column }: Place) => `${table}|${organizationId}|${row}|${column}`;

export function encryptField(key: VersionedKey, organizationId: string, place: Place, plaintext: Buffer): Buffer {
  const header = Buffer.from([FORMAT, key.version >> 8, key.version & 0xff]);
  return Buffer.concat([header, seal(key.key, contextOf(organizationId, place), plaintext)]);
}

/** Throws when the value was changed, moved, or made with another key. */
export function decryptField(key: VersionedKey, organizationId: string, place: Place, ciphertext: Buffer): Buffer {
  return open(key.key, contextOf(organizationId, place), ciphertext.subarray(HEADER_BYTES));
}

/** Version of the key that opens it. */
export function keyVersionOf(ciphertext: Buffer): number {
  if (ciphertext.length < HEADER_BYTES || ciphertext[0] !== FORMAT) throw new Error('not a ciphertext');
  return ciphertext.readUInt16BE(1);
}

/** Long JSON is compressed first: afterwards it could not be any more. */
export function packJson(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value), 'utf8');
  // Level 1: payers' answers shrink to a tenth already, at a third of the time.
  return json.length < GZIP_FROM_BYTES
    ? Buffer.concat([Buffer.from([PLAIN]), json])
    : Buffer.concat([Buffer.from([GZIPPED]), gzipSync(json, { level: 1 })]);
}

export function unpackJson(packed: Buffer): unknown {
  const body = packed.subarray(1);
  return JSON.parse((packed[0] === GZIPPED ? gunzipSync(body) : body).toString('utf8'));
}
