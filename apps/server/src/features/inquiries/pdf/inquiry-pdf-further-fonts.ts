/**
 * Fonts for scripts that the document's own one lacks: Noto in slices of some hundred characters, of which only those are opened
 * that a text needs. Chinese, Japanese and Korean come compressed and in one thin weight, which is drawn with a stroke.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openFont, openFontOfShapes, WEIGHTS, type Face, type Weight } from './inquiry-pdf-face.ts';

const require = createRequire(import.meta.url);
/** WOFF2 to TrueType. */
const decompress = require('wawoff2/decompress.js') as (font: Uint8Array) => Promise<Uint8Array>;

interface Family {
  /** Of its package. */
  folder: string;
  file: (slice: string, weight: Weight) => string;
  isRightToLeft: boolean;
  isThin: boolean;
}

const ofScript = (script: string, manifest: string, isRightToLeft: boolean): Family => ({
  folder: dirname(manifest),
  file: (slice, weight) => `noto-${script}-${slice}-${WEIGHTS[weight]}-normal.woff`,
  isRightToLeft,
  isThin: false,
});

const thinOfScript = (script: string, manifest: string): Family => ({
  folder: dirname(manifest),
  file: (slice) => `noto-${script}-${slice}-wght-normal.woff2`,
  isRightToLeft: false,
  isThin: true,
});

/** In the order in which they are looked through. */
const FAMILIES: readonly Family[] = [
  ofScript('sans-hebrew', require.resolve('@fontsource/noto-sans-hebrew/package.json'), true),
  ofScript('sans-arabic', require.resolve('@fontsource/noto-sans-arabic/package.json'), true),
  thinOfScript('sans-sc', require.resolve('@fontsource-variable/noto-sans-sc/package.json')),
  thinOfScript('sans-kr', require.resolve('@fontsource-variable/noto-sans-kr/package.json')),
  ofScript('emoji', require.resolve('@fontsource/noto-emoji/package.json'), false),
];

/** About as strong as the regular and the semibold letters beside them. */
const STROKES: Readonly<Record<Weight, number>> = { regular: 0.045, semibold: 0.075 };

interface Slice {
  family: Family;
  name: string;
  ranges: (readonly [from: number, to: number])[];
}

/** "U+5d0-5ea,U+20aa". */
function rangesOf(list: string): Slice['ranges'] {
  return list.split(',').map((range) => {
    const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}

let slices: Promise<Slice[]> | undefined;

async function readSlices(): Promise<Slice[]> {
  const ofFamilies = FAMILIES.map(async (each) => {
    const byName = JSON.parse(await readFile(join(each.folder, 'unicode.json'), 'utf8')) as Record<string, string>;
    return Object.entries(byName).map(([name, list]) => ({ family: each, name: name.replaceAll(/[[\]]/g, ''), ranges: rangesOf(list) }));
  });
  return (await Promise.all(ofFamilies)).flat();
}

type Faces = Readonly<Record<Weight, Face>>;

const opened = new Map<string, Promise<Faces>>();
/** Null: no font has it. */
const known = new Map<number, Faces | null>();

async function openFace({ family, name }: Slice, weight: Weight): Promise<Face> {
  const { isRightToLeft, isThin } = family;
  const file = family.file(name, weight);
  const bytes = await readFile(join(family.folder, 'files', file));
  const font = isRightToLeft ? openFontOfShapes(bytes) : openFont(isThin ? Buffer.from(await decompress(bytes)) : bytes);
  return { name: `${weight} ${file}`, font, isRightToLeft, stroke: isThin ? STROKES[weight] : 0 };
}

async function openSlice(slice: Slice): Promise<Faces> {
  const [regular, semibold] = await Promise.all([openFace(slice, 'regular'), openFace(slice, 'semibold')]);
  return { regular, semibold };
}

async function findFaces(code: number): Promise<Faces | null> {
  slices ??= readSlices();
  for (const slice of await slices) {
    if (!slice.ranges.some(([from, to]) => from <= code && code <= to)) continue;
    const key = `${slice.family.folder} ${slice.name}`;
    const faces = opened.get(key) ?? openSlice(slice);
    opened.set(key, faces);
    // A slice is cut for several fonts and may hold less than its ranges.
    if ((await faces).regular.font.hasGlyphForCodePoint(code)) return await faces;
  }
  return null;
}

/** Once for each document. */
export async function openFurtherFaces(codes: Iterable<number>): Promise<void> {
  for (const [key, faces] of opened) if ((await faces).regular.isRightToLeft) opened.delete(key);
  for (const [code, faces] of known) if (faces?.regular.isRightToLeft === true) known.delete(code);
  for (const code of codes) if (!known.has(code)) known.set(code, await findFaces(code));
}

/** Of what was opened; undefined where no font has it. */
export const furtherFace = (code: number, weight: Weight): Face | undefined => known.get(code)?.[weight];
