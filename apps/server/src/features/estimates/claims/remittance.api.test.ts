/** A payer's remittance with an estimate: shown before it is stored, of this patient alone, compared, and fed back into ranges (product.md 20.10). */
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { Estimate, Range } from '@coverlight/contract/cases/estimate.schema.ts';
import type { RemittanceReading } from '@coverlight/contract/cases/remittance.schema.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAID_CLAIM, REMITTANCE, SUBSCRIBER, x12File, type FileOptions } from '../../../../../../packages/x12/src/x12-file.test-kit.ts';
import { anAnswer } from '../../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type Payer,
  type Provider,
  type User,
} from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { rebuildClaimDigests } from './rebuild-claim-digests.ts';

let t: TestApp;
let owner: Client;
let manager: User;
let stranger: User;
let restricted: User;
let provider: Provider;
let payer: Payer;

beforeAll(async () => {
  t = await startTestApp();
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  const organization = await createOrganization(t.store, { has_override_reimbursement: true });
  const at = async (over: object) => await createUser(t.store, { organization_id: organization.id, ...over });
  manager = await at({ is_manager: true, perm_reimbursements: true });
  restricted = await at({ is_restricted: true });
  stranger = await createUser(t.store, { organization_id: (await createOrganization(t.store)).id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id, npi: '1234567893' });
  payer = await createPayer(t.store, { name: 'Tidewater Health' });
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const ask = async (who: User, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const reply = await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), text: reply.body };
};

async function post(who: User, path: string, file: string | Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(Buffer.from(file))]), 'remittance.835');
  const encoded = new Response(form);
  const reply = await t.call(await t.signIn(who), {
    method: 'POST',
    url: `/api/v1${path}`,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), text: reply.body };
}

const PATIENT = { patientFirstName: 'Ottoline', patientLastName: 'Quackenbush', patientBirthDate: '1984-07-19', memberId: 'XQZ100200300' };
const LINE = {
  service: 'Therapy, 60 minutes',
  code: '90837',
  code_type: 'CPT',
  diagnosis: null,
  quantity: 1,
  charge: '300.00',
  provider_id: null,
};

/** Handed over, for a patient of its own unless named. */
async function anEstimate({ patient = PATIENT, service_on = '2026-03-03', basis = null as object | null } = {}): Promise<Estimate> {
  const inquiry = await createInquiry(t.store, {
    organization_id: manager.organization_id,
    user_id: manager.id,
    provider_id: provider.id,
    payer_id: payer.id,
    status: 'complete',
    submission: patient,
    coverage: normalizeCoverage(anAnswer()),
  });
  const made = (await ask(manager, 'POST', '/cases', { inquiry_id: inquiry.id, provider_id: provider.id, levels: ['op'] })).body
    .case as Case;
  const body = { kind: 'estimate', lines: [LINE], basis, scheduled_on: '2026-02-20', service_on };
  const draft = (await ask(manager, 'POST', `/cases/${made.id}/estimates`, body)).body.estimate as Estimate;
  return (await ask(manager, 'PUT', `/estimates/${draft.id}`, { state: 'delivered', how: 'paper' })).body.estimate as Estimate;
}

const file = (body: string[], options: FileOptions = {}) =>
  x12File([...REMITTANCE, ...body], { code: '835', version: '005010X221A1', ...options });
/** The claim under a number of its own, changed by what is to be replaced. */
const aClaim = (number: string, ...changes: [string, string][]) =>
  changes
    .reduce((segments, [from, to]) => segments.map((each) => each.replace(from, to)), PAID_CLAIM)
    .map((each) => each.replace('9001', number));
const SOMEBODY_ELSE = aClaim('7777', ['QUACKENBUSH*OTTOLINE', 'STRANGEWAYS*BARNABY'], ['XQZ100200300', 'ABC999888777']);

const preview = async (estimate: Estimate, content: string | Buffer, who = manager) =>
  await post(who, `/estimates/${estimate.id}/remittance/preview`, content);
