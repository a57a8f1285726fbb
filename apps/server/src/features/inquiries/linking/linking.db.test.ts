/** Which person checks are given where several are stored at once, and after an upgrade (docs/product.md 18.2). */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { aCoverage } from '../../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type InquiryOver,
} from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { linkPersons } from './link-persons.ts';

const store = useTestStore();

const ADA = { memberId: 'XZA900100', patientBirthDate: '1984-04-07', patientFirstName: 'Ada', patientLastName: 'Quillfeather' };
const NAMELESS = { ...ADA, patientFirstName: undefined, patientLastName: undefined };
const returned = (firstName: string) => ({
  firstName,
  middleName: null,
  lastName: 'QUILLFEATHER',
  suffix: null,
  birthDate: ADA.patientBirthDate,
  gender: null,
  memberId: ADA.memberId,
  address: null,
  facts: [],
});

async function createPractice() {
  const organization_id = (await createOrganization(store)).id;
  return {
    organization_id,
    user_id: (await createUser(store, { organization_id })).id,
    provider_id: (await createProvider(store, { organization_id })).id,
    payer_id: (await createPayer(store)).id,
  };
}
type Practice = Awaited<ReturnType<typeof createPractice>>;
const add = async (practice: Practice, over: InquiryOver) => (await createInquiry(store, { ...practice, ...over })).id;

/** Checks by person, as sets of their place in `ids`. */
async function groups({ organization_id }: Practice, ids: readonly string[]): Promise<number[][]> {
  const rows = await store.database.asOrganization(
    organization_id,
    async (tx) =>
      await tx.queryOnce<{ inquiry_id: string; person_id: string }>(
        'SELECT inquiry_id, person_id FROM person_inquiries WHERE organization_id = $1',
        [organization_id],
      ),
  );
  const people = new Map<string, number[]>();
  for (const [at, id] of ids.entries()) {
    const person = rows.find(({ inquiry_id }) => inquiry_id === id)?.person_id ?? 'nobody';
    people.set(person, [...(people.get(person) ?? []), at]);
  }
  return [...people.values()];
}

test('checks of one new person that are sent at the same moment make one person', async () => {
  for (let round = 0; round < 10; round += 1) {
    const practice = await createPractice();
    const swapped = { ...ADA, patientFirstName: ADA.patientLastName, patientLastName: ADA.patientFirstName };
    const ids = await Promise.all([ADA, ADA, swapped, ADA].map(async (submission) => await add(practice, { submission })));
    expect(await groups(practice, ids)).toEqual([[0, 1, 2, 3]]);
  }
});

test('checks of one new person, typed without a name, that settle at the same moment make one person', async () => {
  for (let round = 0; round < 10; round += 1) {
    const practice = await createPractice();
    const settled = (firstName: string): InquiryOver => ({
      submission: NAMELESS,
      status: 'complete',
      coverage: aCoverage({ subscriber: returned(firstName) }),
    });
    const ids = await Promise.all(['ADA', 'ADA', 'ANN', 'ADA'].map(async (name) => await add(practice, settled(name))));
    expect((await groups(practice, ids)).toSorted((a, b) => b.length - a.length)).toEqual([[0, 1, 3], [2]]);
  }
});

test('who asks for one twin and is told of the other makes them no one', async () => {
  const practice = await createPractice();
  const told = { status: 'complete', coverage: aCoverage({ subscriber: returned('ANN') }) } as const;
  const ada = await add(practice, { submission: ADA, ...told });
  const ann = await add(practice, { submission: { ...ADA, patientFirstName: 'Ann' }, ...told });
  const baby = await add(practice, { submission: { ...ADA, patientFirstName: 'Baby Girl A' }, ...told });
  expect(await groups(practice, [ada, ann, baby])).toEqual([[0], [1], [2]]);
});

test('twins that are both typed with their names the other way round stay two, in whatever order they come after one who is not', async () => {
  const swapped = (first: string) => ({ ...ADA, patientFirstName: ADA.patientLastName, patientLastName: first });
  const rightly = (first: string) => ({ ...ADA, patientFirstName: first });
  const father = { ...ADA, patientFirstName: 'Ansel', patientBirthDate: '1955-01-01' };
  const orders = [
    [rightly('Ada'), swapped('Ada'), swapped('Amy'), rightly('Amy')],
    [rightly('Ada'), swapped('Amy'), swapped('Ada'), rightly('Amy')],
    [swapped('Ada'), rightly('Amy'), swapped('Amy'), rightly('Ada')],
    [father, swapped('Ada'), swapped('Amy'), rightly('Amy'), rightly('Ada')],
  ];
  for (const order of orders) {
    const practice = await createPractice();
    const ids: string[] = [];
    for (const submission of order) ids.push(await add(practice, { submission }));
    const nameOf = (at: number) => ['Ada', 'Amy', 'Ansel'].find((name) => JSON.stringify(order[at]).includes(`"${name}"`));
    const linked = await groups(practice, ids);
    expect(linked.map((group) => new Set(group.map(nameOf)).size)).toEqual(linked.map(() => 1));
    expect(linked).toHaveLength(new Set(order.map((_, at) => nameOf(at))).size);
  }
});

