import { expect, test } from 'vitest';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { planItems, type KnownItem, type PolicyToTell, type ToldChange } from './plan-items.ts';

const change = (afterId: string, codes: ChangeCode[], over: Partial<ToldChange> = {}): ToldChange => ({
  afterId,
  codes,
  newCodes: codes,
  isWaiting: false,
  ...over,
});
const policy = (changes: ToldChange[], over: Partial<PolicyToTell> = {}): PolicyToTell => ({
  id: 'first',
  answerIds: ['first', 'second', 'third'],
  changes,
  endsOn: null,
  isEndNear: false,
  ...over,
});
const item = (over: Partial<KnownItem> = {}): KnownItem => ({
  id: 'item',
  policyId: 'first',
  inquiryId: 'second',
  isWatch: false,
  dueOn: null,
  state: 'open',
  isSettled: false,
  ...over,
});
const settled = (over: Partial<KnownItem> = {}) => item({ state: 'done', isSettled: true, ...over });

test('what is urgent or to be looked at makes an item, and normal use makes none', () => {
  const told = planItems([policy([change('second', ['copay-changed', 'accumulated'])])], [], []);
  const untold = planItems([policy([change('second', ['accumulated'])])], [], []);

  expect(told).toEqual({
    items: [expect.objectContaining({ id: null, inquiryId: 'second', codes: ['copay-changed'], gravest: 'look', isNews: true })],
    closed: [],
  });
  expect(untold).toEqual({ items: [], closed: [] });
});

test('a newer comparison joins the open item', () => {
  const known = change('second', ['copay-changed'], { newCodes: [], isWaiting: true });

  const { items } = planItems([policy([known, change('third', ['became-inactive'])])], [item()], []);

  expect(items).toEqual([
    expect.objectContaining({
      id: 'item',
      inquiryId: 'third',
      codes: ['became-inactive', 'copay-changed'],
      gravest: 'urgent',
      isNews: true,
      afterIds: ['second', 'third'],
    }),
  ]);
});

test('an item that stays as it is brings no news, and what a person settled is not told again', () => {
  const known = change('second', ['copay-changed'], { newCodes: [], isWaiting: true });

  expect(planItems([policy([known])], [item({ state: 'snoozed' })], []).items).toEqual([expect.objectContaining({ isNews: false })]);
  expect(planItems([policy([{ ...known, isWaiting: false }])], [settled()], [])).toEqual({ items: [], closed: [] });
});

test('something new in what was settled makes an item of its own', () => {
  const known = change('second', ['became-inactive', 'copay-changed'], { newCodes: ['became-inactive'] });

  expect(planItems([policy([known])], [settled()], []).items).toEqual([expect.objectContaining({ id: null, isNews: true })]);
});

test('an item in which nothing is left is closed, and comes back where something is there again', () => {
  const known = change('second', ['copay-changed'], { newCodes: [], isWaiting: true });

  expect(planItems([policy([])], [item()], [])).toEqual({ items: [], closed: ['item'] });
  expect(planItems([policy([known])], [item({ state: 'done' })], []).items).toEqual([
    expect.objectContaining({ id: 'item', isNews: true }),
  ]);
});

test('of two open items about what has become one policy one stays', () => {
  const both = [
    change('second', ['copay-changed'], { newCodes: [], isWaiting: true }),
    change('third', ['group-changed'], { newCodes: [], isWaiting: true }),
  ];

  const plan = planItems([policy(both)], [item({ id: 'other', inquiryId: 'third', policyId: 'x' }), item()], []);

  expect(plan.items).toEqual([expect.objectContaining({ id: 'other', codes: ['group-changed', 'copay-changed'], isNews: false })]);
  expect(plan.closed).toEqual(['item']);
});

test('muted codes make no item', () => {
  expect(planItems([policy([change('second', ['copay-changed'])])], [], ['copay-changed']).items).toEqual([]);
});

test('an end that comes near makes one item, which is not repeated and not made again once a person closed it', () => {
  const near = policy([], { endsOn: '2026-12-31', isEndNear: true });
  const told = item({ isWatch: true, dueOn: '2026-12-31', inquiryId: 'third' });

  expect(planItems([near], [], []).items).toEqual([
    expect.objectContaining({
      id: null,
      inquiryId: 'third',
      codes: ['coverage-ends-soon'],
      dueOn: '2026-12-31',
      isWatch: true,
      isNews: true,
    }),
  ]);
  expect(planItems([near], [told], []).items).toEqual([expect.objectContaining({ id: 'item', isNews: false })]);
  expect(planItems([near], [{ ...told, state: 'done', isSettled: true }], []).items).toEqual([]);
  const again = change('third', ['coverage-ends-soon']);
  expect(planItems([{ ...near, changes: [again] }], [{ ...told, state: 'done', isSettled: true }], []).items).toEqual([]);
});

test('an end that a newer answer moved is told no more', () => {
  const told = item({ isWatch: true, dueOn: '2026-12-31' });

  expect(planItems([policy([], { endsOn: '2027-12-31' })], [told], [])).toEqual({ items: [], closed: ['item'] });
});