const readingOf = async (estimate: Estimate, content: string): Promise<RemittanceReading> =>
  (await preview(estimate, content)).body.reading as RemittanceReading;
async function store(
  estimate: Estimate,
  content: string,
  { keys = null as string[] | null, level = 'op', ...fields }: { keys?: string[] | null; level?: string; [field: string]: unknown } = {},
) {
  const { digest, claims } = await readingOf(estimate, content);
  const chosen = keys ?? claims.map(({ key }) => key);
  return await post(manager, `/estimates/${estimate.id}/remittance`, content, {
    digest,
    claims: chosen.join(','),
    level,
    ...(fields as Record<string, string>),
  });
}

test('a remittance is shown as it would be stored, of this patient alone, and nothing is stored by it', async () => {
  const estimate = await anEstimate();
  const { status, body, text } = await preview(estimate, file([...aClaim('1001'), ...SOMEBODY_ELSE]));

  expect(status).toBe(200);
  expect(body.reading).toMatchObject({
    others: 1,
    namesakes: 0,
    level: 'op',
    providers: [{ id: provider.id }],
    claims: [
      {
        key: '0-0',
        does: 'store',
        person: 'same',
        is_on_day: true,
        is_chosen: true,
        tells_range: true,
        provider: { id: provider.id, name: provider.name },
        amounts: {
          billed: '300.00',
          allowed: '180.00',
          paid: '100.00',
          patient: '80.00',
          from: '2026-03-03',
          status: 'Paid as the first payer',
        },
      },
    ],
  });
  expect(text).not.toMatch(/STRANGEWAYS|BARNABY|ABC999888777|QUACKENBUSH|XQZ100200300/i);
  expect(((await ask(manager, 'GET', `/estimates/${estimate.id}`)).body.estimate as Estimate).claims).toEqual([]);
});

test('what was chosen is stored once, compared with the estimate, and taken away again', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1002'));
  const stored = (await store(estimate, content)).body.estimate as Estimate;

  expect(stored).toMatchObject({
    actuals: [{ provider_id: provider.id, billed: '300.00', allowed: '180.00', paid: '100.00', patient: '80.00' }],
    claims: [
      { origin: 'file', level: 'op', paid: '100.00', provider: { id: provider.id }, lines: [{ code: '90837', contractual: '120.00' }] },
    ],
  });
  expect((await readingOf(estimate, content)).claims).toMatchObject([{ does: 'known', is_chosen: false }]);
  expect((await store(estimate, content)).status).toBe(422);
  const other = await anEstimate();
  expect((await readingOf(other, content)).claims).toMatchObject([{ does: 'refused', notes: ['It is stored with another estimate.'] }]);

  const removed = await ask(manager, 'DELETE', `/estimate-claims/${stored.claims[0]?.id}`);
  expect(removed.body.estimate).toMatchObject({ claims: [], actuals: [] });
  expect((await readingOf(other, content)).claims).toMatchObject([{ does: 'store' }]);
});

test('of several claims on other days people choose, and all chosen ones are summed by facility', async () => {
  const estimate = await anEstimate({ service_on: '2026-03-20' });
  const content = file([...aClaim('1003'), ...aClaim('1004', ['20260303', '20260305'])]);
  const reading = await readingOf(estimate, content);

  expect(reading.claims.map(({ is_on_day: isOnDay, is_chosen: isChosen }) => [isOnDay, isChosen])).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(
    (await post(manager, `/estimates/${estimate.id}/remittance`, content, { digest: reading.digest, claims: '' })).body.errors,
  ).toHaveProperty('claims');
  expect(((await store(estimate, content)).body.estimate as Estimate).actuals).toMatchObject([{ billed: '600.00', allowed: '360.00' }]);
});

