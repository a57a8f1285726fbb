import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInterchanges, transactionsOf } from './interchanges.ts';
import type { AnswerLine, PayerAnswer } from './payer-answer.ts';
import { explain271, read271, type Reading271 } from './read-271.ts';
import { bytesOf, DEPENDENT, onlyTransaction, SUBSCRIBER, x12File, type FileOptions } from './x12-file.test-kit.ts';

const explain = (body: string[], options?: FileOptions): Reading271 => explain271(onlyTransaction(x12File(body, options)));
function only(body: string[], options?: FileOptions): PayerAnswer {
  const { answers } = explain(body, options);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new Error(`${answers.length} answers`);
  return answer;
}
const linesOf = (...benefits: string[]): AnswerLine[] => only([...SUBSCRIBER, ...benefits]).lines;
function lineOf(...benefits: string[]): AnswerLine {
  const [line] = linesOf(...benefits);
  if (line === undefined) throw new Error('no line');
  return line;
}

test('payer, provider, patient and their references are read', () => {
  const answer = only([...SUBSCRIBER, 'EB*1**30']);
  expect(answer.payer).toEqual({ name: 'TIDEWATER HEALTH', id: 'TW001' });
  expect(answer.patient).toEqual({
    firstName: 'OTTOLINE',
    middleName: 'M',
    lastName: 'QUACKENBUSH',
    suffix: null,
    birthDate: '1984-07-19',
    gender: 'F',
    memberId: 'XQZ100200300',
    address: { street: '12 LANTERN ROW', city: 'SAN LUCIA', state: 'CA', zip: '90210' },
    facts: [],
    relationship: { code: '18', text: 'Self' },
  });
  expect(answer.plans[0]?.contacts[0]).toMatchObject({
    name: 'TIDEWATER HEALTH',
    contacts: [{ name: 'PROVIDER LINE', info: [{ label: 'Phone', value: '8005550142' }] }],
  });
  expect(answer.facts).toContainEqual({ label: 'Trace number of the question', value: 'HARBOR-TRACE-1, from 9HARBOR0001' });
  expect(answer.facts).toContainEqual({ label: 'Requesting provider: NPI', value: '1234567893' });
});

test('each service type of an EB has its line, with everything that hangs on the EB', () => {
  const lines = linesOf('EB*B*IND*98^MH^A6***27*25*****Y', 'MSG*OFFICE VISIT ONLY', 'III*ZZ*11');
  expect(lines.map(({ id, service }) => [id, service?.code])).toEqual([
    ['EB@15.1', '98'],
    ['EB@15.2', 'MH'],
    ['EB@15.3', 'A6'],
  ]);
  for (const line of lines)
    expect(line).toMatchObject({
      kind: 'B',
      amount: '25',
      period: { code: '27' },
      network: 'in',
      level: { code: 'IND' },
      texts: ['OFFICE VISIT ONLY'],
      placeOfService: { code: '11', text: 'Office' },
    });
});

test('in 4010 an EB has one service type', () => {
  const { lines } = only([...SUBSCRIBER, 'EB*C*FAM*30***23*3000'], { version: '004010X092A1' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ service: { code: '30' }, level: { code: 'FAM' }, amount: '3000' });
});

test.each([
  ['.2', '20'],
  ['0', '0'],
  ['.00', '0'],
  ['1', '100'],
  ['.125', '12.5'],
  ['20', '20'],
  ['ZERO', 'ZERO'],
])('a share of %s is %s percent', (sent, percent) => {
  expect(lineOf(`EB*A**MH*****${sent}`).percent).toBe(percent);
});

test('what is not stated is null, and zero is zero', () => {
  expect(lineOf('EB*B**98')).toMatchObject({ amount: null, percent: null, period: null, level: null, network: 'not-stated' });
  expect(lineOf('EB*B**98****0')).toMatchObject({ amount: '0' });
});

