import { expect, test } from 'vitest';
import { aLine, aPlan } from '../../../test/answers.ts';
import { kindsOf } from '../../../test/warnings.ts';
import { readKind } from './line-kind.ts';

const ENDED = ['Terminated', 'TERMED', 'Coverage Terminated', 'Plan is cancelled', 'Canceled', 'Lapsed', 'Not eligible', 'Disenrolled'];

test.each(ENDED)('a plan whose status is told as "%s" alone, without a code, is not active', (text) => {
  expect(kindsOf({ answer: { plans: [aPlan({ status: { code: null, text } })] } })).toContain('inactive');
  const lines = [aLine({ kind: '', kindText: text })];
  expect(kindsOf({ answer: { plans: [aPlan({ status: null })], lines } })).toContain('inactive');
  expect(kindsOf({ answer: { plans: [aPlan({ status: { code: '1', text: 'Active Coverage' } })], lines } })).toContain(
    'contradicting-lines',
  );
});

test('a line without any kind is a contact where it names somebody, else a remark', () => {
  const kindOf = (entities: readonly unknown[]) => readKind({ kind: ' ', kindText: null, entities })?.label;
  expect([kindOf([{}]), kindOf([])]).toEqual(['Contact', 'Other']);
});

test.each(['Not terminated', 'Terminated dependents excluded', 'Lapsed premiums'])('"%s" says more than that and stays as sent', (text) => {
  expect(readKind({ kind: '', kindText: text, entities: [] })).toBeNull();
});