test('a corrected claim takes the place of the one before, and what is taken back goes', async () => {
  const estimate = await anEstimate();
  await store(estimate, file(aClaim('1005')));
  const corrected = aClaim('1005', ['300*100*80', '300*90*90'], ['300*100**1', '300*90**1'], ['1*50', '1*60']);
  expect((await readingOf(estimate, file(corrected))).claims).toMatchObject([
    { does: 'replace', notes: [expect.stringContaining('$100.00 paid')] },
  ]);
  expect(((await store(estimate, file(corrected))).body.estimate as Estimate).claims).toMatchObject([{ paid: '90.00' }]);

  const back = [
    'CLP*PCN-7001*22*-300*-90*-90*12*ICN1005',
    'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    'CAS*CO*45*-120',
    'CAS*PR*1*-90',
  ];
  expect((await readingOf(estimate, file(back))).claims).toMatchObject([{ does: 'take-back', is_chosen: false }]);
  expect((await store(estimate, file(back))).body.estimate).toMatchObject({ claims: [], actuals: [] });
  expect((await readingOf(estimate, file(back))).claims).toMatchObject([{ does: 'refused' }]);
});

test('a claim that does not add up, was priced only or stands twice in the file is refused in a sentence', async () => {
  const estimate = await anEstimate();
  const { claims } = await readingOf(
    estimate,
    file([
      ...aClaim('1006', ['CLP*PCN-7001*1*300*100', 'CLP*PCN-7001*1*300*101']),
      ...aClaim('1007', ['PCN-7001*1*', 'PCN-7001*25*']),
      ...aClaim('1008'),
      ...aClaim('1008'),
    ]),
  );
  expect(claims.map(({ does }) => does)).toEqual(['refused', 'refused', 'store', 'refused']);
  expect(claims.map(({ notes }) => notes[0])).toEqual([
    expect.stringMatching(/do not add up/),
    'It was priced only. Nothing was paid or denied yet.',
    undefined,
    'A claim of the same number stands before it in this file.',
  ]);
});

test('the family’s number under another first name is somebody else, and the same name under another number is said', async () => {
  const estimate = await anEstimate();
  const brother = aClaim('1009', ['OTTOLINE', 'BARNABY']);
  const namesake = aClaim('1010', ['XQZ100200300', 'ABC777666555']);
  expect(await readingOf(estimate, file([...brother, ...namesake]))).toMatchObject({ claims: [], others: 2, namesakes: 1 });
});

test('where the file names no facility of the estimate somebody chooses it', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1011')).replaceAll('1234567893', '1992999999');
  expect((await readingOf(estimate, content)).claims).toMatchObject([{ provider: null, notes: [expect.stringContaining('1992999999')] }]);
  expect((await store(estimate, content)).body.errors).toHaveProperty('provider_id');
  expect((await store(estimate, content, { provider_id: provider.id })).status).toBe(200);
});

test.each([
  ['no X12', 'hello', 'This is no X12 file. A remittance (835) begins with ISA.'],
  ['nothing', '', 'This is no X12 file. A remittance (835) begins with ISA.'],
  ['an eligibility answer', x12File(SUBSCRIBER), 'This is an eligibility answer (271), no remittance (835).'],
  [
    'a claim file',
    x12File(['BHT*0019*00*1*20261122*1201*CH']).replace('ST*271', 'ST*837'),
    'This is a claim file (837), no remittance (835).',
  ],
  ['no claims', file([]), 'This remittance holds no claims.'],
  [
    'half a file',
    file(PAID_CLAIM).replace(/SE\*[\s\S]*$/, ''),
    'The file is cut off: the end of a payment (SE) is missing. Please get it again.',
  ],
  [
    'no end of its group',
    file(PAID_CLAIM).replace(/GE\*[\s\S]*$/, ''),
    'The file is cut off: its end (IEA) is missing. Please get it again.',
  ],
  [
    'no end of its first envelope',
    file(PAID_CLAIM).replace(/IEA\*[\s\S]*$/, '') + file(PAID_CLAIM),
    'The file is cut off: its end (IEA) is missing. Please get it again.',
  ],
])('of a file with %s it is told what it is', async (_what, content, words) => {
  const { status, body } = await preview(await anEstimate(), content);
  expect([status, body.errors]).toEqual([422, { file: [words] }]);
});

