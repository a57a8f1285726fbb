/** Text out of the bytes of a file, in the encodings that spreadsheets save (docs/product.md 19.1). */
import { CannotRead, DAMAGED } from './refusal.ts';

/** Windows-1252 from 0x80 to 0x9F; the rest is Latin-1. Node's own decoder takes these for control characters in some versions. */
const HIGH = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ';

export function decodeText(bytes: Buffer): string {
  const text = decoded(bytes);
  if (text.includes('\0')) throw new CannotRead('The file is not text. Please save it as XLSX or CSV.');
  return text;
}

function decoded(bytes: Buffer): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return utf8(bytes.subarray(3)) ?? refuseDamaged();
  if (a === 0xff && b === 0xfe) return utf16(bytes.subarray(2));
  if (a === 0xfe && b === 0xff) return utf16(Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2))).swap16());
  return utf8(bytes) ?? windows1252(bytes);
}

const refuseDamaged = (): never => {
  throw new CannotRead(DAMAGED);
};

/** Null where it is none. */
function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const utf16 = (bytes: Buffer): string => bytes.toString('utf16le');

const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u{80}-\u{9F}]/gu, (letter) => HIGH[letter.charCodeAt(0) - 0x80] ?? '');
