/**
 * Hints tell the platform which organizations may hold a search term, and nobody else (product.md 12.3). A search of every organization
 * then makes tokens for those alone: the tokens are under a key of each organization, and decide.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { keyedDigest, type SearchTerm } from './search-tokens.ts';

/** Two bytes of a digest. */
export const BUCKETS = 2 ** 16;

/** As stored. */
export interface Hint {
  /** Where to look: shared by many terms. */
  bucket: number;
  /** Whom it names: opens only with the key of its term. */
  holder: Buffer;
}

/** Of one term, to look up. */
export interface HintToFind {
  bucket: number;
  /** Who among the holders stored in the bucket, one after the other, holds this term. Those of other terms open as no id and are left out. */
  holdersIn(stored: Buffer): string[];
}

/**
 * A term is hinted by its beginning of the longest of these lengths that it has: fewer rows than a hint of each beginning. Whoever
 * holds a term holds its hint, which is all that a search relies on.
 */
const CUTS = [8, 5, 3, 1];
/** Searched for as a whole only: a beginning of it would save no row. */
const WHOLE = 'birth_date';
const BLOCK_BYTES = 16;
const HALF_ID = 13;
const HOLDER_BYTES = 2 * BLOCK_BYTES;
const CIPHER = 'aes-128-ecb';
const HOLDER = /^([0-9A-Z]{13})\0{3}([0-9A-Z]{13})\0{3}$/;

function hintedPart({ field, value }: SearchTerm): string {
  if (field === WHOLE) return value;
  const letters = [...value];
  return letters.slice(0, CUTS.find((length) => length <= letters.length) ?? 0).join('');
}

/** Two independent parts of one digest: the name is stored, the key never. */
function secretsOf(searchKey: Buffer, term: SearchTerm): { bucket: number; key: Buffer } {
  const digest = keyedDigest(searchKey, `hint|${term.field}`, hintedPart(term));
  return { bucket: digest.readUInt16BE(0), key: digest.subarray(BLOCK_BYTES, 2 * BLOCK_BYTES) };
}

/** In the order in which everybody writes them, each once: two that write the same ones at a time wait for each other, not in a ring. */
export function hintsFor(searchKey: Buffer, organizationId: string, terms: readonly SearchTerm[]): Hint[] {
  const hinted = new Map(terms.map((term) => [`${term.field}|${hintedPart(term)}`, term]));
  return [...hinted.values()]
    .map((term) => {
      const { bucket, key } = secretsOf(searchKey, term);
      return { bucket, holder: encipher(key, organizationId) };
    })
    .toSorted((a, b) => a.bucket - b.bucket || a.holder.compare(b.holder));
}

export function hintToFind(searchKey: Buffer, term: SearchTerm): HintToFind {
  const { bucket, key } = secretsOf(searchKey, term);
  return { bucket, holdersIn: (stored) => decipher(key, stored) };
}

/**
 * Half of the id in each of two blocks, filled up with zeros. An id must look the same each time under the same key, so that it is stored
 * once: hence no nonce. Under a key two blocks are alike only where two organizations were made in the same millisecond.
 */
function encipher(key: Buffer, organizationId: string): Buffer {
  const plain = Buffer.alloc(HOLDER_BYTES);
  plain.write(organizationId.slice(0, HALF_ID), 0, 'latin1');
  plain.write(organizationId.slice(HALF_ID), BLOCK_BYTES, 'latin1');
  return createCipheriv(CIPHER, key, null).setAutoPadding(false).update(plain);
}

/** All at once: where every organization holds the term, opening one by one would take longer than the rest of the search. */
function decipher(key: Buffer, stored: Buffer): string[] {
  const plain = createDecipheriv(CIPHER, key, null).setAutoPadding(false).update(stored).toString('latin1');
  return Array.from({ length: stored.length / HOLDER_BYTES }, (_, at) => plain.slice(at * HOLDER_BYTES, (at + 1) * HOLDER_BYTES)).flatMap(
    (opened) => {
      const [, first, second] = HOLDER.exec(opened) ?? [];
      return first === undefined || second === undefined ? [] : [first + second];
    },
  );
}
