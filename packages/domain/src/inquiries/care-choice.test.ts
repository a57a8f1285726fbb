import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CareLevel, careChoice, careChoiceWords } from './care-choice.ts';
import { LEVELS_OF_CARE } from './coverage/care-levels.ts';

const ALL: CareLevel[] = LEVELS_OF_CARE.map(({ key }) => key);
const field = (codes: string, max: number | null = null) => ({
  options: codes.split(' ').map((id) => ({ id, name: `Service ${id}` })),
  multiple: max !== 1,
  max_options: max,
});
const codesOf = (levels: CareLevel[], codes: string, max: number | null = null, silent: string[] = []) =>
  careChoice(levels, field(codes, max), silent).codes;

test('each level is asked by its very service, after the plan', () => {
  expect(codesOf(['dtx', 'rtc', 'php', 'op'], '30 MH AI A7 CI RT BB CF A6')).toEqual(['30', 'CI', 'RT', 'BB', 'CF']);
});

test('a level without a service of its own is asked by what stands nearest, and it is said', () => {
  const taken = field('30 MH RT');
  const choice = careChoice(['rtc', 'iop'], taken, []);
  expect(choice.codes).toEqual(['30', 'RT', 'MH']);
  expect(careChoiceWords(choice, { payerName: 'Sunflower', field: taken })).toEqual({
    asks: 'Asks: Service 30 (30), Service RT (RT), Service MH (MH)',
    notes: ['Sunflower has no own code for Intensive OP; asks Service MH (MH).'],
  });
});

test('a payer that takes one service type is asked the one that stands for most, and what is not asked is said', () => {
  const taken = field('30 MH AI', 1);
  const choice = careChoice(['dtx', 'php', 'iop', 'op'], taken, []);
  expect(choice.codes).toEqual(['MH']);
  const { asks, notes } = careChoiceWords(choice, { payerName: 'Sunflower', field: taken });
  expect(asks).toBe('Asks: Service MH (MH)');
  expect(notes[0]).toBe('Sunflower takes one service type at a time: Detox is not asked.');
  expect(notes).toHaveLength(4);
  expect(codesOf(['dtx'], '30 MH AI', 1)).toEqual(['AI']);
});

test('what a payer does not answer about is not asked where something else can be, and it is said', () => {
  const taken = field('30 MH RT A5');
  const choice = careChoice(['rtc'], taken, ['RT']);
  expect(choice.codes).toEqual(['30', 'A5']);
  expect(careChoiceWords(choice, { payerName: 'Sunflower', field: taken }).notes).toEqual([
    'Sunflower does not answer about Service RT (RT); asks Service A5 (A5).',
  ]);
});

test('only the plan is asked where a payer knows nothing of a level, and nothing where it does not even know that', () => {
  expect(codesOf(['php'], '30 98')).toEqual(['30']);
  const taken = field('98 35');
  const choice = careChoice(['php'], taken, []);
  expect(choice.codes).toEqual([]);
  expect(careChoiceWords(choice, { payerName: 'Sunflower', field: taken })).toEqual({
    asks: 'Asks: nothing yet',
    notes: ['Sunflower has no own code for Partial Hosp.: Partial Hosp. is not asked.'],
  });
});

test('no level asks nothing', () => {
  expect(careChoice([], field('30 MH'), [])).toEqual({ codes: [], levels: [] });
});

const known = [...new Set(['30', '98', '35', ...LEVELS_OF_CARE.flatMap(({ own, near, wider }) => [...own, ...near, ...wider])])];
const levelOf = (level: CareLevel) => LEVELS_OF_CARE.find(({ key }) => key === level);
const ownOf = (level: CareLevel) => levelOf(level)?.own ?? [];
const allOf = (level: CareLevel) => [...ownOf(level), ...(levelOf(level)?.near ?? []), ...(levelOf(level)?.wider ?? []), '30'];
const payer = fc.record({
  chosen: fc.subarray(ALL),
  offered: fc.subarray(known),
  max: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
  silent: fc.subarray(known),
});

test('never more than the payer takes, nothing it does not offer, nothing twice', () => {
  fc.assert(
    fc.property(payer, ({ chosen, offered, max, silent }) => {
      const { codes, levels } = careChoice(chosen, field(offered.join(' '), max), silent);
      expect(codes.length).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes.filter((code) => !offered.includes(code))).toEqual([]);
      expect(codes.filter((code) => silent.includes(code) && code !== '30')).toEqual([]);
      expect(levels.map(({ level }) => level)).toEqual(ALL.filter((key) => chosen.includes(key)));
      expect(levels.filter(({ code }) => code !== null && !codes.includes(code))).toEqual([]);
    }),
  );
});

test('a payer without a limit is asked the very service of every level for which it has one that it answers', () => {
  fc.assert(
    fc.property(payer, ({ chosen, offered, silent }) => {
      const { levels } = careChoice(chosen, field(offered.join(' ')), silent);
      const hasOwn = (level: CareLevel) => ownOf(level).some((code) => offered.includes(code) && !silent.includes(code));
      expect(levels.filter(({ level, nearness }) => hasOwn(level) !== (nearness === 'own'))).toEqual([]);
    }),
  );
});

test('a level that is not asked has no service that could be, or the payer takes no more', () => {
  fc.assert(
    fc.property(payer, ({ chosen, offered, max, silent }) => {
      const { codes, levels } = careChoice(chosen, field(offered.join(' '), max), silent);
      const canBeAsked = (level: CareLevel) => allOf(level).some((each) => offered.includes(each) && !silent.includes(each));
      expect(levels.filter(({ level, code }) => code === null && codes.length !== max && canBeAsked(level))).toEqual([]);
    }),
  );
});
