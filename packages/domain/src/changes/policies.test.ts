import { expect, test } from 'vitest';
import { policiesOf } from './policies.ts';

const answer = (id: string, memberIds: string[], payerId = 'P') => ({ id, payerId, memberIds });
const idsOf = (answers: Parameters<typeof policiesOf>[0]) => policiesOf(answers).map((policy) => policy.answers.map(({ id }) => id));

test('answers with one member id at one payer are one policy, however it was typed', () => {
  expect(idsOf([answer('a', ['xza 12-3']), answer('b', ['XZA123'])])).toEqual([['a', 'b']]);
});

test('a prefix and each zero are part of a member id', () => {
  expect(idsOf([answer('a', ['XZA123']), answer('b', ['123']), answer('c', ['0123'])])).toEqual([['a'], ['b'], ['c']]);
});

test('one member id at two payers are two policies', () => {
  expect(idsOf([answer('a', ['1']), answer('b', ['1'], 'Q')])).toEqual([['a'], ['b']]);
});

test('a member id that the payer replaced leads on to its successor', () => {
  expect(idsOf([answer('a', ['OLD']), answer('b', ['OLD', 'NEW']), answer('c', ['NEW']), answer('d', ['OLD'])])).toEqual([
    ['a', 'b', 'c', 'd'],
  ]);
});

test('two policies of one payer stay apart while nothing joins them', () => {
  expect(idsOf([answer('a', ['1']), answer('b', ['2']), answer('c', ['1']), answer('d', ['2'])])).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});

test('answers without any member id belong together, and to no policy that has one', () => {
  expect(idsOf([answer('a', ['1']), answer('b', []), answer('c', [' '])])).toEqual([['a'], ['b', 'c']]);
});
