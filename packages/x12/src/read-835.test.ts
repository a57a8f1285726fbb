import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInterchanges, transactionsOf } from './interchanges.ts';
import { read835 } from './read-835.ts';
import { bytesOf, onlyTransaction, PAID_CLAIM, REMITTANCE, x12File, type FileOptions } from './x12-file.test-kit.ts';

const OPTIONS = { code: '835', version: '005010X221A1' } as const satisfies FileOptions;
const read = (body: string[], options: FileOptions = {}) => read835(onlyTransaction(x12File(body, { ...OPTIONS, ...options })));

test('a claim is read with its amounts, days, people, lines and why not all was paid', () => {
  expect(read([...REMITTANCE, ...PAID_CLAIM])).toEqual({
    payer: 'TIDEWATER HEALTH',
    payerId: '1512345678',
    total: '100',
    keptBack: [],
    payee: 'HARBOR RECOVERY CENTER',
    payeeNpi: '1234567893',
    madeOn: '2026-03-15',
    claims: [
      {
        controlNumber: 'PCN-7001',
        payerNumber: 'ICN9001',
        status: '1',
        charged: '300',
        paid: '100',
        patientPart: '80',
        allowed: null,
        people: [{ role: 'QC', lastName: 'QUACKENBUSH', firstName: 'OTTOLINE', memberId: 'XQZ100200300' }],
        birthDate: null,
        renderingNpi: null,
        adjustments: [],
        from: '2026-03-03',
        to: '2026-03-03',
        lines: [
          {
            qualifier: 'HC',
            code: '90837',
            charged: '300',
            paid: '100',
            allowed: '180',
            adjustments: [
              { group: 'CO', reason: '45', amount: '120' },
              { group: 'PR', reason: '1', amount: '50' },
              { group: 'PR', reason: '2', amount: '30' },
            ],
            from: '2026-03-03',
            to: '2026-03-03',
          },
        ],
        position: expect.any(Number),
      },
    ],
  });
});

test('a claim without lines has its own days, adjustments and allowed amount', () => {
  const [claim] = read([
    ...REMITTANCE,
    'CLP*PCN-1*1*4000*2500*500*13*ICN1',
    'CAS*CO*45*1000',
    'CAS*PR*2*500',
    'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    'NM1*74*1**OTTOLINA****C*XQZ100200301',
    'NM1*82*1*STONE*IDA****XX*1982736450',
    'DMG*D8*19840719*F',
    'DTM*232*20260301',
    'DTM*233*20260305',
    'AMT*AU*3000',
  ]).claims;
  expect(claim).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-05',
    allowed: '3000',
    birthDate: '1984-07-19',
    renderingNpi: '1982736450',
  });
  expect(claim?.adjustments).toHaveLength(2);
  expect(claim?.people.map(({ role }) => role)).toEqual(['QC', '74']);
});

test('what comes after the claims, and the totals of a provider, belong to no claim', () => {
  const { claims } = read([...REMITTANCE, ...PAID_CLAIM, 'PLB*1234567893*20261231*WO:ICN1*50', 'CAS*PR*3*10']);
  expect(claims[0]?.lines[0]?.adjustments).toHaveLength(3);
});

test('what a payer keeps back or adds for no claim is read, each with its sign', () => {
  const { keptBack, claims } = read([...REMITTANCE, ...PAID_CLAIM, 'PLB*1*20261231*WO:ICN1*50*L6:I*-2.50', 'PLB*1*20261231*FB*0']);
  expect([keptBack, claims.length]).toEqual([['50', '-2.50', '0'], 1]);
});

test('who pays is told by the trace, else by the payment, else by the name', () => {
  const [bpr = '', trn = '', ...rest] = REMITTANCE;
  const bare = bpr.replace('*1512345678', '*');
  expect([
    read([bpr.replace('1512345678', '1999999999'), trn, ...rest]).payerId,
    read([bpr, 'TRN*1*EFT1', ...rest]).payerId,
    read([bare, 'TRN*1*EFT1', ...rest]).payerId,
    read([bare, ...rest.filter((segment) => !segment.startsWith('N1*PR'))]).payerId,
  ]).toEqual(['1512345678', '1512345678', 'TW001', null]);
});

test('a social security number is read by nobody', () => {
  const [claim] = read([...REMITTANCE, 'CLP*PCN-1*1*10*10**12*ICN1', 'NM1*QC*1*QUACKENBUSH*OTTOLINE****34*999001234']).claims;
  expect(claim?.people).toEqual([{ role: 'QC', lastName: 'QUACKENBUSH', firstName: 'OTTOLINE', memberId: null }]);
});

test.each([
  { element: '|', component: '>', terminator: '\n' },
  { component: '<', lineEnd: '\r\n' },
  { element: '^', repetition: '!', terminator: '\u001D' },
])('delimiters come from the file: %j', (options) => {
  expect(read([...REMITTANCE, ...PAID_CLAIM], options)).toMatchObject({ claims: [{ lines: [{ code: '90837', allowed: '180' }] }] });
});

test('several payments in one file are each read, and a 271 among them is passed over', () => {
  const file =
    x12File([...REMITTANCE, ...PAID_CLAIM], OPTIONS) +
    x12File(['BHT*0022*11*R*20261122*1201', 'HL*1**20*1']) +
    x12File([...REMITTANCE, ...PAID_CLAIM, ...PAID_CLAIM], OPTIONS);
  const all = transactionsOf(readInterchanges(bytesOf(file))).map(read835);
  expect(all.map(({ claims }) => claims.length)).toEqual([1, 0, 2]);
});

test('whatever the segments, nothing is thrown', () => {
  const segment = fc
    .tuple(
      fc.constantFrom('CLP', 'SVC', 'CAS', 'NM1', 'DTM', 'AMT', 'N1', 'LX', 'PLB', 'DMG', 'BPR', 'TRN', 'ZZ'),
      fc.array(fc.string({ maxLength: 9 }), { maxLength: 20 }),
    )
    .map(([id, elements]) => [id, ...elements].join('*'));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 30 }), (segments) => {
      const reading = readInterchanges(bytesOf(x12File([...REMITTANCE, ...segments], OPTIONS)));
      expect(() => transactionsOf(reading).map(read835)).not.toThrow();
    }),
  );
});
