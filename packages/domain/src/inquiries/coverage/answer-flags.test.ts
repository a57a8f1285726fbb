import { expect, test } from 'vitest';
import { aLine, anAnswer, anEntity, aPlan } from '../../../test/answers.ts';
import { answerFlags } from './answer-flags.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { PayerAnswer } from './payer-answer.ts';
import { coverageWarnings } from './warnings.ts';

const NOW = new Date('2026-03-21T18:00:00Z');
const coverageOf = (over: Partial<PayerAnswer>) => normalizeCoverage(anAnswer(over));
const plans = [aPlan({ name: 'Gold', status: { code: '1', text: 'Active Coverage' } })];
const behavioural = { code: 'MH', text: 'Mental Health' };

const ANSWERS = {
  plain: coverageOf({ plans }),
  carvedOutInWords: coverageOf({
    plans: [aPlan({ status: { code: '1', text: null }, notes: ['BEHAVIORAL HEALTH IS ADMINISTERED BY SABLE BEHAVIORAL'] })],
  }),
  carvedOutByLine: coverageOf({
    plans,
    lines: [
      aLine({ kind: 'U', service: behavioural, entities: [anEntity({ name: 'Sable Behavioral', role: { code: 'PR', text: 'Payer' } })] }),
    ],
  }),
  empty: coverageOf({ plans: [], lines: [] }),
};

test.each(Object.entries(ANSWERS))('an answer is marked exactly where its page warns: %s', (_name, coverage) => {
  const kinds = coverageWarnings({
    coverage,
    submission: {},
    asOfDate: null,
    createdAt: NOW,
    answeredAt: NOW,
    isPersonConfirmed: false,
    askedUnder: null,
    now: NOW,
  }).map(({ kind }) => kind);
  expect(answerFlags(coverage)).toEqual({
    is_handled_elsewhere: kinds.includes('carve-out'),
    is_other_payer_first: kinds.includes('other-payer-primary'),
  });
});

test('behavioural health run by another company is handled elsewhere', () => {
  expect(answerFlags(ANSWERS.plain)).toEqual({ is_handled_elsewhere: false, is_other_payer_first: false });
  expect(answerFlags(ANSWERS.carvedOutInWords)).toMatchObject({ is_handled_elsewhere: true });
});

test('another payer that is primary is first', () => {
  const coverage = coverageOf({
    plans: [aPlan({ status: { code: '1', text: null }, notes: ['OTHER INSURANCE IS PRIMARY: CEDAR MUTUAL'] })],
  });
  expect(answerFlags(coverage)).toEqual({ is_handled_elsewhere: false, is_other_payer_first: true });
});
