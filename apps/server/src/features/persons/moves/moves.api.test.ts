/** Merge, split, undo and 'not the same person' (docs/product.md 18.2). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import { createInquiry, createPayer, createProvider, createUser, personOf, type User } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';

let t: TestApp;
let payerId: string;
beforeAll(async () => {
  t = await startTestApp();
  payerId = (await createPayer(t.store)).id;
});
afterAll(async () => await t.close());

const DAY_MS = 24 * 3_600_000;
const BORN = '1984-04-07';

interface Practice {
  user: User;
  token: string;
  check(submission: object): Promise<string>;
  call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<{ status: number; body: Record<string, never> }>;
  personOf(inquiryId: string): Promise<string>;
}

async function createPractice(): Promise<Practice> {
  const user = await createUser(t.store);
  const { organization_id } = user;
  const provider_id = (await createProvider(t.store, { organization_id })).id;
  const token = await t.signIn(user);
  return {
    user,
    token,
    check: async (submission) =>
      (
        await createInquiry(t.store, {
          organization_id,
          user_id: user.id,
          provider_id,
          payer_id: payerId,
          status: 'complete',
          coverage: aCoverage(),
          submission: { patientBirthDate: BORN, patientFirstName: 'Ada', patientLastName: 'Quillfeather', ...submission },
        })
      ).id,
    async call(method, path, payload) {
      const reply = await t.call(token, { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
      return { status: reply.statusCode, body: reply.body === '' ? {} : reply.json() };
    },
    personOf: async (inquiryId) => await personOf(t.store, organization_id, inquiryId),
  };
}

/** All that persons are, but for what time and undoing may change: versions, moves, and when something was proposed. */
async function stateOf({ user: { organization_id } }: Practice) {
  const keys = await t.store.keys.keysOf(organization_id);
  return await t.store.database.asOrganization(organization_id, async (tx) => {
    const read = async (sql: string) =>
      (await tx.queryOnce<Record<string, unknown>>(sql, [organization_id])).map((row) => JSON.stringify(row));
    const contents = await tx.queryOnce<{ id: string; content: Buffer }>(
      'SELECT id, content FROM persons WHERE organization_id = $1 AND merged_into IS NULL ORDER BY id',
      [organization_id],
    );
    return {
      persons: await read(
        'SELECT id, archived_at, last_check_at FROM persons WHERE organization_id = $1 AND merged_into IS NULL ORDER BY id',
      ),
      contents: contents.map(({ id, content }) => keys.decryptJson({ table: 'persons', row: id, column: 'content' }, content)),
      inquiries: await read('SELECT inquiry_id, person_id, how, rule FROM person_inquiries WHERE organization_id = $1 ORDER BY 1'),
      keys: await read(
        `SELECT encode(digest, 'hex') AS digest, person_id, kind, is_linking, inquiry_id FROM person_keys WHERE organization_id = $1 ORDER BY 1, 2`,
      ),
      pairs: await read('SELECT a, b, verdict, kinds, score FROM person_pairs WHERE organization_id = $1 ORDER BY 1, 2'),
    };
  });
}

test('a merged person leads to the one it became part of, over several, until that is undone', async () => {
  const practice = await createPractice();
  const [first, second, third] = [
    await practice.check({ memberId: 'ONE1' }),
    await practice.check({ memberId: 'TWO2' }),
    await practice.check({ memberId: 'THREE3' }),
  ];
  const [a, b, c] = [await practice.personOf(first), await practice.personOf(second), await practice.personOf(third)];
  const read = async (id: string) =>
    (await practice.call('GET', `/persons/${id}`)).body as unknown as { person: { id: string; version: number } };
  const merge = async (id: string, other_id: string, version: number) =>
    await practice.call('POST', `/persons/${id}/merge`, { other_id, version });
  const before = await stateOf(practice);

  const one = await merge(b, c, 1);
  expect((await merge(a, b, 2)).status).toBe(409);
  const two = await merge(a, b, 1);
  expect([(await read(c)).person.id, (await read(b)).person.id]).toEqual([a, a]);
  expect(await read(a)).toMatchObject({ person: { policies: [{ checks: 1 }, { checks: 1 }, { checks: 1 }], proposals: 0, version: 2 } });
  expect((await merge(a, c, 2)).status).toBe(409);
  const undo = async (reply: typeof one) => (await practice.call('POST', `/persons/${a}/moves/${reply.body.move_id}/undo`)).status;
  // What became part of something else cannot give back.
  expect(await undo(one)).toBe(409);
  expect(await undo(two)).toBe(204);
  expect(await undo(two)).toBe(409);
  expect((await practice.call('POST', `/persons/${b}/moves/${one.body.move_id}/undo`)).status).toBe(204);
  expect(await stateOf(practice)).toEqual(before);
});

test('checks that joined a merged person since go where they would have gone, once the merge is undone', async () => {
  const practice = await createPractice();
  const [a, b] = [
    await practice.personOf(await practice.check({ memberId: 'ONE1' })),
    await practice.personOf(await practice.check({ memberId: 'TWO2' })),
  ];
  const { body } = await practice.call('POST', `/persons/${a}/merge`, { other_id: b, version: 1 });
  t.turnClock(1000);
  const [ofA, ofB] = [await practice.check({ memberId: 'ONE1' }), await practice.check({ memberId: 'TWO2' })];
  expect([await practice.personOf(ofA), await practice.personOf(ofB)]).toEqual([a, a]);

  expect((await practice.call('POST', `/persons/${a}/moves/${body.move_id}/undo`)).status).toBe(204);
  expect([await practice.personOf(ofA), await practice.personOf(ofB)]).toEqual([a, b]);
});

