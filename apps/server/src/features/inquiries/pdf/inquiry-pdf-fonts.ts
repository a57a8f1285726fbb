/** The fonts of a printed document: IBM Plex Sans in its subsets, opened once for the thread since reading them takes longer than a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openFont, WEIGHTS, type Face, type Weight } from './inquiry-pdf-face.ts';
import { furtherFace, openFurtherFaces } from './inquiry-pdf-further-fonts.ts';

/** In the order in which they are looked through. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@fontsource/ibm-plex-sans/package.json')), 'files');
const opened = new Map<string, Face>();

function faceOf(weight: Weight, subset: (typeof SUBSETS)[number]): Face {
  const name = `${weight} ${subset}`;
  const known = opened.get(name);
  if (known) return known;
  const font = openFont(readFileSync(join(folder, `ibm-plex-sans-${subset}-${WEIGHTS[weight]}-normal.woff`)));
  const face = { name, font, isRightToLeft: false, stroke: 0 };
  opened.set(name, face);
  return face;
}

const { font: first } = faceOf('regular', 'latin');
/** How far below a line's top its letters stand, in parts of the size. */
export const ASCENT = first.ascent / first.unitsPerEm;

export interface Run {
  face: Face;
  text: string;
}

/** True for text that the first subset has throughout: nearly all. */
const isPlainLatin = (text: string) => /^[\x20-\x7e\u00a1-\u00ff\u2018-\u201a\u201c\u201d\u2013\u2026\u2022]*$/.test(text);

/** By character: a text in one of these scripts asks for each of its letters whenever it is measured. */
const known: Readonly<Record<Weight, Map<number, Face | undefined>>> = { regular: new Map(), semibold: new Map() };

function plexFace(code: number, weight: Weight): Face | undefined {
  const faces = known[weight];
  if (!faces.has(code)) {
    const subset = SUBSETS.find((candidate) => faceOf(weight, candidate).font.hasGlyphForCodePoint(code));
    faces.set(code, subset === undefined ? undefined : faceOf(weight, subset));
  }
  return faces.get(code);
}

const codeOf = (character: string) => character.codePointAt(0) ?? 0;

/** Opens whatever a document's text needs beyond the subsets, before it is split into runs. */
export async function openFaces(text: string): Promise<void> {
  if (isPlainLatin(text)) return;
  const codes = [...new Set(text)].map(codeOf);
  const missing = new Set(codes.filter((code) => code > 0xff && plexFace(code, 'regular') === undefined));
  await openFurtherFaces(missing);
}

/** What no font has is told in other letters where it is one of them in disguise, else by its number: a name is never lost. */
function spelled(character: string): string {
  const plain = character.normalize('NFKC');
  return plain !== character && isPlainLatin(plain) ? plain : `[U+${codeOf(character).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Text as runs of one face each. */
export function splitIntoRuns(text: string, weight: Weight): Run[] {
  const latin = faceOf(weight, 'latin');
  if (isPlainLatin(text)) return [{ face: latin, text }];
  const runs: Run[] = [];
  for (const character of text) {
    const face = plexFace(codeOf(character), weight) ?? furtherFace(codeOf(character), weight);
    const shown = face === undefined ? spelled(character) : character;
    const last = runs.at(-1);
    if (last?.face === (face ?? latin)) last.text += shown;
    else runs.push({ face: face ?? latin, text: shown });
  }
  return runs;
}
