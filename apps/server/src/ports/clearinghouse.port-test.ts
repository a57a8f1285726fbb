/** What every clearinghouse adapter promises, whatever its vendor does. Each adapter's own test file brings a rig and runs this unchanged. */
import { afterEach, expect, test } from 'vitest';
import type { Fault, StubVendor } from '../adapters/clearinghouse/stub-vendor.port-test.ts';
import type { AskOptions, AskOutcome, Clearinghouse, EligibilityQuestion, ExchangeLog, PayerDirectory } from './clearinghouse.ts';

/** What the vendor does with questions, in neutral words. */
export type VendorMood = 'answer' | 'pending' | 'reject' | 'refuse' | 'no-answer';

export interface ClearinghouseRig {
  clearinghouse: Clearinghouse & PayerDirectory;
  /** The same adapter pointed at a port where nobody listens. */
  unreachable: Clearinghouse & PayerDirectory;
  /** The same adapter with a secret the vendor refuses. */
  wrongSecret: Clearinghouse & PayerDirectory;
  vendor: StubVendor;
  setMood(mood: VendorMood): void;
  /** Questions the vendor took and would charge for. */
  transactions(): number;
  tokenRequests(): number;
  advanceSeconds(seconds: number): void;
}

export const QUESTION: EligibilityQuestion = {
  payerCode: 'P100',
  payerName: 'Cedar Mutual',
  provider: { name: 'Harbor Recovery Center', npi: '1234567893', taxId: '123456789' },
  memberId: 'ZQX482910',
  firstName: 'Ottoline',
  lastName: 'Quackenbush',
  birthDate: '1984-07-19',
  relationship: '18',
  today: '2026-03-02',
  serviceTypes: ['MH'],
  allowedFields: [
    'memberId',
    'patientFirstName',
    'patientLastName',
    'patientBirthDate',
    'serviceType',
    'subscriberRelationship',
    'asOfDate',
  ],
};

const PATIENT_WORDS = /ZQX482910|Ottoline|Quackenbush|1984|07.19/i;

/** Faults that leave open whether the question arrived. */
const DOUBTFUL: Fault[] = ['hang', 'reset', 'truncated', '502', 'wrong-type', 'drip', 'redirect'];

function options(onExchange?: ExchangeLog): AskOptions {
  return { signal: new AbortController().signal, onExchange };
}

const ENDLESS = new Set<Fault>(['hang', 'drip']);

/** Exchanges that will never end are given up after this; the others have time enough on a busy machine. */
const SHORT_MS = 700;
const LONG_MS = 20_000;