test('odd delimiters, Latin-1 and several payments are read; more than 2 MB is refused', async () => {
  const estimate = await anEstimate({ patient: { ...PATIENT, patientLastName: 'Núñez' } });
  const segments = aClaim('1012', ['QUACKENBUSH', 'NÚÑEZ']);
  const odd = file(segments, { element: '|', component: '>', terminator: '\n' });
  expect((await preview(estimate, Buffer.from(odd, 'latin1'))).body.reading).toMatchObject({ claims: [{ does: 'store' }] });
  const next = aClaim('1013', ['QUACKENBUSH', 'NUNEZ']);
  const another = file(next, { element: '|', component: '>', terminator: "'", lineEnd: '\r\n' });
  expect((await readingOf(estimate, `${file(segments, { lineEnd: '\r\n' })}\r\n${another}`)).claims).toMatchObject([
    { key: '0-0', does: 'store' },
    { key: '1-0', does: 'store' },
  ]);
  expect((await preview(estimate, `${file(segments)}${' '.repeat(2 * 1024 * 1024)}`)).body.errors).toEqual({
    file: ['This is larger than 2 MB. Please ask for a file of fewer payments.'],
  });
});

const OTHER_PAYER: [string, string] = ['1512345678', '1777777777'];

test('one number of two payers are two claims, and a take-back is of the payer’s own', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1101'));
  const elsewhere = content.replaceAll(...OTHER_PAYER);
  const back = file([
    'CLP*PCN-7001*22*-300*-100*-80*12*ICN1101',
    'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    'CAS*CO*45*-120',
    'CAS*PR*1*-80',
  ]);
  await store(estimate, content);
  expect((await readingOf(estimate, back.replaceAll(...OTHER_PAYER))).claims).toMatchObject([{ does: 'refused' }]);
  expect((await readingOf(estimate, elsewhere)).claims).toMatchObject([{ does: 'store' }]);
  expect(((await store(estimate, elsewhere)).body.estimate as Estimate).claims).toHaveLength(2);
  expect((await readingOf(estimate, back)).claims).toMatchObject([{ does: 'take-back' }]);
});

test('without a number of the payer a claim is known by the practice’s, whatever its zeros, and can be taken back', async () => {
  const estimate = await anEstimate();
  const bare = (charged: string) => aClaim('1', ['ICN9001', '0000'], ['PCN-7001', 'PCN-1102'], ['*1*300*', `*1*${charged}*`]);
  await store(estimate, file(bare('300')));
  expect((await readingOf(estimate, file(bare('300.00')))).claims).toMatchObject([{ does: 'known' }]);
  const back = [
    'CLP*PCN-1102*22*-300*-100*-80*12*0000',
    'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    'DTM*232*20260303',
    'CAS*CO*45*-120',
    'CAS*PR*1*-80',
  ];
  expect((await readingOf(estimate, file(back))).claims).toMatchObject([{ does: 'take-back' }]);
});

test('what is taken back further on in one file is not stored, and what comes in its place is', async () => {
  const estimate = await anEstimate();
  const back = ['CLP*PCN-7001*22*-300*-100*-80*12*ICN1103', ...aClaim('1103').slice(1, 2), 'CAS*CO*45*-120', 'CAS*PR*1*-80'];
  const corrected = aClaim('1103', ['300*100*80', '300*90*90'], ['300*100**1', '300*90**1'], ['1*50', '1*60']);
  const content = file([...aClaim('1103'), ...back, ...corrected]);
  expect((await readingOf(estimate, content)).claims).toMatchObject([
    { does: 'refused', notes: ['It is taken back further on in this file.'] },
    { does: 'refused', notes: ['It takes back a claim that stands before it in this file.'] },
    { does: 'store', amounts: { paid: '90.00' }, is_chosen: true },
  ]);
  await store(estimate, file(aClaim('1103')));
  expect((await readingOf(estimate, content)).claims.map(({ does }) => does)).toEqual(['refused', 'take-back', 'replace']);
  expect((await store(estimate, content, { keys: ['0-1', '0-2'] })).body.estimate).toMatchObject({
    claims: [{ paid: '90.00' }],
    actuals: [{ billed: '300.00', paid: '90.00' }],
  });
});

