/** Files for tests, put together from the grammar with invented people. */
import type { Transaction } from './envelopes.ts';
import { readInterchanges, transactionsOf } from './interchanges.ts';
import { encodeText } from './text.ts';

export interface FileOptions {
  element?: string;
  component?: string;
  repetition?: string;
  terminator?: string;
  /** After each terminator. */
  lineEnd?: string;
  version?: string;
  code?: '270' | '271' | '835' | '997' | '999';
}

const HEADS = { 270: 'HS', 271: 'HB', 835: 'HP', 997: 'FA', 999: 'FA' } as const;

/** ISA to IEA around the body, whose segments are written with `*`, `:`, `^`. */
export function x12File(body: string[], options: FileOptions = {}): string {
  const {
    element = '*',
    component = ':',
    repetition = '^',
    terminator = '~',
    lineEnd = '',
    version = '005010X279A1',
    code = '271',
  } = options;
  const is4010 = version.startsWith('004');
  const written = body.map((segment) =>
    segment.replaceAll(/[*:^]/g, (sign) => (sign === '*' ? element : sign === ':' ? component : repetition)),
  );
  const join = (...parts: string[]) => parts.join(element);
  const segments = [
    join(
      'ISA',
      '00',
      ' '.repeat(10),
      '00',
      ' '.repeat(10),
      'ZZ',
      'HARBORSENDER   ',
      'ZZ',
      'TIDEWATER      ',
      '261122',
      '1200',
      is4010 ? 'U' : repetition,
      is4010 ? '00401' : '00501',
      '000000907',
      '0',
      'T',
      component,
    ),
    join('GS', HEADS[code], 'HARBORSENDER', 'TIDEWATER', '20261122', '1200', '907', 'X', version),
    is4010 || code === '997' || code === '835' ? join('ST', code, '0001') : join('ST', code, '0001', version),
    ...written,
    join('SE', String(written.length + 2), '0001'),
    join('GE', '1', '907'),
    join('IEA', '1', '000000907'),
  ];
  return segments.map((segment) => `${segment}${terminator}${lineEnd}`).join('');
}

export const bytesOf = (text: string): Uint8Array => encodeText(text, 'utf-8');

export function onlyTransaction(text: string): Transaction {
  const [transaction, ...others] = transactionsOf(readInterchanges(bytesOf(text)));
  if (transaction === undefined || others.length > 0) throw new Error('expected one transaction');
  return transaction;
}

/** Payer and provider, then a subscriber without a dependent; benefits follow. */
export const SUBSCRIBER = [
  'BHT*0022*11*HARBOR-907*20261122*1201',
  'HL*1**20*1',
  'NM1*PR*2*TIDEWATER HEALTH*****PI*TW001',
  'PER*IC*PROVIDER LINE*TE*8005550142',
  'HL*2*1*21*1',
  'NM1*1P*2*HARBOR RECOVERY CENTER*****XX*1234567893',
  'HL*3*2*22*0',
  'TRN*2*HARBOR-TRACE-1*9HARBOR0001',
  'NM1*IL*1*QUACKENBUSH*OTTOLINE*M***MI*XQZ100200300',
  'N3*12 LANTERN ROW',
  'N4*SAN LUCIA*CA*90210',
  'DMG*D8*19840719*F',
  'INS*Y*18',
];

/** The same with a child as the patient. */
export const DEPENDENT = [
  ...SUBSCRIBER.slice(0, 6),
  'HL*3*2*22*1',
  'NM1*IL*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
  'HL*4*3*23*0',
  'TRN*2*HARBOR-TRACE-2*9HARBOR0001',
  'NM1*03*1*QUACKENBUSH*BARNABY',
  'DMG*D8*20120304*M',
  'INS*N*19',
];

/** A claim of 300.00 for one hour: 180.00 allowed, of which the plan paid 100.00, with 80.00 left to the patient. */
export const PAID_CLAIM = [
  'CLP*PCN-7001*1*300*100*80*12*ICN9001',
  'NM1*QC*1*QUACKENBUSH*OTTOLINE*M***MI*XQZ100200300',
  'DTM*050*20260310',
  'SVC*HC:90837*300*100**1',
  'DTM*472*20260303',
  'CAS*CO*45*120',
  'CAS*PR*1*50**2*30',
  'AMT*B6*180',
];

/** The head of a remittance of one payer to one facility. */
export const REMITTANCE = [
  'BPR*I*100*C*ACH*CCP*01*999999992*DA*1*1512345678**01*999988880*DA*2*20260315',
  'TRN*1*EFT20260315*1512345678',
  'DTM*405*20260315',
  'N1*PR*TIDEWATER HEALTH*XV*TW001',
  'N3*1 TIDE PLAZA',
  'N4*SAN LUCIA*CA*90210',
  'N1*PE*HARBOR RECOVERY CENTER*XX*1234567893',
  'LX*1',
];