test.each([
  ['Y', 'in'],
  ['N', 'out'],
  ['W', 'both'],
  ['U', 'unknown'],
  ['', 'not-stated'],
])('network %s is %s', (code, network) => {
  expect(lineOf(`EB*C**30***23*500*****${code}`).network).toBe(network);
});

test('codes outside the lists are kept as sent', () => {
  const line = lineOf('EB*ZQ*ZZZ*Q99*QQ*PLAN WORDS*99*12**Q1*3*M*V');
  expect(line).toMatchObject({
    kind: 'ZQ',
    level: { code: 'ZZZ' },
    service: { code: 'Q99' },
    period: { code: '99' },
    network: 'not-stated',
  });
  expect(line.facts).toEqual([
    { label: 'Authorization code', value: 'M' },
    { label: 'Network code', value: 'V' },
  ]);
});

test('codes that are names of object properties are codes like any other', () => {
  const line = lineOf('EB*constructor**__proto__*toString', 'REF*__proto__*A1', 'DTP*constructor*D8*20260101', 'III*ZZ*__proto__');
  expect(line).toMatchObject({ kind: 'constructor', service: { code: 'proto' } });
  expect(line.facts).toContainEqual({ label: 'Reference __proto__', value: 'A1' });
});

test('a line about a procedure alone names it, and is not about the plan', () => {
  const line = lineOf('EB*B*****27*40*****Y*HC:90837:95');
  expect(line.service).toEqual({ code: null, text: 'HCPCS 90837 (modifiers 95)' });
});

test('delivery, dates, quantities and references of a line are read', () => {
  const line = lineOf(
    'EB*F**MH***22***VS*30*Y*W',
    'HSD*FL*1***34*6',
    'REF*G1*AUTH77',
    'DTP*348*D8*20260101',
    'DTP*292*RD8*20260101-99991231',
    'DTP*472*D8*2026',
  );
  expect(line).toMatchObject({ quantity: { value: '30', qualifier: { code: 'VS' } }, authorization: 'yes', network: 'both' });
  expect(line.deliveries).toEqual([
    {
      quantity: '1',
      quantityQualifier: { code: 'FL', text: 'Units' },
      per: null,
      periods: '6',
      period: { code: '34', text: null },
      pattern: null,
      time: null,
    },
  ]);
  expect(line.facts).toEqual([{ label: 'Prior authorization number', value: 'AUTH77' }]);
  expect(line.dates.map(({ qualifier, from, to, text }) => [qualifier, from, to, text])).toEqual([
    ['348', '2026-01-01', null, null],
    ['292', '2026-01-01', null, null],
    ['472', null, null, '2026'],
  ]);
});

test('several parties of one LS, parties without LS, and lines after LE are read', () => {
  const lines = linesOf(
    'EB*U**MH',
    'LS*2120',
    'NM1*TV*2*LANTERN BEHAVIORAL*****PI*LB1',
    'N3*9 QUAY',
    'N4*PORT*WA*98101',
    'PER*IC**TE*8005550177*UR*LANTERN.EXAMPLE',
    'NM1*Y2*2*SECOND MCO',
    'LE*2120',
    'MSG*CALL FOR BENEFITS',
    'EB*L**30',
    'NM1*P3*1*MARROW*IDA****XX*1234567893',
    'PRV*PC*PXC*207Q00000X',
    'EB*C**30***23*500',
  );
  expect(lines).toHaveLength(3);
  expect(lines[0]?.entities.map(({ role, name }) => [role.code, name])).toEqual([
    ['TV', 'LANTERN BEHAVIORAL'],
    ['Y2', 'SECOND MCO'],
  ]);
  expect(lines[0]?.entities[0]).toMatchObject({
    address: { street: '9 QUAY', city: 'PORT' },
    contacts: [
      {
        info: [
          { label: 'Phone', value: '8005550177' },
          { label: 'Website', value: 'LANTERN.EXAMPLE' },
        ],
      },
    ],
  });
  expect(lines[0]?.texts).toEqual(['CALL FOR BENEFITS']);
  expect(lines[1]?.entities[0]?.name).toBe('IDA MARROW');
  expect(lines[2]).toMatchObject({ kind: 'C', amount: '500' });
});

