import { beforeAll, expect, test } from 'vitest';
import { inVisualOrder } from './inquiry-pdf-direction.ts';
import { openFaces, splitIntoRuns } from './inquiry-pdf-fonts.ts';

const turn = (word: string) => [...word].toReversed().join('');
/** As it is seen from left to right: the font turns the letters of each word. */
const seen = (text: string) =>
  inVisualOrder(splitIntoRuns(text, 'regular'))
    .map((run) => (run.face.isRightToLeft ? turn(run.text) : run.text))
    .join('');

beforeAll(async () => {
  await openFaces('אבגדהוזח ابتث');
});

test.each([
  ['Provider: אבג', 'Provider: גבא'],
  ['אבג דהו', 'והד גבא'],
  ['Patient: אבג דהו (as entered)', 'Patient: והד גבא (as entered)'],
  ['אבג 123 דהו', 'והד 123 גבא'],
  ['אבג (דהו) זח', 'חז (והד) גבא'],
  ['אבג, member ID X1', 'גבא, member ID X1'],
])('"%s" is seen as "%s"', (text, expected) => {
  expect(seen(text)).toBe(expected);
});
