import { expect, test } from 'vitest';
import { fieldType, questionId, readTyped, typedText, usualUnit, valueWords } from './call-value.ts';

test('dollars are read as people type them, and what is none is said', () => {
  const of = { types: ['money', 'no', 'unknown', 'text'] as const };
  const read = (typed: string) => readTyped({ types: [...of.types] }, typed, 'days');

  expect(read('30')).toEqual({ value: { type: 'money', amount: '30.00' } });
  expect(read('$1,200.5')).toEqual({ value: { type: 'money', amount: '1200.50' } });
  expect(read('thirty')).toHaveProperty('fault');
  expect(read('30.125')).toHaveProperty('fault');
});

test('a percentage ends at 100', () => {
  const read = (typed: string) => readTyped({ types: ['percent', 'no'] }, typed, 'days');

  expect(read('20 %')).toEqual({ value: { type: 'percent', percent: '20' } });
  expect(read('101')).toHaveProperty('fault');
});

test('a number stays a number where a day may be told, too, and a day is known by its separators', () => {
  const read = (typed: string) => readTyped({ types: ['count', 'date', 'text'] }, typed, 'visits');

  expect(read('12')).toEqual({ value: { type: 'count', count: 12, unit: 'visits' } });
  expect(read('01/01/2027')).toEqual({ value: { type: 'date', date: '2027-01-01' } });
  expect(read('01012027')).toHaveProperty('fault');
});

test('words are taken as they are', () => {
  expect(readTyped({ types: ['text', 'unknown'] }, ' Nora Vance, 800-555-0100 ', 'days')).toEqual({
    value: { type: 'text', text: 'Nora Vance, 800-555-0100' },
  });
});

test('a question of yes and no has no field for amounts', () => {
  expect(fieldType({ types: ['yes', 'no', 'unknown', 'text'] })).toBeNull();
  expect(fieldType({ types: ['money', 'no'] })).toBe('money');
});

test('one fact of two networks is two questions', () => {
  const of = { question: 'copay', level: 'op' } as const;
  expect(questionId({ ...of, network: 'in' })).not.toBe(questionId({ ...of, network: 'out' }));
  expect(questionId({ question: 'reviewer', level: null, network: null })).toBe('reviewer');
});

test('care around the clock is counted in days, visits otherwise', () => {
  expect(usualUnit({ question: 'limit', level: 'rtc' })).toBe('days');
  expect(usualUnit({ question: 'limit', level: 'op' })).toBe('visits');
  expect(usualUnit({ question: 'timely-filing', level: null })).toBe('days');
});

test('a value that was given shows again as it was typed, and in short words', () => {
  expect(typedText({ type: 'money', amount: '30.00' })).toBe('30.00');
  expect(typedText({ type: 'no' })).toBe('');
  expect(valueWords({ type: 'count', count: 3, unit: 'days' })).toBe('3 days');
  expect(valueWords({ type: 'unknown' })).toBe('Could not tell');
});
