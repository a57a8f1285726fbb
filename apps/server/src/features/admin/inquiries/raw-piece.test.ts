import { expect, test } from 'vitest';
import { mergeAnswers } from '@coverlight/domain/inquiries/coverage/merge-answers.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { rawPiece } from './raw-piece.ts';

const stored = (...answers: unknown[]) => answers.map((answer) => ({ route: 'x', service_types: ['30'], answer }));

test('the names of a line lead to its piece, whatever their case, through points and lists of one', () => {
  const answer = { Plans: [{ benefits: [{ name: 'a' }, { 'co.pay': { inNetwork: { amount: '5' } } }] }] };

  expect(rawPiece(stored(answer), 'plans.0.benefits.0')).toEqual({ name: 'a' });
  expect(rawPiece(stored(answer), 'plans.0.benefits.1.co.pay.inNetwork.0')).toEqual({ amount: '5' });
});

test('what stands nowhere, or is no path at all, has no piece', () => {
  const answer = { plans: [{ name: 'a' }] };

  for (const id of ['plans.7', 'EB@4', 'constructor', '__proto__.x', '', '9:plans.7', 'plans.0.name.length'])
    expect(rawPiece(stored(answer), id === '' ? 'nowhere' : id)).toBeNull();
  for (const raw of [null, undefined, 'text', {}, [null], [{ answer: null }]]) expect(rawPiece(raw, 'plans.0')).toBeNull();
});

test('of several answers the number tells whose line it is; where one of them was refused, only what stands in one alone is sure', () => {
  const [first, second] = [{ plans: [{ of: 'first' }] }, { plans: [{ of: 'second' }] }];

  expect(rawPiece(stored(first, second), '1:plans.0')).toEqual({ of: 'second' });
  expect(rawPiece(stored({ errors: [] }, second), '0:plans.0')).toEqual({ of: 'second' });
  expect(rawPiece(stored({ errors: [] }, first, second), '1:plans.0')).toBeNull();
});

test('a line in X12 is its segment with all that hangs on it', () => {
  const x12 = [
    'ST*271*0001*005010X279A1',
    'BHT*0022*11*1*20261120*1200',
    'HL*1**20*1',
    'NM1*PR*2*SUNFLOWER*****PI*1',
    'HL*2*1*21*1',
    'NM1*1P*2*CLINIC*****XX*1',
    'HL*3*2*22*0',
    'NM1*IL*1*STONE*ADA****MI*A1',
    'EB*1**30',
    'EB*B**MH^A6***27*30',
    'MSG*CALL FIRST',
    'SE*12*0001',
  ].join('~');

  const [answer] = transactionsOf(readInterchanges(Buffer.from(`${x12}~`))).flatMap((transaction) => read271(transaction));
  const line = answer?.lines.find(({ kind }) => kind === 'B');
  if (!answer || !line) throw new Error('no such line');
  const raw = stored({ payload_type: 'X', x12: `${x12}~` });

  expect(rawPiece(raw, line.id)).toBe('EB*B**MH^A6***27*30\nMSG*CALL FIRST');
  const merged = mergeAnswers([answer, answer]).lines.find(({ id }) => id === `1:${line.id}`);
  expect(rawPiece(stored(raw[0]?.answer, raw[0]?.answer), merged?.id ?? '')).toBe('EB*B**MH^A6***27*30\nMSG*CALL FIRST');
  expect(rawPiece(raw, 'EB@99')).toBeNull();
});
