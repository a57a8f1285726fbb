import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, anAnswer, anEntity, answerOf, aPlan, MENTAL_HEALTH } from '../../../test/answers.ts';
import { arbitraryCareAnswer } from '../../../test/arbitrary-answers.ts';
import { behaviouralAdministrators } from './carve-out.ts';
import { levelsOfCare } from './level-of-care.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import { countKnown, openQuestions, phonesToAsk } from './open-questions.ts';
import type { PayerAnswer } from './payer-answer.ts';

const RESIDENTIAL = { code: 'RT', text: 'Residential Psychiatric Treatment' };

function read(answer: PayerAnswer) {
  const coverage = normalizeCoverage(answer);
  const { plan } = coverage;
  if (plan === null) throw new Error('no plan');
  return { coverage, plan, rows: levelsOfCare({ coverage, plan }) };
}

test('of a silent answer nothing is known, and every question is open for every level', () => {
  const { rows } = read(answerOf());
  expect(countKnown(rows)).toEqual({ known: 0, of: 70, notStated: 70, notAsked: 0, notClear: 0, elsewhere: 0 });
  const questions = openQuestions(rows);
  expect(questions).toHaveLength(6);
  expect(questions[0]).toEqual({
    question: 'Is it covered?',
    levels: ['Detox', 'Residential', 'Partial Hosp.', 'Intensive OP', 'Outpatient'],
  });
});

test('what is open in one network only says so, and nothing is asked about a level that is not covered', () => {
  const { rows } = read(
    answerOf(aLine({ service: RESIDENTIAL, kind: 'I', network: 'out' }), aLine({ service: RESIDENTIAL, kind: '1', network: 'in' })),
  );
  const levels = openQuestions(rows).map((each) => each.levels.find((level) => level.startsWith('Residential')));
  expect(levels[0]).toBeUndefined();
  expect(levels[1]).toBe('Residential (in network)');
});

test('a no beside a yes is not clear, and is asked', () => {
  const { rows } = read(
    answerOf(aLine({ service: RESIDENTIAL, kind: 'I', network: 'in' }), aLine({ service: RESIDENTIAL, kind: '1', network: 'in' })),
  );
  expect(countKnown(rows)).toMatchObject({ notClear: 1 });
  expect(openQuestions(rows)[0]?.levels).toContain('Residential');
});

test('a no to one network is clear beside a yes that names none', () => {
  const { rows } = read(answerOf(aLine({ service: RESIDENTIAL, kind: 'I', network: 'out' }), aLine({ service: RESIDENTIAL, kind: '1' })));
  expect(countKnown(rows)).toMatchObject({ notClear: 0 });
});

test('who knows the copayment is not asked for a share beside it', () => {
  const { rows } = read(answerOf(aLine({ service: RESIDENTIAL, kind: 'B', amount: '100' })));
  const price = openQuestions(rows).find(({ question }) => question.startsWith('What does the patient pay'));
  expect(price?.levels).not.toContain('Residential');
});

test('what another company has to say is counted apart and asked there', () => {
  const company = anEntity({
    name: 'SABLE BEHAVIORAL HEALTH',
    contacts: [{ name: null, info: [{ label: 'Phone', value: '800-555-0142' }] }],
  });
  const { coverage, plan, rows } = read(answerOf(aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [company] })));
  expect(countKnown(rows)).toMatchObject({ known: 0, elsewhere: 70 });
  expect(phonesToAsk(plan, behaviouralAdministrators(coverage, plan))).toEqual([
    { name: 'SABLE BEHAVIORAL HEALTH', number: '800-555-0142' },
  ]);
});

test('else the number is one of the payer, each once, and no fax', () => {
  const payer = anEntity({
    name: 'SUNFLOWER',
    contacts: [
      { name: null, info: [{ label: 'Phone', value: '800-555-0199' }] },
      { name: null, info: [{ label: 'Fax', value: '800-555-0198' }] },
    ],
  });
  const { plan } = read(anAnswer({ plans: [aPlan({ contacts: [payer, payer] })], lines: [aLine({})] }));
  expect(phonesToAsk(plan, [])).toEqual([{ name: 'SUNFLOWER', number: '800-555-0199' }]);
});

test('whatever the answer, the known and the four kinds of the unknown add up', () => {
  fc.assert(
    fc.property(arbitraryCareAnswer(), (answer) => {
      const { rows } = read(answer);
      const { known, of, notStated, notAsked, notClear, elsewhere } = countKnown(rows);
      expect(of).toBe(70);
      expect(known + notStated + notAsked + notClear + elsewhere).toBe(of);
      expect(openQuestions(rows).length === 0 || known < of).toBe(true);
    }),
  );
});
