import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Acknowledgement } from './acknowledgement-shape.ts';
import { readAcknowledgement } from './acknowledgement.ts';
import { readInterchanges } from './interchanges.ts';
import { bytesOf, x12File } from './x12-file.test-kit.ts';

const read = (text: string): Acknowledgement[] => readInterchanges(bytesOf(text)).interchanges.flatMap(readAcknowledgement);
const HEADER = x12File([]).slice(0, 106);

test.each([
  ['A', '000', 'accepted', 'The interchange was accepted.'],
  ['E', '024', 'accepted-with-errors', 'The interchange was accepted with errors: The content is invalid.'],
  ['R', '025', 'rejected', 'The interchange was rejected: The control number was used before.'],
  ['R', '777', 'rejected', 'The interchange was rejected: code 777.'],
  ['', '', 'unknown', 'The interchange was acknowledged without a status.'],
])('TA1 %s %s is %s', (sent, note, status, words) => {
  expect(read(`${HEADER}TA1*000000907*261122*1200*${sent}*${note}~IEA*0*000000907~`)).toMatchObject([
    { kind: 'TA1', controlNumber: '000000907', status, words: [words] },
  ]);
});

test('a 999 tells segment, element and context of each error', () => {
  const text = x12File(
    [
      'AK1*HS*907*005010X279A1',
      'AK2*270*0001*005010X279A1',
      'IK3*NM1*9*2100*8',
      'CTX*SITUATIONAL TRIGGER*NM1*9',
      'IK4*9*67*1',
      'CTX*NM109',
      'IK4*3:1*1035*5*QUACKENBUSHXXXXXXX',
      'IK5*R*I5',
      'AK9*R*1*1*0*5',
    ],
    { code: '999', version: '005010X231A1' },
  );
  const [acknowledgement] = read(text);
  expect(acknowledgement).toMatchObject({
    kind: '999',
    functionalCode: 'HS',
    controlNumber: '907',
    status: 'rejected',
    counts: { included: '1', received: '1', accepted: '0' },
    transactions: [
      {
        code: '270',
        controlNumber: '0001',
        status: 'rejected',
        codes: ['I5'],
        segments: [
          {
            segmentId: 'NM1',
            position: '9',
            loop: '2100',
            code: '8',
            contexts: ['SITUATIONAL TRIGGER*NM1*9'],
            elements: [
              { position: '9', reference: '67', code: '1', sent: null, contexts: ['NM109'] },
              { position: '3:1', code: '5', sent: 'QUACKENBUSHXXXXXXX' },
            ],
          },
        ],
      },
    ],
    unread: [],
  });
  expect(acknowledgement?.words).toEqual([
    'The group was rejected: the number of transactions is wrong.',
    'The transaction was rejected: it does not follow the guide.',
    'Segment NM1 at 9 in loop 2100: the segment has errors in its elements; element 9: a required element is missing; element 3:1: the element is too long.',
  ]);
  expect(acknowledgement?.words.join(' ')).not.toContain('QUACKENBUSH');
});

test('a 997 is read the same way', () => {
  const text = x12File(['AK1*HS*907', 'AK2*270*0001', 'AK3*DMG*12**8', 'AK4*2*1251*8*19991399', 'AK5*E*5', 'AK9*E*1*1*1'], {
    code: '997',
    version: '004010',
  });
  expect(read(text)).toMatchObject([
    {
      kind: '997',
      status: 'accepted-with-errors',
      transactions: [{ status: 'accepted-with-errors', segments: [{ segmentId: 'DMG', elements: [{ code: '8' }] }] }],
    },
  ]);
});

test('an acceptance has one sentence', () => {
  const text = x12File(['AK1*HS*907*005010X279A1', 'AK2*270*0001', 'IK5*A', 'AK9*A*1*1*1'], { code: '999', version: '005010X231A1' });
  expect(read(text)[0]?.words).toEqual(['The group was accepted.']);
});

test('what is out of order or unknown in an acknowledgement is read as far as it goes', () => {
  const text = x12File(['IK4*9*67*1', 'ZZZ*1', 'CTX*A', 'AK9*X'], { code: '999', version: '005010X231A1' });
  expect(read(text)).toMatchObject([
    { status: 'rejected', transactions: [{ segments: [{ elements: [{ code: '1' }] }] }], unread: [{ id: 'ZZZ' }] },
  ]);
});

test('an answer and an acknowledgement may come in one file', () => {
  const both = x12File(['EB*1**30']) + x12File(['AK1*HS*907', 'AK9*A*1*1*1'], { code: '999', version: '005010X231A1' });
  expect(read(both).map(({ kind }) => kind)).toEqual(['999']);
});

test('any segments are read without throwing, and no value of the sender gets into the words', () => {
  const segment = fc
    .tuple(
      fc.constantFrom('AK1', 'AK2', 'AK3', 'AK4', 'AK5', 'AK9', 'IK3', 'IK4', 'IK5', 'CTX', 'ZZ'),
      fc.array(fc.constantFrom('1', 'R', 'MARROW, IDA', '5', ''), { maxLength: 7 }),
    )
    .map(([id, values]) => [id, ...values].join('*'));
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 30 }), (body) => {
      for (const { words } of read(x12File(body, { code: '999', version: '005010X231A1' })))
        expect(words.join(' ')).not.toContain('MARROW');
    }),
    { numRuns: 500 },
  );
});