test('what is split off is never proposed again, and a check that fits both joins neither by itself', async () => {
  const practice = await createPractice();
  const [first, second] = [
    await practice.check({ memberId: 'ONE1' }),
    await practice.check({ memberId: 'ONE1', patientLastName: 'Harbor' }),
  ];
  const a = await practice.personOf(first);
  expect((await practice.call('POST', `/persons/${a}/split`, { inquiry_ids: [first, second], version: 1 })).status).toBe(422);
  const before = await stateOf(practice);
  const { body } = await practice.call('POST', `/persons/${a}/split`, { inquiry_ids: [second], version: 1 });
  const split = body as unknown as { move_id: string; person_id: string };

  expect(await practice.personOf(second)).toBe(split.person_id);
  expect((await practice.call('GET', `/persons/${a}/proposals`)).body).toEqual({ proposals: [] });
  const next = await practice.personOf(await practice.check({ memberId: 'ONE1', patientLastName: 'Ward' }));
  expect([a, split.person_id]).not.toContain(next);
  const { proposals } = (await practice.call('GET', `/persons/${next}/proposals`)).body as unknown as {
    proposals: { person: { id: string } }[];
  };
  expect(proposals.map(({ person }) => person.id).toSorted()).toEqual([a, split.person_id].toSorted());
  expect((await practice.call('POST', `/persons/${a}/moves/${split.move_id}/undo`)).status).toBe(204);
  const after = await stateOf(practice);
  expect(after.inquiries.filter((row) => !row.includes(next))).toEqual(before.inquiries);
});

test('two that somebody said are different are proposed no more, until that is taken back', async () => {
  const practice = await createPractice();
  const [a, b] = [
    await practice.personOf(await practice.check({ memberId: 'ONE1' })),
    await practice.personOf(await practice.check({ memberId: 'ONE1', patientFirstName: 'Ann' })),
  ];
  const proposals = async () =>
    ((await practice.call('GET', `/persons/${b}/proposals`)).body as unknown as { proposals: { person: { id: string } }[] }).proposals.map(
      ({ person }) => person.id,
    );
  const decide = async (is_different: boolean) => (await practice.call('PUT', `/persons/${a}/proposals/${b}`, { is_different })).status;

  expect(await proposals()).toEqual([a]);
  expect(await decide(true)).toBe(204);
  await practice.check({ memberId: 'ONE1', patientFirstName: 'Ann', patientLastName: 'Harbor' });
  expect(await proposals()).toEqual([]);
  expect(await decide(false)).toBe(204);
  expect(await proposals()).toEqual([a]);
});

test('a move can be undone for 30 days', async () => {
  const practice = await createPractice();
  const [a, b] = [
    await practice.personOf(await practice.check({ memberId: 'ONE1' })),
    await practice.personOf(await practice.check({ memberId: 'TWO2' })),
  ];
  const { body } = await practice.call('POST', `/persons/${a}/merge`, { other_id: b, version: 1 });
  const moves = async (token: string) => {
    const reply = await t.call(token, { method: 'GET', url: `/api/v1/persons/${a}/events` });
    return reply.json<{ events: { kind: string; move_id: string | null }[] }>().events.filter(({ kind }) => kind === 'merge');
  };
  expect(await moves(practice.token)).toMatchObject([{ move_id: body.move_id }]);
  t.turnClock(31 * DAY_MS);
  const token = await t.signIn(practice.user);
  expect(await moves(token)).toMatchObject([{ move_id: null }]);
  expect((await t.call(token, { method: 'POST', url: `/api/v1/persons/${a}/moves/${body.move_id}/undo` })).statusCode).toBe(409);
  t.turnClock(-31 * DAY_MS);
});

const step = fc.record({ merges: fc.boolean(), one: fc.nat(), other: fc.nat() });

test('whatever was merged and split, undoing it backwards gives back exactly what was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const practice = await createPractice();
      const ids = [
        await practice.check({ memberId: 'ONE1' }),
        await practice.check({ memberId: 'ONE1', patientLastName: 'Harbor' }),
        await practice.check({ memberId: 'ONE1', patientFirstName: 'Ann' }),
        await practice.check({ memberId: 'TWO2' }),
        await practice.check({ memberId: 'TWO2', externalId: 'MRN-1' }),
      ];
      const states = [await stateOf(practice)];
      const moves: { person: string; id: string }[] = [];
      const versionOf = async (id: string) =>
        ((await practice.call('GET', `/persons/${id}`)).body as unknown as { person: { version: number } }).person.version;
      for (const { merges, one, other } of steps) {
        t.turnClock(1000);
        const [first, second] = [ids[one % ids.length] ?? '', ids[other % ids.length] ?? ''];
        const [a, b] = [await practice.personOf(first), await practice.personOf(second)];
        const version = await versionOf(a);
        const reply = merges
          ? await practice.call('POST', `/persons/${a}/merge`, { other_id: b, version })
          : await practice.call('POST', `/persons/${a}/split`, { inquiry_ids: [first], version });
        if (reply.status !== 200) continue;
        moves.push({ person: a, id: reply.body.move_id ?? '' });
        states.push(await stateOf(practice));
      }
      for (const move of moves.toReversed()) {
        states.pop();
        expect((await practice.call('POST', `/persons/${move.person}/moves/${move.id}/undo`)).status).toBe(204);
        expect(await stateOf(practice)).toEqual(states.at(-1));
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
