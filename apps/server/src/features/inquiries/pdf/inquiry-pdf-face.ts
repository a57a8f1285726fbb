/** One font of a printed document, opened. */
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
function openFile(bytes: Buffer): Font {
  const font = create(bytes);
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
