/** Digests that let equal search terms of one organization be found, and tell nothing else (product.md 12). */
import { createHmac } from 'node:crypto';

/** A normalised term, as domain's search terms make it. */
export interface SearchTerm {
  field: string;
  value: string;
}

const TOKEN_BYTES = 8;

/** 8 bytes; a collision shows a row too many at most once in 2^64 pairs. */
export function tokenOf(searchKey: Buffer, { field, value }: SearchTerm): Buffer {
  return keyedDigest(searchKey, `token|${field}`, value).subarray(0, TOKEN_BYTES);
}

/** Each once, whatever the order and repetitions of `terms`. */
export function tokensFor(searchKey: Buffer, terms: readonly SearchTerm[]): Buffer[] {
  const tokens = new Map(terms.map((term) => [`${term.field}|${term.value}`, term]));
  return [...tokens.values()].map((term) => tokenOf(searchKey, term));
}

/** 32 bytes. `purpose` keeps digests of different things apart. */
export function keyedDigest(searchKey: Buffer, purpose: string, value: string | Buffer): Buffer {
  return createHmac('sha256', searchKey).update(purpose).update('|').update(value).digest();
}