const SECOND = (number: string) => [
  `CLP*PCN-7001*2*300*60*20*12*ICN${number}`,
  'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
  'DTM*232*20260303',
  'CAS*OA*23*220',
  'CAS*PR*2*20',
];

test('a second payer’s claim of the same bill is billed once, and leaves the patient what it says', async () => {
  const estimate = await anEstimate();
  await store(estimate, file(aClaim('1104')));
  const second = file(SECOND('1105')).replaceAll(...OTHER_PAYER);
  expect((await readingOf(estimate, second)).claims).toMatchObject([
    { does: 'store', tells_range: false, is_chosen: true, notes: [expect.stringContaining('the same bill')] },
  ]);
  expect((await store(estimate, second)).body.estimate).toMatchObject({
    actuals: [{ billed: '300.00', allowed: '180.00', paid: '160.00', patient: '20.00' }],
  });
});

test('a claim under a new number of the payer is said to be the same bill, so that nobody counts it twice unawares', async () => {
  const estimate = await anEstimate();
  await store(estimate, file(aClaim('1106')));
  const [claim] = (await readingOf(estimate, file(aClaim('1107')))).claims;
  expect(claim).toMatchObject({ does: 'store', is_chosen: false, notes: [expect.stringContaining('under another number of the payer')] });
});

test('a payment whose claims do not come to it, or a file whose counts do not agree, is said and still read', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1108'));
  expect((await readingOf(estimate, content)).notes).toEqual([]);
  expect((await readingOf(estimate, content.replace('BPR*I*100', 'BPR*I*150'))).notes).toEqual([
    'The payment of 03/15/2026 is $150.00, and its claims come to $100.00: some of them may be missing. Compare it with the payer’s paper.',
  ]);
  const kept = file([...aClaim('1108'), 'PLB*1234567893*20261231*WO:ICN1*30*L6:INT*-5.5']);
  expect((await readingOf(estimate, kept.replace('BPR*I*100', 'BPR*I*75.50'))).notes).toEqual([]);
  expect((await readingOf(estimate, kept)).notes).toEqual([
    'The payment of 03/15/2026 is $100.00, and its claims come to $75.50 after $24.50 kept back for other reasons: some of them may be missing. Compare it with the payer’s paper.',
  ]);
  for (const broken of [
    content.replace(/SE\*\d+/, 'SE*99'),
    content.replace('GE*1*', 'GE*2*'),
    content.replace('IEA*1*', 'IEA*2*'),
    content.replace(/(SE\*\d+\*)0001/, '$10002'),
  ]) {
    expect(await readingOf(estimate, broken)).toMatchObject({
      notes: [expect.stringContaining('counts')],
      claims: [{ does: 'store' }],
    });
  }
  const headless = content.replace('LX*1~', 'SE*9*0001~LX*1~');
  expect((await readingOf(estimate, file(aClaim('1109')) + headless)).notes).toEqual(
    expect.arrayContaining([expect.stringContaining('outside any payment')]),
  );
});

test('amounts below zero, or such as are no amounts, are refused and never shown as money', async () => {
  const estimate = await anEstimate();
  const { claims } = await readingOf(
    estimate,
    file([
      ...aClaim('1110', ['AMT*B6*180', 'AMT*B6*-180']),
      ...aClaim('1111', ['300*100*80', '300*-100*280'], ['300*100**1', '300*-100**1'], ['CO*45*120', 'CO*45*320']),
      ...aClaim('1112', ['300*100*80', '3e2*100*80']),
      ...aClaim('1113', ['CO*45*120', 'CO*45*']),
    ]),
  );
  expect(claims.map(({ does, notes }) => [does, notes[0]])).toEqual([
    ['refused', 'Its amounts are below zero.'],
    ['refused', 'Its amounts are below zero.'],
    ['refused', 'One of its amounts cannot be read.'],
    ['refused', 'One of its amounts cannot be read.'],
  ]);
});