/** `timeoutMs` is the longest single exchange. */
export function describeClearinghouse(start: (timeoutMs: number) => Promise<ClearinghouseRig>): void {
  const rigs: ClearinghouseRig[] = [];
  async function rig(timeoutMs = LONG_MS): Promise<ClearinghouseRig> {
    const made = await start(timeoutMs);
    rigs.push(made);
    return made;
  }
  afterEach(async () => {
    for (const made of rigs.splice(0)) await made.vendor.stop();
  });
  const ask = (made: ClearinghouseRig): Promise<AskOutcome> => made.clearinghouse.ask(QUESTION, options());

  /** Asks a vendor that answers later. */
  async function askPending(made: ClearinghouseRig): Promise<string> {
    made.setMood('pending');
    const outcome = await ask(made);
    if (outcome.kind !== 'pending') throw new Error(`expected pending, got ${outcome.kind}`);
    return outcome.requestId;
  }

  test('an answer arrives with its lines, its request id and the raw body', async () => {
    const made = await rig();
    const outcome = await ask(made);
    expect(outcome).toMatchObject({
      kind: 'answered',
      requestId: expect.stringMatching(/\w/),
      answer: { askedServiceTypes: ['MH'] },
      raw: expect.any(Object),
    });
    expect(outcome.kind === 'answered' ? outcome.answer.lines.length : 0).toBeGreaterThan(0);
    expect(made.transactions()).toBe(1);
  });

  test('a question that takes long is pending and answered by a later look', async () => {
    const made = await rig();
    const requestId = await askPending(made);
    expect((await made.clearinghouse.fetch(requestId, QUESTION, options())).kind).toBe('pending');
    made.setMood('answer');
    expect((await made.clearinghouse.fetch(requestId, QUESTION, options())).kind).toBe('answered');
    expect(made.transactions()).toBe(1);
  });

  test('a pending question can be withdrawn', async () => {
    const made = await rig();
    expect(await made.clearinghouse.withdraw(await askPending(made), options())).toBe(true);
  });

  test('a payer that does not know the member rejects the question under the key staff look for', async () => {
    const made = await rig();
    made.setMood('reject');
    const outcome = await ask(made);
    expect(outcome).toMatchObject({ kind: 'rejected', errors: { subscriber_75: expect.stringMatching(/not found/i) } });
  });

  test('a request the clearinghouse refuses itself carries its sentence', async () => {
    const made = await rig();
    made.setMood('refuse');
    expect(await ask(made)).toMatchObject({ kind: 'refused', errors: { Message: [expect.stringMatching(/\w/)] } });
  });

  test('a payer that does not respond is declared as such, so that asking elsewhere is safe', async () => {
    const made = await rig();
    made.setMood('no-answer');
    expect((await ask(made)).kind).toBe('no-answer');
  });

  test('refused credentials make the source unavailable, and nothing is asked', async () => {
    const made = await rig();
    expect((await made.wrongSecret.ask(QUESTION, options())).kind).toBe('unavailable');
    expect(made.transactions()).toBe(0);
  });

  test('where nobody listens nothing was asked', async () => {
    const made = await rig();
    expect((await made.unreachable.ask(QUESTION, options())).kind).toBe('unreachable');
  });

  test('a look or search that cannot connect never says that nothing was asked', async () => {
    const made = await rig();
    expect((await made.unreachable.fetch('41', QUESTION, options())).kind).toBe('uncertain');
    expect((await made.unreachable.findLost(QUESTION, options())).kind).toBe('uncertain');
  });

  test('a question stopped before it was sent was not asked', async () => {
    const made = await rig();
    const outcome = await made.clearinghouse.ask(QUESTION, { signal: AbortSignal.abort() });
    expect(outcome.kind).toBe('unreachable');
    expect(made.transactions()).toBe(0);
  });

  test('a token refused midway is replaced once and the question goes through', async () => {
    const made = await rig();
    made.vendor.fail('401', 1);
    expect((await ask(made)).kind).toBe('answered');
    expect(made.tokenRequests()).toBe(2);
    expect(made.transactions()).toBe(1);
  });

  test('tokens refused again and again end as unavailable without a loop', async () => {
    const made = await rig();
    made.vendor.fail('401');
    expect((await ask(made)).kind).toBe('unavailable');
    expect(made.tokenRequests()).toBe(2);
  });

  test('ten questions at once share one token request', async () => {
    const made = await rig();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask(made)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(Array.from({ length: 10 }, () => 'answered'));
    expect(made.tokenRequests()).toBe(1);
  });

  test('a token is renewed before it ends', async () => {
    const made = await rig();
    await ask(made);
    made.advanceSeconds(200);
    await ask(made);
    expect(made.tokenRequests()).toBe(1);
    made.advanceSeconds(80);
    await ask(made);
    expect(made.tokenRequests()).toBe(2);
  });

  test('too many requests for too long make the source unavailable and nothing was asked', async () => {
    const made = await rig();
    made.vendor.fail('429');
    expect((await ask(made)).kind).toBe('unavailable');
    expect(made.transactions()).toBe(0);
  });

  test.each(DOUBTFUL)('after %s it is uncertain whether the question arrived', async (fault) => {
    const made = await rig(ENDLESS.has(fault) ? SHORT_MS : LONG_MS);
    made.vendor.fail(fault);
    const startedAt = Date.now();
    const outcome = await ask(made);
    expect(outcome.kind).toBe('uncertain');
    expect(Date.now() - startedAt).toBeLessThan(SHORT_MS * 5);
    expect(made.transactions()).toBe(1);
    expect(made.vendor.requests.some((request) => request.path === '/elsewhere')).toBe(false);
  });

  test('an answer of 20 MB is cut off while reading, and the question was asked once', async () => {
    const made = await rig();
    made.vendor.fail('20mb');
    expect((await ask(made)).kind).toBe('uncertain');
    expect(made.transactions()).toBe(1);
    expect(made.vendor.sentBytes()).toBeLessThan(16 * 1024 * 1024);
  });

  test('an answer lost on the way is found without a second transaction', async () => {
    const made = await rig();
    made.setMood('pending');
    made.vendor.fail('reset');
    expect((await ask(made)).kind).toBe('uncertain');
    made.vendor.fail('reset', 0);
    const found = await made.clearinghouse.findLost(QUESTION, options());
    expect(found.kind).toBe('pending');
    made.setMood('answer');
    const requestId = found.kind === 'pending' ? found.requestId : '';
    expect((await made.clearinghouse.fetch(requestId, QUESTION, options())).kind).toBe('answered');
    expect(made.transactions()).toBe(1);
  });

  test('a question that never arrived is known as such, or asked once, by the search for it', async () => {
    const made = await rig();
    made.vendor.fail('drop');
    expect((await ask(made)).kind).toBe('uncertain');
    made.vendor.fail('drop', 0);
    const found = await made.clearinghouse.findLost(QUESTION, options());
    expect(['not-found', 'answered']).toContain(found.kind);
    expect(made.transactions()).toBe(found.kind === 'answered' ? 1 : 0);
  });

  test('a look that breaks leaves the question as it was', async () => {
    const made = await rig();
    const requestId = await askPending(made);
    made.vendor.fail('reset');
    expect((await made.clearinghouse.fetch(requestId, QUESTION, options())).kind).toBe('uncertain');
  });

  test('a request id the vendor no longer knows is gone', async () => {
    const made = await rig();
    expect((await made.clearinghouse.fetch('999999', QUESTION, options())).kind).toBe('gone');
  });

  test('reasons of failures and the record of exchanges name no patient', async () => {
    const made = await rig(SHORT_MS);
    const told: unknown[] = [];
    for (const fault of [...DOUBTFUL, '20mb', '429', '401'] as const) {
      made.vendor.fail(fault);
      const outcome = await made.clearinghouse.ask(
        QUESTION,
        options((entry) => told.push(entry)),
      );
      told.push('reason' in outcome ? outcome.reason : outcome.kind);
    }
    expect(told.length).toBeGreaterThan(15);
    expect(JSON.stringify(told)).not.toMatch(PATIENT_WORDS);
  });

  test('the record of an exchange holds what was done, its status and the vendor’s code', async () => {
    const made = await rig();
    const entries: Parameters<ExchangeLog>[0][] = [];
    await made.clearinghouse.ask(
      QUESTION,
      options((entry) => entries.push(entry)),
    );
    expect(entries[0]).toMatchObject({ operation: 'ask', httpStatus: 200, vendorCode: expect.stringMatching(/^\d$/) });
    expect(entries[0]?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('the directory lists payers once, with whether they can be asked', async () => {
    const made = await rig();
    const payers = [];
    for await (const page of made.clearinghouse.listPayers(options())) payers.push(...page);
    expect(payers).toEqual([
      { code: '00123', name: 'Cedar Mutual', isAvailable: true, isElectronic: true },
      { code: 'HB7', name: 'Harborview Health', isAvailable: false, isElectronic: true },
    ]);
  });

  test('a directory that cannot be read is an error, not an empty list', async () => {
    const made = await rig();
    made.vendor.fail('502');
    await expect(made.clearinghouse.listPayers(options())[Symbol.asyncIterator]().next()).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining('502'), failure: 'error' }),
    );
  });

  test('a payer without configuration has no schema', async () => {
    const made = await rig();
    expect((await made.clearinghouse.fetchSchema?.('NOSUCH', options())) ?? null).toBeNull();
  });
}