test('another payer is no plan of this one, and who is insured there is no payer', () => {
  const answer = only([
    ...SUBSCRIBER,
    'EB*1**30*HM*HARBOR GOLD',
    'EB*R**30*C1*OTHER PLAN',
    'REF*1L*G-77',
    'DTP*290*RD8*20250101-20261231',
    'LS*2120',
    'NM1*PRP*2*BEACON MUTUAL*****PI*BM9',
    'NM1*IL*1*QUACKENBUSH*LEOPOLD****MI*BM555',
    'LE*2120',
    'EB*B**98***27*25',
  ]);
  expect(answer.payer.name).toBe('TIDEWATER HEALTH');
  expect(answer.plans.map(({ name }) => name)).toEqual(['HARBOR GOLD']);
  const other = answer.lines[1];
  expect(other?.entities).toHaveLength(1);
  expect(other?.entities[0]).toMatchObject({ name: 'BEACON MUTUAL', primary: true, memberId: 'BM555' });
  expect(other?.entities[0]?.facts).toContainEqual({ label: 'Insured', value: 'LEOPOLD QUACKENBUSH' });
  expect(other).toMatchObject({ planName: 'OTHER PLAN', insuranceType: { code: 'C1' } });
  expect(answer.lines.map(({ plan }) => plan)).toEqual([0, 0, 0]);
});

test('lines go to the plan they name, or to the one before; only a status opens another', () => {
  const answer = only([
    ...SUBSCRIBER,
    'EB*1**30*HM*HARBOR GOLD',
    'EB*C*IND*30***23*500',
    'EB*B**98**COPAY TIER 2*27*40',
    'EB*1**30*PR*TIDE SILVER',
    'EB*C*IND*30***23*1000',
    'EB*B**98**HARBOR GOLD*27*20',
    'EB*1**35**SMILE DENTAL',
    'EB*C*IND*35***23*50',
    'EB*G*IND*30***23*6000',
  ]);
  expect(answer.plans.map(({ name }) => name)).toEqual(['HARBOR GOLD', 'TIDE SILVER', 'SMILE DENTAL']);
  const placed = answer.lines.map(({ plan, amount, planName }) => [plan, amount, planName]);
  expect(placed).toEqual([
    [0, null, null],
    [0, '500', null],
    [0, '40', 'COPAY TIER 2'],
    [0, '20', null],
    [0, '6000', null],
    [1, null, null],
    [1, '1000', null],
    [2, null, null],
    [2, '50', null],
  ]);
});

test('Medicare parts, which have no names, are plans by their insurance type', () => {
  const answer = only([...SUBSCRIBER, 'EB*1**30*MA', 'EB*1**30*MB', 'EB*C**30*MA*.*26*1676', 'EB*C**30*MB**23*240']);
  expect(answer.plans.map(({ insuranceType }) => insuranceType?.code)).toEqual(['MA', 'MB']);
  expect(answer.lines.filter(({ kind }) => kind === 'C').map(({ plan, amount }) => [plan, amount])).toEqual([
    [0, '1676'],
    [1, '240'],
  ]);
});

test('numbers and dates of the person are those of the plan; the day asked for is apart', () => {
  const answer = only([
    ...SUBSCRIBER,
    'REF*18*PLAN7',
    'REF*6P*GRP1*HARBOR UNION',
    'REF*N6*N1*BLUE TIDE',
    'DTP*346*D8*20260101',
    'DTP*472*D8*20261122',
    'EB*1**30',
  ]);
  expect(answer.plans[0]).toMatchObject({ number: 'PLAN7', groupNumber: 'GRP1', groupName: 'HARBOR UNION', networkName: 'BLUE TIDE' });
  expect(answer.plans[0]?.dates.map(({ qualifier, from }) => [qualifier, from])).toEqual([['346', '2026-01-01']]);
  expect(answer.answeredFor).toEqual([{ qualifier: '472', label: 'Service', from: '2026-11-22', to: '2026-11-22', text: null }]);
});