test('whatever stands in a number or a code of a service, ranges are still read and no name is kept', async () => {
  const memberId = 'QWG100200300';
  const estimate = await anEstimate({ patient: { ...PATIENT, memberId } });
  const content = file(aClaim('QWG\u0000', ['XQZ100200300', memberId], ['HC:90837', 'HC:Barnaby Strangeways, 90837']));
  const stored = (await store(estimate, content)).body.estimate as Estimate;
  expect(stored.claims).toMatchObject([{ lines: [{ code: null }] }]);
  expect(await rangeFor('QWG55')).toMatchObject({ n: 1 });
});

test('of a file with very many claims of the patient none is shown, and of a claim with very many lines none is stored', async () => {
  const estimate = await anEstimate();
  const many = file(Array.from({ length: 501 }, (_, index) => aClaim(`${20_000 + index}`)).flat());
  expect((await preview(estimate, many)).body.errors).toEqual({
    file: ['It holds more than 500 claims that may be of this patient. Please ask for a file of fewer payments.'],
  });
  const lines = file([
    'CLP*PCN-7001*1*0*0*0*12*ICN1114',
    'NM1*QC*1*QUACKENBUSH*OTTOLINE****MI*XQZ100200300',
    ...Array.from({ length: 1000 }, () => 'SVC*HC:90837*0*0**1'),
  ]);
  expect((await readingOf(estimate, lines)).claims).toMatchObject([
    { does: 'refused', notes: ['It has more than 999 lines.'], amounts: null },
  ]);
});

test('two uploads of one file at once store it once, with one estimate and with two', async () => {
  const [one, two] = [await anEstimate(), await anEstimate()];
  const content = file(aClaim('1115'));
  const [same, again] = await Promise.all([store(one, content), store(one, content)]);
  expect(new Set([same.status, again.status])).toEqual(new Set([200, 422]));
  const next = file(aClaim('1116'));
  const both = await Promise.all([store(one, next), store(two, next)]);
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
});

test('another file than the one that was shown is not stored, nor a claim that was not offered', async () => {
  const estimate = await anEstimate();
  const { digest } = await readingOf(estimate, file(aClaim('1014')));
  const path = `/estimates/${estimate.id}/remittance`;
  expect((await post(manager, path, file(aClaim('1015')), { digest, claims: '0-0' })).body.errors).toHaveProperty('file');
  expect((await post(manager, path, file(aClaim('1014')), { digest, claims: '0-1' })).body.errors).toHaveProperty('claims');
  expect((await post(manager, path, file(aClaim('1014')), { digest, claims: '0-0', level: 'ward' })).body.errors).toHaveProperty('level');
});

test('only an estimate that was handed over and is not settled is compared, and out of scope there is none', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1016'));
  const stored = (await store(estimate, content)).body.estimate as Estimate;
  for (const who of [stranger, restricted]) {
    expect((await preview(estimate, content, who)).status).toBe(404);
    expect((await ask(who, 'DELETE', `/estimate-claims/${stored.claims[0]?.id}`)).status).toBe(404);
  }
  await ask(manager, 'PUT', `/estimates/${estimate.id}`, { state: 'settled' });
  expect((await preview(estimate, content)).status).toBe(409);
  expect((await ask(manager, 'DELETE', `/estimate-claims/${stored.claims[0]?.id}`)).status).toBe(409);
});

test('a claim of an estimate that was replaced can be removed, and stored with the one in its place', async () => {
  const before = await anEstimate();
  const content = file(aClaim('1117'));
  const [claim] = ((await store(before, content)).body.estimate as Estimate).claims;
  const body = { kind: 'estimate', lines: [LINE], scheduled_on: '2026-02-20', service_on: '2026-03-03', replaces: before.id };
  const draft = (await ask(manager, 'POST', `/cases/${before.case_id}/estimates`, body)).body.estimate as Estimate;
  const next = (await ask(manager, 'PUT', `/estimates/${draft.id}`, { state: 'delivered', how: 'paper' })).body.estimate as Estimate;
  expect((await readingOf(next, content)).claims).toMatchObject([{ does: 'refused' }]);
  expect((await preview(before, content)).status).toBe(409);
  expect((await ask(manager, 'DELETE', `/estimate-claims/${claim?.id}`)).body.estimate).toMatchObject({ claims: [], actuals: [] });
  expect((await store(next, content)).status).toBe(200);
});

