/** One font of a printed document, opened. */
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

export interface Face {
  /** Registered under this name with a document. */
  name: string;
  font: Font;
  /** Hebrew and Arabic: the letters of a word are set from right to left. */
  isRightToLeft: boolean;
  /** Added to the outlines of a font that comes in one thin weight, in parts of the size; 0 for all others. */
  stroke: number;
}

export const WEIGHTS = { regular: 400, semibold: 600 } as const;

const WOFF = { header: 44, entry: 20 } as const;
const TRUE_TYPE = { header: 12, entry: 16 } as const;

/**
 * A WOFF file's tables without their compression, as a TrueType file; any other file as it is. The library inflates a table anew for each letter
 * that it reads from one, which was a third of the time of a document.
 */
function uncompressed(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'wOFF') return bytes;
  const count = bytes.readUInt16BE(12);
  const directory = Buffer.alloc(TRUE_TYPE.header + count * TRUE_TYPE.entry);
  // The kind of outlines, and how many tables; the fields for a binary search stay 0, nobody here searches so.
  bytes.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let table = 0; table < count; table += 1) {
    const from = WOFF.header + table * WOFF.entry;
    const [start, packed, length] = [4, 8, 12].map((at) => bytes.readUInt32BE(from + at)) as [number, number, number];
    const stored = bytes.subarray(start, start + packed);
    const data = packed < length ? inflateSync(stored) : stored;
    const to = TRUE_TYPE.header + table * TRUE_TYPE.entry;
    bytes.copy(directory, to, from, from + 4);
    bytes.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    // Tables begin at multiples of four.
    const padding = Buffer.alloc(-length & 3);
    parts.push(data, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

function openFile(bytes: Buffer): Font {
  const font = create(uncompressed(bytes));
  if (!('layout' in font)) throw new Error('The font file holds several fonts.');
  return font;
}

/** A font from its file's bytes, for as many documents as there are. */
export function openFont(bytes: Buffer): Font {
  const font = openFile(bytes);
  // The library remembers a glyph as it was first met: as a part of another one, it would have no character for the rest of the process.
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  return font;
}

/** One of a script whose letters share shapes, for one document: each shape stands for the letter that it is first met as. */
export const openFontOfShapes = openFile;
