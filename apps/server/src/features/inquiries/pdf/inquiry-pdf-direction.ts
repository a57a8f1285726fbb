/** The order in which a line is set: what is written from right to left stands so, in a line that runs from left to right (Unicode's UAX 9). */
import createBidi from 'bidi-js';
import type { Run } from './inquiry-pdf-fonts.ts';

const bidi = createBidi();

export const isMixed = (runs: readonly Run[]) => runs.some(({ face }) => face.isRightToLeft);

interface Piece extends Run {
  level: number;
}

/**
 * Characters in one face and of one level, in a passage from right to left word by word with the blank that follows: the fonts of these
 * scripts have one. Whatever else stands in such a passage stands alone there, and brackets turn round.
 */
function piecesOf(runs: readonly Run[]): Piece[] {
  const text = runs.map((run) => run.text).join('');
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  const pieces: Piece[] = [];
  let at = 0;
  for (const { face, text: ofRun } of runs) {
    for (const character of ofRun) {
      const level = levels[at] ?? 0;
      at += character.length;
      const last = pieces.at(-1);
      const isOpen = last !== undefined && last.level === level && !(level % 2 === 1 && last.text.endsWith(' '));
      const isBlank = character === ' ' && level % 2 === 1 && last?.face.isRightToLeft === true;
      const isTurned = level % 2 === 1 && !face.isRightToLeft;
      if (isOpen && (isBlank || (last.face === face && !isTurned))) last.text += character;
      else pieces.push({ face, level, text: (isTurned && bidi.getMirroredCharacter(character)) || character });
    }
  }
  return pieces;
}

/**
 * Pieces from left to right as they are seen, each with its place in reading order. The letters of a word stay as they are read:
 * the font turns them.
 */
export function inVisualOrder(runs: readonly Run[]): (Run & { read: number })[] {
  const pieces = piecesOf(runs).map((piece, read) => ({ ...piece, read }));
  for (let level = Math.max(...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while (to < pieces.length && (pieces[to]?.level ?? 0) >= level) to += 1;
      pieces.splice(from, to - from, ...pieces.slice(from, to).toReversed());
      from = Math.max(from, to - 1);
    }
  }
  return pieces.map(({ face, text, read }) => ({ face, text, read }));
}