test("a date of the plan's own status beats the person's, which is kept", () => {
  const answer = only([...SUBSCRIBER, 'DTP*346*D8*20200101', 'EB*1**30', 'DTP*346*D8*20260101']);
  expect(answer.plans[0]?.dates).toEqual([]);
  expect(answer.plans[0]?.facts).toContainEqual({ label: 'Plan begin of the person', value: '2020-01-01' });
});

test('changed identity data is told', () => {
  expect(only([...SUBSCRIBER.slice(0, -1), 'INS*Y*18*001*25', 'EB*1**30']).updateYourRecords).toBe(true);
});

test('of a social security number the last digits are kept', () => {
  const text = JSON.stringify(only([...SUBSCRIBER, 'REF*SY*987654321', 'EB*1**30']));
  expect(text).not.toContain('987654321');
  expect(text).toContain('ends in 4321');
});

test('the dependent is the patient', () => {
  const answer = only([...DEPENDENT, 'EB*1**30*HM*HARBOR GOLD']);
  expect(answer.patient).toMatchObject({ firstName: 'BARNABY', birthDate: '2012-03-04', relationship: { code: '19', text: 'Child' } });
  expect(answer.subscriber).toMatchObject({ firstName: 'OTTOLINE', memberId: 'XQZ100200300' });
});

test('what is said of the subscriber stands apart in the answer about a dependent', () => {
  const body = [
    ...DEPENDENT.slice(0, 8),
    'EB*1**30*HM*HARBOR GOLD',
    'EB*C*FAM*30***23*3000',
    ...DEPENDENT.slice(8),
    'EB*6**30*HM*HARBOR GOLD',
    'EB*B**98***27*25',
  ];
  const answer = only(body);
  expect(answer.plans).toHaveLength(2);
  expect(answer.lines.map(({ plan, kind }) => [plan, kind])).toEqual([
    [0, '6'],
    [0, 'B'],
    [1, 'C'],
  ]);
  expect(answer.lines[2]?.facts).toContainEqual({ label: 'About', value: 'the subscriber, not the patient' });
  expect(answer.notices).toEqual([
    { kind: 'other', text: 'Said of the subscriber, not of the patient: active, service type 30, HARBOR GOLD.' },
  ]);
});

test('where nothing is said of the dependent, the subscriber’s lines answer, and say whom they are about', () => {
  const answer = only([...DEPENDENT.slice(0, 8), 'EB*1**30', ...DEPENDENT.slice(8)]);
  expect(answer.lines.map(({ kind, facts }) => [kind, facts[0]?.label])).toEqual([['1', 'About']]);
});

test('a dependent who was refused gets no status from the subscriber', () => {
  const { answers, rejections } = explain([...DEPENDENT.slice(0, 8), 'EB*1**30', ...DEPENDENT.slice(8, 11), 'AAA*N**77*C']);
  expect(answers[0]?.lines).toEqual([]);
  expect(rejections.map(({ loop, code, answers: concerned }) => [loop, code, concerned])).toEqual([['2100D', '77', [0]]]);
});

test('several patients of a transaction have an answer each, with payer and provider in all', () => {
  const second = ['HL*4*2*22*0', 'TRN*2*T2*9HARBOR0001', 'NM1*IL*1*PELL*JUNO****MI*M2', 'EB*6**30'];
  const { answers } = explain([...SUBSCRIBER, 'EB*1**30', ...second]);
  expect(answers.map(({ patient, lines, payer }) => [patient?.firstName, lines[0]?.kind, payer.id])).toEqual([
    ['OTTOLINE', '1', 'TW001'],
    ['JUNO', '6', 'TW001'],
  ]);
  expect(answers[0]?.facts.some(({ value }) => value.startsWith('T2'))).toBe(false);
});

