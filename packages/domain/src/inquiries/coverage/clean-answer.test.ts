import { expect, test } from 'vitest';
import { aLine, answerOf } from '../../../test/answers.ts';
import { cleanAnswer } from './clean-answer.ts';
import { normalizeCoverage } from './normalize-coverage.ts';

test('characters that turn the direction of writing or cannot be seen are taken out of every text', () => {
  const line = aLine({ kind: 'D', texts: ['Pay \u202e00.52$\u202c now\u0007', 'zero\u200bwidth'], planName: '\u2066Gold\u2069' });
  const [said] = normalizeCoverage(answerOf(line)).plans[0]?.benefit_groups[0]?.auxilary.benefitDescriptions ?? [];
  expect(said).toMatchObject({ text: 'Pay 00.52$ now', payer_notes: ['zerowidth'], description: 'Gold' });
});

test('line breaks stay, tabs become blanks', () => {
  const [line] = cleanAnswer(answerOf(aLine({ texts: ['One\r\nTwo\tthree'] }))).lines;
  expect(line?.texts).toEqual(['One\nTwo three']);
});

test('markup is left as the text it is', () => {
  const [line] = cleanAnswer(answerOf(aLine({ texts: ['<b>20%</b> & more'] }))).lines;
  expect(line?.texts).toEqual(['<b>20%</b> & more']);
});

test('a clean answer is handed on as it is', () => {
  const answer = answerOf(aLine({ texts: ['Nothing to clean: é, 中, ½'] }));
  expect(cleanAnswer(answer)).toBe(answer);
});
