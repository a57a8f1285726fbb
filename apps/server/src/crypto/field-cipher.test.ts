import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptField, encryptField, keyVersionOf, packJson, unpackJson } from './field-cipher.ts';

const key = { version: 1, key: randomBytes(32) };
const ORGANIZATION = '01JD0000000000000000000001';
const place = { table: 'inquiries', row: '01JD0000000000000000000002', column: 'patient_name' };

test('what was encrypted comes back, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const plaintext = Buffer.from(bytes);

      const ciphertext = encryptField(key, ORGANIZATION, place, plaintext);

      expect(decryptField(key, ORGANIZATION, place, ciphertext).equals(plaintext)).toBe(true);
    }),
  );
});

test.each([
  ['another organization', '01JD0000000000000000000009', place],
  ['another table', ORGANIZATION, { ...place, table: 'inquiry_contents' }],
  ['another row', ORGANIZATION, { ...place, row: '01JD0000000000000000000009' }],
  ['another column', ORGANIZATION, { ...place, column: 'ssn' }],
])('a value moved to %s does not open', (_place, organization, elsewhere) => {
  const ciphertext = encryptField(key, ORGANIZATION, place, Buffer.from('some words'));

  expect(() => decryptField(key, organization, elsewhere, ciphertext)).toThrow('unable to authenticate data');
});

test('a value with any bit changed does not open', () => {
  const ciphertext = encryptField(key, ORGANIZATION, place, Buffer.from('some words'));

  // The header names format and key, which the caller looks at before.
  for (let at = 3; at < ciphertext.length; at += 1) {
    const changed = Buffer.from(ciphertext);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decryptField(key, ORGANIZATION, place, changed)).toThrow('unable to authenticate data');
  }
});

test('a value does not open with another key', () => {
  const ciphertext = encryptField(key, ORGANIZATION, place, Buffer.from('some words'));

  expect(() => decryptField({ version: 1, key: randomBytes(32) }, ORGANIZATION, place, ciphertext)).toThrow('unable to authenticate data');
});

test('the same value encrypted twice looks different', () => {
  const [one, other] = [1, 2].map(() => encryptField(key, ORGANIZATION, place, Buffer.from('some words')).toString('hex'));

  expect(one).not.toBe(other);
});

test('a ciphertext is 31 bytes longer than its plaintext and names the version of its key', () => {
  const ciphertext = encryptField({ ...key, version: 300 }, ORGANIZATION, place, Buffer.alloc(10));

  expect(ciphertext).toHaveLength(41);
  expect(keyVersionOf(ciphertext)).toBe(300);
});

test('bytes that are no ciphertext are recognised', () => {
  expect(() => keyVersionOf(Buffer.from('plain text'))).toThrow('not a ciphertext');
});

test('JSON of any length comes back, and long JSON is stored shorter than it is', () => {
  const short = { a: [1, null, 'ü'] };
  const long = { lines: Array.from({ length: 500 }, (_, index) => ({ index, text: 'Mental health' })) };

  expect(unpackJson(packJson(short))).toEqual(short);
  expect(unpackJson(packJson(long))).toEqual(long);
  expect(packJson(long).length).toBeLessThan(JSON.stringify(long).length / 4);
});
