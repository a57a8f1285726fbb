import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EligibilityQuestion, QuestionEnvelope, QuestionPerson } from './eligibility-question.ts';
import { readInterchanges } from './interchanges.ts';
import { read270 } from './read-270.ts';
import { basicText, write270 } from './write-270.ts';
import { bytesOf, DEPENDENT, onlyTransaction, x12File } from './x12-file.test-kit.ts';

const ENVELOPE: QuestionEnvelope = {
  sender: { qualifier: 'ZZ', id: 'HARBORSENDER' },
  receiver: { qualifier: '01', id: 'TIDEWATER' },
  controlNumber: 907,
  date: '2026-11-22',
  time: '09:05',
  usage: 'T',
  version: '005010X279A1',
  reference: 'HARBOR-907',
  traceOrigin: '9HARBOR001',
};
const NOBODY: QuestionPerson = {
  lastName: null,
  firstName: null,
  middleName: null,
  suffix: null,
  birthDate: null,
  gender: null,
  memberId: null,
  groupNumber: null,
  socialSecurityNumber: null,
};
const QUESTION: EligibilityQuestion = {
  payer: { name: 'Tidewater Health', id: 'TW001' },
  provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: null },
  subscriber: { ...NOBODY, lastName: 'Quackenbush', firstName: 'Ottoline', birthDate: '1984-07-19', memberId: 'XQZ100200300' },
  dependent: null,
  serviceTypes: ['30', 'MH'],
  date: { from: '2026-11-22', to: '2026-11-22' },
  trace: '01JDTRACE',
};

test('a question about a subscriber is written segment by segment', () => {
  expect(write270(QUESTION, ENVELOPE).split('~')).toEqual([
    'ISA*00*          *00*          *ZZ*HARBORSENDER   *01*TIDEWATER      *261122*0905*^*00501*000000907*0*T*:',
    'GS*HS*HARBORSENDER*TIDEWATER*20261122*0905*907*X*005010X279A1',
    'ST*270*0001*005010X279A1',
    'BHT*0022*13*HARBOR-907*20261122*0905',
    'HL*1**20*1',
    'NM1*PR*2*TIDEWATER HEALTH*****PI*TW001',
    'HL*2*1*21*1',
    'NM1*1P*2*HARBOR RECOVERY CENTER*****XX*1234567893',
    'HL*3*2*22*0',
    'TRN*1*01JDTRACE*9HARBOR001',
    'NM1*IL*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    'DMG*D8*19840719',
    'DTP*291*D8*20261122',
    'EQ*30^MH',
    'SE*13*0001',
    'GE*1*907',
    'IEA*1*000000907',
    '',
  ]);
});

test('a dependent has a level of its own, with the trace', () => {
  const dependent = { ...NOBODY, lastName: 'Quackenbush', firstName: 'Barnaby', birthDate: '2012-03-04', relationship: '19' };
  const text = write270({ ...QUESTION, dependent, date: { from: '2026-11-01', to: '2026-11-30' } }, ENVELOPE);
  expect(text).toContain('HL*3*2*22*1~NM1*IL*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300~DMG*D8*19840719~');
  expect(text).toContain(
    'HL*4*3*23*0~TRN*1*01JDTRACE*9HARBOR001~NM1*03*1*QUACKENBUSH*BARNABY~DMG*D8*20120304~INS*N*19~DTP*291*RD8*20261101-20261130~EQ*30^MH~',
  );
});

test('4010 repeats the segment, not the element', () => {
  const text = write270(QUESTION, { ...ENVELOPE, version: '004010X092A1' });
  expect(text.slice(0, 106)).toBe(
    'ISA*00*          *00*          *ZZ*HARBORSENDER   *01*TIDEWATER      *261122*0905*U*00401*000000907*0*T*:~',
  );
  expect(text).toContain('ST*270*0001~');
  expect(text).toContain('EQ*30~EQ*MH~');
});

test('values are cut down to basic characters, delimiters among them', () => {
  expect(basicText(' Zoë  O’Brien-Müller *~:^| ')).toBe('ZOE O BRIEN-MULLER');
});

const name = fc.option(fc.string({ maxLength: 20 }), { nil: null });
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const person = fc.record({
  lastName: name,
  firstName: name,
  middleName: name,
  suffix: name,
  birthDate: fc.option(day, { nil: null }),
  gender: fc.constantFrom(null, 'F', 'M', 'U'),
  memberId: name,
  groupNumber: name,
  socialSecurityNumber: fc.constant(null),
});
const questions: fc.Arbitrary<EligibilityQuestion> = fc.record({
  payer: fc.record({ name, id: name }),
  provider: fc.record({ name, npi: fc.constantFrom(null, '1234567893'), taxId: fc.constantFrom(null, '123456789') }),
  subscriber: person,
  dependent: fc.option(
    fc.tuple(person, fc.constantFrom(null, '19', '01')).map(([each, relationship]) => ({ ...each, relationship })),
    { nil: null },
  ),
  serviceTypes: fc.uniqueArray(fc.constantFrom('30', 'MH', '98', 'A6'), { maxLength: 4 }),
  date: fc.option(
    fc.tuple(day, day).map(([from, to]) => ({ from, to })),
    { nil: null },
  ),
  trace: name,
});

/** As it comes back: basic characters, and nothing where nothing is left. */
const basic = (value: string | null): string | null => (value === null ? null : basicText(value) || null);
const basicPerson = (each: QuestionPerson): QuestionPerson => ({
  ...each,
  lastName: basic(each.lastName),
  firstName: basic(each.firstName),
  middleName: basic(each.middleName),
  suffix: basic(each.suffix),
  memberId: basic(each.memberId),
  groupNumber: basic(each.groupNumber),
});

test('what was written is read again, without a problem of the envelope', () => {
  fc.assert(
    fc.property(
      questions,
      fc.constantFrom<QuestionEnvelope['version']>('005010X279A1', '005010X279', '004010X092A1'),
      (question, version) => {
        const text = write270(question, { ...ENVELOPE, version });
        expect(readInterchanges(bytesOf(text)).problems).toEqual([]);
        const [read] = read270(onlyTransaction(text)).questions;
        expect(read).toMatchObject({
          payer: { name: basic(question.payer.name), id: basic(question.payer.id) },
          provider: { ...question.provider, name: basic(question.provider.name) },
          subscriber: basicPerson(question.subscriber),
          dependent:
            question.dependent === null ? null : { ...basicPerson(question.dependent), relationship: question.dependent.relationship },
          serviceTypes: question.serviceTypes,
          date: question.date,
          trace: basic(question.trace),
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('a 270 of others is read with what has no field of its own', () => {
  const body = [...DEPENDENT.slice(0, -1), 'INS*N*19*****S', 'DTP*472*D8*20261122', 'EQ*30^98*HC:90837*FAM', 'III*ZZ*11'];
  const { questions: read, problems } = read270(onlyTransaction(x12File(body, { code: '270' })));
  expect(problems).toEqual([]);
  expect(read).toHaveLength(1);
  expect(read[0]).toMatchObject({
    payer: { id: 'TW001' },
    subscriber: { memberId: 'XQZ100200300' },
    dependent: { firstName: 'BARNABY', relationship: '19' },
    serviceTypes: ['30', '98'],
    procedures: ['HC:90837'],
    date: { from: '2026-11-22', to: '2026-11-22' },
    trace: 'HARBOR-TRACE-2',
  });
  expect(read[0]?.facts).toContainEqual({ label: 'EQ03', value: 'FAM' });
  expect(read[0]?.facts).toContainEqual({ label: 'III02', value: '11' });
});