test('a member id that the payer corrected leads to the same person from then on', async () => {
  const practice = await createPractice();
  const corrected = { ...returned('Ada'), memberId: 'NEW777' };
  const first = await add(practice, {
    submission: ADA,
    status: 'complete',
    coverage: aCoverage({ subscriber: corrected, updateYourRecords: true }),
  });
  const next = await add(practice, { submission: { ...ADA, memberId: 'new-777' } });
  const silent = { ...returned('Ines'), memberId: 'NEW888' };
  const ines = { ...ADA, patientFirstName: 'Ines' };
  const other = await add(practice, { submission: ines, status: 'complete', coverage: aCoverage({ subscriber: silent }) });
  const unproven = await add(practice, { submission: { ...ines, memberId: 'NEW888' } });
  expect(await groups(practice, [first, next, other, unproven])).toEqual([[0, 1], [2], [3]]);
});

const jobDeps = (database: Database = store.database) => ({
  db: database,
  keys: store.keys,
  log: { error: () => undefined } as never,
  clock: () => new Date(),
  newId: () => newId(),
  stopping: new AbortController().signal,
});

/** What a process does that is killed: from some transaction on nothing reaches the database, and the one under way is rolled back. */
function killedAfter(transactions: number): Database {
  let left = transactions;
  return {
    ...store.database,
    asOrganization: async (organizationId, work) =>
      await store.database.asOrganization(organizationId, async (tx) => {
        const result = await work(tx);
        left -= 1;
        if (left < 0) throw new Error('killed');
        return result;
      }),
  };
}

test('checks from before are given their persons by a job, whatever kills it in between, and once alone', async () => {
  const practice = await createPractice();
  const ids: string[] = [];
  for (let nth = 0; nth < 120; nth += 1) {
    const submission = { ...ADA, memberId: `OLD${nth % 40}` };
    ids.push(await add(practice, { submission, isLinked: false, is_hidden: nth % 7 === 0 }));
  }
  const nameless: InquiryOver = { submission: { ...NAMELESS, memberId: 'OLD1' }, status: 'complete', isLinked: false };
  ids.push(await add(practice, { ...nameless, coverage: aCoverage({ subscriber: { ...returned('ADA'), memberId: 'OLD1' } }) }));
  const draft = await add(practice, { submission: ADA, status: 'draft' });

  for (let kills = 0; kills < 4; kills += 1) await linkPersons(jobDeps(killedAfter(kills % 2)));
  await linkPersons(jobDeps());
  const linked = await groups(practice, ids);
  expect(linked).toHaveLength(40);
  expect(linked.every((group) => new Set(group.map((at) => at % 40)).size === 1 || group.includes(120))).toBe(true);
  expect(linked.find((group) => group.includes(120))).toEqual([1, 41, 81, 120]);
  expect(await groups(practice, [draft])).toEqual([[0]]);

  await linkPersons(jobDeps());
  expect(await groups(practice, ids)).toEqual(linked);
});

test('two processes that link one organization at once share its checks, and neither fails', async () => {
  const practice = await createPractice();
  const ids: string[] = [];
  for (let nth = 0; nth < 120; nth += 1)
    ids.push(await add(practice, { submission: { ...ADA, memberId: `TWO${nth % 40}` }, isLinked: false }));
  const failures: unknown[] = [];
  const deps = { ...jobDeps(), log: { error: (what: unknown) => failures.push(what) } as never };
  await Promise.all([linkPersons(deps), linkPersons(deps)]);

  expect(failures).toEqual([]);
  expect(await groups(practice, ids)).toHaveLength(40);
});

test('a check that a server of the version before sends after the job has ended is linked by the next run', async () => {
  const practice = await createPractice();
  const first = await add(practice, { submission: ADA, isLinked: false });
  await linkPersons(jobDeps());
  const late = await add(practice, { submission: ADA, isLinked: false });
  await linkPersons(jobDeps());
  expect(await groups(practice, [first, late])).toEqual([[0, 1]]);
});

test('keys are digests of 32 bytes, and no key is made of an SSN', async () => {
  const practice = await createPractice();
  await add(practice, { submission: { patientLastName: 'Quill' }, ssn: '900774411' });
  const client = new Client({ connectionString: store.url });
  await client.connect();
  const { rows } = await client.query<{ kind: string; bytes: number }>(
    'SELECT kind, length(digest) AS bytes FROM person_keys WHERE organization_id = $1',
    [practice.organization_id],
  );
  await client.end();
  expect(new Set(rows.map(({ bytes }) => bytes))).toEqual(new Set([32]));
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(
    ['id_dob', 'id_dob_first', 'id_dob_first', 'id_first', 'id_last', 'id_name', 'initial_dob', 'name_dob', 'sound_dob'].toSorted(),
  );
});