test.each([
  ['2000A', [1, 2], 'Payer'],
  ['2100A', [1, 4], 'Payer'],
  ['2100B', [1, 6], 'Provider'],
  ['2000C', [1, 7], 'Subscriber'],
  ['2100C', [1, 11], 'Subscriber'],
] as const)('a rejection in loop %s says whose it is', (loop, [, to], whose) => {
  const { answers, rejections } = explain([...SUBSCRIBER.slice(0, to), 'AAA*N**72*C', 'AAA*Y**42*P']);
  expect(rejections.map((rejection) => [rejection.loop, rejection.code, rejection.followUp, rejection.wasValid])).toEqual([
    [loop, '72', 'C', false],
    [loop, '42', 'P', true],
  ]);
  expect(answers).toHaveLength(1);
  expect(answers[0]?.notices[0]).toEqual({
    kind: 'rejected',
    text: `${whose}: Invalid/Missing Subscriber/Insured ID (AAA 72). Please Correct and Resubmit.`,
  });
});

test('a rejection of one benefit stands beside the others', () => {
  const { answers, rejections } = explain([...SUBSCRIBER, 'EB*1**30', 'EB*V**MH', 'AAA*N**53*N']);
  expect(rejections.map(({ loop }) => loop)).toEqual(['2110C']);
  expect(answers[0]?.lines[1]?.facts[0]).toMatchObject({ label: 'Rejected' });
});

test('without hierarchy, with wrong parents, with an unknown level: still read, and told', () => {
  const without = explain([...DEPENDENT, 'EB*1**30'].filter((segment) => !segment.startsWith('HL')));
  expect(without.answers).toHaveLength(1);
  expect(without.answers[0]).toMatchObject({
    payer: { id: 'TW001' },
    patient: { firstName: 'BARNABY' },
    subscriber: { firstName: 'OTTOLINE' },
  });
  const wrong = explain([...DEPENDENT, 'EB*1**30'].map((segment) => segment.replace(/^HL\*(\d)\*\d/, 'HL*$1*9')));
  expect(wrong.answers[0]).toMatchObject({ patient: { firstName: 'BARNABY' }, subscriber: { firstName: 'OTTOLINE' } });
  expect(wrong.problems.map(({ code }) => code)).toContain('hierarchy');
  expect(explain([...SUBSCRIBER, 'EB*1**30', 'HL*9*1*77', 'NM1*ZZ*2*SOMEBODY']).problems.map(({ code }) => code)).toContain('hierarchy');
});

test('unknown segments are kept where they stand, and counted', () => {
  const { answers, counts, problems, uses } = explain([...SUBSCRIBER, 'EB*1**30', 'ZZZ*CANARY*2', 'EB*ZQ**30']);
  expect(answers[0]?.lines[0]?.facts).toEqual([{ label: 'Segment ZZZ', value: 'CANARY*2' }]);
  expect(counts.alsoSaid).toBe(2);
  expect(problems.map(({ code }) => code)).toEqual(['unknown-segment']);
  expect(uses[SUBSCRIBER.length + 2]).toMatchObject({ place: 'also-said', line: 'EB@15', loop: '2110C' });
});

const IDS = [
  'EB',
  'HSD',
  'MSG',
  'III',
  'DTP',
  'REF',
  'NM1',
  'N3',
  'N4',
  'PER',
  'PRV',
  'LS',
  'LE',
  'AAA',
  'HL',
  'TRN',
  'INS',
  'DMG',
  'HI',
  'MPI',
  'EQ',
  'BHT',
  'ZZZ',
  'AMT',
];
const CODES = [
  '1',
  '6',
  'A',
  'C',
  'R',
  'IND',
  '30',
  'MH',
  '30^98',
  'HM',
  'IL',
  '03',
  'PR',
  '1P',
  '20',
  '21',
  '22',
  '23',
  'D8',
  '20260101',
  'RD8',
  'ZZ',
  'MI',
  'SY',
  '',
];
const anySegment = fc
  .tuple(fc.constantFrom(...IDS), fc.array(fc.constantFrom(...CODES), { maxLength: 14 }))
  .map(([id, values]) => [id, ...values].join('*'));