test('who read, stored and removed what is in the log, with ids alone', async () => {
  const estimate = await anEstimate();
  const stored = (await store(estimate, file(aClaim('1017')))).body.estimate as Estimate;
  await ask(manager, 'DELETE', `/estimate-claims/${stored.claims[0]?.id}`);
  const { rows } = await owner.query<{ action: string }>(
    `SELECT action FROM audit_events WHERE object_ids @> ARRAY[$1]::text[] AND action ~ '^(remittance|estimate-claim)' ORDER BY id`,
    [estimate.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['remittance.read', 'remittance.store', 'estimate-claim.remove']);
});

test('nothing of the file but what was chosen is kept: no name, no number of anybody, in clear or in a log line', async () => {
  const estimate = await anEstimate();
  await store(estimate, file([...aClaim('31415926'), ...SOMEBODY_ELSE]), { keys: ['0-0'] });
  const traces = ['STRANGEWAYS', 'ABC999888777', 'ICN31415926', 'ICN7777', 'QUACKENBUSH'];
  const { rows } = await owner.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  for (const { name } of rows) {
    const found = await owner.query(`SELECT 1 FROM "${name}" x WHERE x::text ~* $1 LIMIT 1`, [traces.join('|')]);
    expect(found.rowCount, name).toBe(0);
  }
  expect(t.log.lines.filter((line) => traces.some((trace) => line.includes(trace)))).toEqual([]);
  const keys = await t.store.keys.keysOf(manager.organization_id);
  const stored = await owner.query<{ id: string; content: Buffer }>('SELECT id, content FROM estimate_claims WHERE estimate_id = $1', [
    estimate.id,
  ]);
  const opened = stored.rows.map(({ id, content }) =>
    JSON.stringify(keys.decryptJson({ table: 'estimate_claims', row: id, column: 'content' }, content)),
  );
  expect(opened).toHaveLength(1);
  expect(opened[0]).not.toMatch(/QUACKENBUSH|OTTOLINE|XQZ100200300|STRANGEWAYS/i);
});

async function rangeFor(memberId: string): Promise<Range> {
  const estimate = await anEstimate({ patient: { ...PATIENT, memberId } });
  return (await ask(manager, 'GET', `/cases/${estimate.case_id}/range?level=op`)).body as unknown as Range;
}

/** `count` claims under a prefix of their own, each 180.00 of 300.00 allowed. */
async function storeMany(prefix: string, count: number): Promise<Estimate> {
  const memberId = `${prefix}100200300`;
  const estimate = await anEstimate({ patient: { ...PATIENT, memberId } });
  const claims = Array.from({ length: count }, (_, index) =>
    aClaim(`${prefix}${String(index).padStart(3, '0')}`, ['XQZ100200300', memberId]),
  );
  await store(estimate, file(claims.flat()));
  return estimate;
}

const uploadClaim = async (prefix: string, value: number, claimId = newId()) =>
  await t.store.database.asAdmin(async (tx) => {
    await tx.queryOnce(
      'INSERT INTO reimbursements (id, claim_id, payer_id, alpha_prefix, op, uploaded_at) VALUES ($1, $5, $2, $3, $4, now())',
      [newId(), payer.id, prefix, value, claimId],
    );
  });

test('stored claims make the range: with uploads while they are few, alone from twenty on', async () => {
  await storeMany('QWA', 4);
  expect(await rangeFor('QWA55')).toMatchObject({ n: 4, own: 4, shown: 'too-few', origin: 'own', match_level: 1 });
  await uploadClaim('QWA', 20);
  expect(await rangeFor('QWA55')).toMatchObject({ n: 5, own: 4, origin: 'both', low: '20.00', high: '60.00' });
  await storeMany('QWB', 20);
  await uploadClaim('QWB', 20);
  expect(await rangeFor('QWB55')).toMatchObject({
    n: 20,
    own: 20,
    origin: 'own',
    p25: '60.00',
    p75: '60.00',
    held_of: 20,
    held_share: '100.0',
  });
});

test('a claim that the uploads hold, too, counts once, and one of no level counts for no range', async () => {
  await storeMany('QWC', 5);
  await uploadClaim('QWC', 30, 'ICNQWC002');
  expect(await rangeFor('QWC55')).toMatchObject({ n: 5, own: 4, origin: 'both' });
  // Of another payer the same number is chance.
  const other = await createPayer(t.store, { name: 'Larch Mutual' });
  await owner.query(`INSERT INTO reimbursements (id, claim_id, payer_id, op, uploaded_at) VALUES ($1, 'ICNQWC003', $2, 30, now())`, [
    newId(),
    other.id,
  ]);
  expect(await rangeFor('QWC55')).toMatchObject({ n: 5, own: 4 });
  const memberId = 'QWD100200300';
  const estimate = await anEstimate({ patient: { ...PATIENT, memberId } });
  const stored = await store(estimate, file(aClaim('QWD1', ['XQZ100200300', memberId])), { level: '' });
  expect((stored.body.estimate as Estimate).claims).toMatchObject([{ level: null }]);
  expect(await rangeFor('QWD55')).toMatchObject({ n: 0, origin: null });
});

test('what was allowed by hand counts once the estimate is settled, unless a remittance told it', async () => {
  const memberId = 'QWE100200300';
  const settle = async (estimate: Estimate) =>
    await ask(manager, 'PUT', `/estimates/${estimate.id}`, {
      state: 'settled',
      actuals: [{ provider_id: provider.id, billed: '200.00', allowed: '125.00', paid: '100.00', patient: '25.00' }],
    });
  const byHand = await settle(await anEstimate({ patient: { ...PATIENT, memberId } }));
  expect((byHand.body.estimate as Estimate).claims).toMatchObject([
    { origin: 'hand', status: 'Settled by hand', allowed: '125.00', level: 'op' },
  ]);
  const told = await anEstimate({ patient: { ...PATIENT, memberId } });
  await store(told, file(aClaim('QWE1', ['XQZ100200300', memberId])));
  await settle(told);
  expect(await rangeFor('QWE55')).toMatchObject({ n: 2, own: 2, origin: 'own' });
});

test('another practice’s claims stand in nobody else’s range', async () => {
  await storeMany('QWF', 5);
  const inquiry = await createInquiry(t.store, {
    organization_id: stranger.organization_id,
    user_id: stranger.id,
    payer_id: payer.id,
    status: 'complete',
    submission: { memberId: 'QWF55' },
    coverage: normalizeCoverage(anAnswer()),
  });
  await owner.query('UPDATE organizations SET has_override_reimbursement = true WHERE id = $1', [stranger.organization_id]);
  await owner.query('UPDATE users SET perm_reimbursements = true WHERE id = $1', [stranger.id]);
  const made = (
    await ask(stranger, 'POST', '/cases', { inquiry_id: inquiry.id, provider_id: inquiry.submission.provider_id, levels: ['op'] })
  ).body.case as Case;
  expect((await ask(stranger, 'GET', `/cases/${made.id}/range?level=op`)).body).toMatchObject({ n: 0, origin: null });
});

test('digests made under another key are made anew, so that a stored claim is found again', async () => {
  const estimate = await anEstimate();
  const content = file(aClaim('1018'));
  await store(estimate, content);
  await owner.query(`UPDATE estimate_claims SET claim_digest = decode('00', 'hex') WHERE estimate_id = $1`, [estimate.id]);
  expect((await readingOf(estimate, content)).claims).toMatchObject([{ does: 'store' }]);
  expect(await rebuildClaimDigests(t.store.database, await t.store.keys.keysOf(manager.organization_id))).toBe(1);
  expect((await readingOf(estimate, content)).claims).toMatchObject([{ does: 'known' }]);
});
