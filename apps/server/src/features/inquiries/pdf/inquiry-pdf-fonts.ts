/** The fonts of a printed document: IBM Plex Sans in its subsets, opened once for the thread since reading them takes longer than a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

export interface Face {
  /** Registered under this name with a document. */
  name: string;
  font: Font;
}

const WEIGHTS = { regular: 400, semibold: 600 } as const;
/** In the order in which they are looked through. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
/** Stands for a character that none of the fonts has. */
export const UNPRINTABLE = '\uFFFD';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@fontsource/ibm-plex-sans/package.json')), 'files');
const opened = new Map<string, Face>();

function faceOf(weight: Weight, subset: (typeof SUBSETS)[number]): Face {
  const name = `${weight} ${subset}`;
  const known = opened.get(name);
  if (known) return known;
  const font = create(readFileSync(join(folder, `ibm-plex-sans-${subset}-${WEIGHTS[weight]}-normal.woff`)));
  if (!('layout' in font)) throw new Error('The font file holds several fonts.');
  // The library remembers a glyph as it was first met: as a part of another one, it would have no character for the rest of the process.
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  const face = { name, font };
  opened.set(name, face);
  return face;
}

export interface Run {
  face: Face;
  text: string;
}

/** True for text that the first subset has throughout: nearly all. */
const isPlainLatin = (text: string) => /^[\x20-\x7e\u00a1-\u00ff\u2018-\u201a\u201c\u201d\u2013\u2026\u2022]*$/.test(text);

/** Text as runs of one face each. What no face has becomes UNPRINTABLE. */
export function splitIntoRuns(text: string, weight: Weight): Run[] {
  const latin = faceOf(weight, 'latin');
  if (isPlainLatin(text)) return [{ face: latin, text }];
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const subset = SUBSETS.find((candidate) => faceOf(weight, candidate).font.hasGlyphForCodePoint(code));
    const face = subset === undefined ? latin : faceOf(weight, subset);
    const shown = subset === undefined ? UNPRINTABLE : character;
    const last = runs.at(-1);
    if (last?.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}