test('any segments in any order are read without throwing, and each is counted once', () => {
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 60 }), (body) => {
      for (const transaction of transactionsOf(readInterchanges(bytesOf(x12File(body))))) {
        const { counts, uses, answers } = explain271(transaction);
        expect(uses).toHaveLength(transaction.segments.length);
        expect(counts.answer + counts.alsoSaid + counts.problem + counts.structure).toBe(counts.segments);
        expect(counts.segments).toBe(transaction.segments.length);
        expect(answers.length).toBeGreaterThan(0);
        for (const { lines } of answers) expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      }
    }),
    { numRuns: 1000 },
  );
});

/** Elements that say how to read others: what they say is in the form of the answer, not in its words. */
const READ_AS_FORM = new Set(['NM102', 'DTP02', 'DMG01', 'AAA01', 'PER01', 'INS01', 'BHT01', 'BHT02', 'PRV02', 'EB12', 'EB11']);

test('every value of every segment of a line is found in the answer', () => {
  let number = 0;
  const canary = () => `CANARY${(number += 1)}Q`;
  const segments = ['EB', 'HSD', 'MSG', 'III', 'REF', 'DTP', 'LS', 'NM1', 'N3', 'N4', 'PER', 'PRV', 'LE', 'AAA', 'ZZZ'];
  const values = new Map<string, string>();
  const written = segments.map((id) => {
    const elements = Array.from({ length: 16 }, (_, at) => {
      const name = `${id}${String(at + 1).padStart(2, '0')}`;
      if (id === 'LS' || id === 'LE') return at === 0 ? '2120' : '';
      if (READ_AS_FORM.has(name)) return id === 'NM1' ? '1' : '';
      const value = canary();
      values.set(name, value);
      return value;
    });
    return [id, ...elements].join('*');
  });
  const text = JSON.stringify(read271(onlyTransaction(x12File([...SUBSCRIBER, ...written]))));
  const missing = [...values].filter(([, value]) => !text.includes(value)).map(([name]) => name);
  expect(missing).toEqual([]);
});

test('every value said of a person, payer and provider is found in the answer', () => {
  let number = 0;
  const values = new Map<string, string>();
  const filled = (id: string, loop: string, fixed: Record<number, string>) =>
    [
      id,
      ...Array.from({ length: 12 }, (_, at) => {
        const given = fixed[at + 1];
        if (given !== undefined) return given;
        number += 1;
        values.set(`${loop} ${id}${at + 1}`, `CANARY${number}Q`);
        return `CANARY${number}Q`;
      }),
    ].join('*');
  const party = (loop: string, hl: string, role: string) => [
    hl,
    filled('NM1', loop, { 1: role, 2: '1' }),
    filled('REF', loop, {}),
    filled('N3', loop, {}),
    filled('N4', loop, {}),
    filled('PER', loop, { 1: 'IC' }),
    filled('PRV', loop, { 2: 'PXC' }),
    filled('DTP', loop, { 2: 'D8' }),
    filled('TRN', loop, {}),
    filled('ZZZ', loop, {}),
  ];
  const person = (loop: string) => [
    filled('DMG', loop, { 1: 'D8' }),
    filled('INS', loop, { 1: 'Y' }),
    filled('HI', loop, {}),
    filled('MPI', loop, {}),
  ];
  const body = [
    ...party('A', 'HL*1**20*1', 'PR'),
    ...party('B', 'HL*2*1*21*1', '1P'),
    ...party('C', 'HL*3*2*22*1', 'IL'),
    ...person('C'),
    ...party('D', 'HL*4*3*23*0', '03'),
    ...person('D'),
  ];
  for (const benefits of [[], ['EB*1**30']]) {
    const text = JSON.stringify(read271(onlyTransaction(x12File([...body, ...benefits]))));
    const missing = [...values].filter(([, value]) => !text.includes(value)).map(([name]) => name);
    expect(missing).toEqual([]);
  }
});
