import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { openFont, openFontOfShapes } from './inquiry-pdf-face.ts';

const require = createRequire(import.meta.url);
const FILES = [
  '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff',
  '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff',
  '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
  '@fontsource/noto-emoji/files/noto-emoji-0-400-normal.woff',
];

const shapesOf = (font: Font) =>
  font.characterSet.map((code) => {
    const glyph = font.glyphForCodePoint(code);
    return [code, glyph.advanceWidth, glyph.path.toSVG()];
  });

test.each(FILES)('%s is opened without its compression, each letter with its shape and width', (file) => {
  const bytes = readFileSync(require.resolve(file));
  const asItIs = create(bytes);
  if (!('layout' in asItIs)) throw new Error('The file holds several fonts.');
  expect(asItIs.type).toBe('WOFF');
  const shapes = shapesOf(asItIs);
  expect(shapes.length).toBeGreaterThan(1);

  for (const font of [openFont(bytes), openFontOfShapes(bytes)]) {
    expect(font.type).toBe('TTF');
    expect(shapesOf(font)).toEqual(shapes);
    expect([font.ascent, font.descent, font.unitsPerEm, font.numGlyphs]).toEqual([
      asItIs.ascent,
      asItIs.descent,
      asItIs.unitsPerEm,
      asItIs.numGlyphs,
    ]);
  }
});
