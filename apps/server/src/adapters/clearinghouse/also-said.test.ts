/**
 * What of real answers finds no place of its own (product.md 10.12): both sandboxes' plans through both adapters. The share of lines
 * under "also said by the payer" is printed for each.
 */
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EligibilityQuestion, ListedPayer } from '#ports/clearinghouse.ts';
import { placesOf } from '../../../../../packages/domain/test/line-places.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/sandbox.ts';
import { createAvaility } from './availity/availity.adapter.ts';
import { createPverify } from './pverify/pverify.adapter.ts';

const VENDORS = ['availity', 'pVerify'] as const;
/** Any other member id has a rich plan; ids of several kinds, since a plan depends on its id. */
const RICH = Array.from({ length: 12 }, (_, at) => `${['XQZ', 'R', 'W9K', '3X2'][at % 4]}${100_200_300 + at * 7919}`);
const SCENARIOS = ['INACTIVE', 'GRACE', 'EMPTY', 'SILENT', 'CARVE', 'COB', 'MISMATCH', 'TWOPLANS', 'NOLIMIT', 'HUGE'].map(
  (name) => `${name}77`,
);

let sandbox: Sandbox;
const answers = new Map<string, PayerAnswer>();

beforeAll(async () => {
  sandbox = await startSandbox({ answerDelayMs: 1, slowAnswerMs: 1 });
  const origin = `http://127.0.0.1:${sandbox.port}`;
  const shared = { clientId: 'sandbox', clientSecret: 'sandbox', now: () => new Date(), sleep: () => Promise.resolve() };
  const sources = {
    availity: createAvaility({ ...shared, baseUrl: `${origin}/availity/v1`, tokenUrl: `${origin}/availity/v1/token`, scope: 'hipaa' }),
    pVerify: createPverify({ ...shared, baseUrl: `${origin}/pverify` }),
  };
  const options = { signal: AbortSignal.timeout(50_000) };
  for (const vendor of VENDORS) {
    const listed: ListedPayer[] = [];
    for await (const page of sources[vendor].listPayers(options)) listed.push(...page);
    const usable = listed.filter((payer) => payer.isAvailable && payer.isElectronic);
    // Original Medicare answers in lines of its own fashion.
    const asked = [usable[0], usable.find(({ name }) => /medicare part a/i.test(name))].filter((payer) => payer !== undefined);
    for (const payer of asked) {
      for (const memberId of payer === asked[0] ? [...RICH, ...SCENARIOS] : RICH) {
        const question = questionTo(payer, memberId);
        let outcome = await sources[vendor].ask(question, options);
        for (let look = 0; look < 50 && outcome.kind === 'pending'; look += 1) {
          const next = await sources[vendor].fetch(outcome.requestId, question, options);
          if (next.kind !== 'gone') outcome = next;
        }
        if (outcome.kind !== 'answered') throw new Error(`${vendor} ${payer.name} ${memberId}: ${JSON.stringify(outcome).slice(0, 300)}`);
        answers.set(`${vendor}, ${payer.name}, ${memberId}`, outcome.answer);
      }
    }
  }
}, 60_000);
afterAll(async () => await sandbox.close());

function questionTo(payer: ListedPayer, memberId: string): EligibilityQuestion {
  const today = new Date().toISOString().slice(0, 10);
  return {
    payerCode: payer.code,
    payerName: payer.name,
    provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: '123456789' },
    memberId,
    firstName: 'Ottoline',
    lastName: 'Quackenbush',
    birthDate: '1984-07-19',
    relationship: '18',
    today,
    asOfDate: today,
    serviceTypes: ['30'],
    allowedFields: 'memberId patientFirstName patientLastName patientBirthDate serviceType asOfDate subscriberRelationship'.split(' '),
  };
}

test('the share of lines under "also said by the payer" is none for every plan of both sandboxes', () => {
  const shares = [...answers].map(([name, answer]) => {
    const also = normalizeCoverage(answer).also_said.length;
    return { name, lines: answer.lines.length, 'also said': also, share: answer.lines.length === 0 ? 0 : also / answer.lines.length };
  });
  for (const { name, lines, 'also said': also } of shares) process.stdout.write(`also said: ${also} of ${lines} lines, ${name}\n`);

  expect(shares.filter(({ share }) => share > 0)).toEqual([]);
  expect(shares).toHaveLength(2 * (RICH.length + SCENARIOS.length) + RICH.length);
  expect(shares.filter(({ name, lines }) => lines < 10 && !/EMPTY|INACTIVE/.test(name))).toEqual([]);
});

test('every line ends in exactly one place', () => {
  for (const [name, answer] of answers) {
    const places = placesOf(normalizeCoverage(answer));
    const misplaced = answer.lines.filter((line) => places.get(line.id)?.size !== 1);
    expect(misplaced, name).toEqual([]);
    expect(places.size, name).toBe(answer.lines.length);
  }
});

test('of an answer with lines that nobody defined, those alone are "also said", and nothing of a known kind', () => {
  for (const [name, answer] of answers) {
    const lines = answer.lines.map((line, at) => (at % 3 === 0 ? { ...line, kind: 'ZQ', kindText: 'Loyalty bonus' } : line));
    const shown = normalizeCoverage({ ...answer, lines }).also_said.map((said) => said.line_id);
    const undefinedKinds = lines.filter((line) => line.kind === 'ZQ').map((line) => line.id);
    expect(shown.toSorted(), name).toEqual(undefinedKinds.toSorted());
  }
});
