/** Batches as an API test makes them: invented people in a list, brought in, mapped and sent. */
import type { Batch, BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Client } from 'pg';
import { insertRule } from '../src/features/batches/plans/rules.repository.ts';
import { closeFacts, closeRowContent, NO_FACTS } from '../src/features/batches/batch-contents.ts';
import { countRows, insertBatch } from '../src/features/batches/batches.repository.ts';
import { insertRows } from '../src/features/batches/rows/batch-rows.repository.ts';
import { createOrganization, createProvider, createUser, newId, type Store, type User } from './factories.ts';
import type { TestApp } from './test-app.ts';

export const HEADER = ['Last Name', 'First Name', 'DOB', 'Member ID', 'Insurance'];

export interface Listed {
  last?: string;
  first?: string;
  born?: string;
  memberId?: string;
  payer: string;
}

/** As a spreadsheet puts it into the clipboard. */
export const pasted = (people: readonly Listed[], header: readonly string[] = HEADER): string =>
  [
    header.join('\t'),
    ...people.map(({ last = 'Testperson', first = 'Quenby', born = '02/29/1980', memberId = '', payer }) =>
      [last, first, born, memberId, payer].join('\t'),
    ),
  ].join('\n');

export interface Practice {
  token: string;
  providerId: string;
}

/** Somebody signed in, with a facility; a practice of its own unless one is named. */
export async function aBatchPractice(
  t: TestApp,
  over: { is_restricted?: boolean; organization_id?: string } = {},
): Promise<Practice & { organizationId: string }> {
  const organizationId = over.organization_id ?? (await createOrganization(t.store)).id;
  const user = await createUser(t.store, { is_restricted: false, ...over, organization_id: organizationId });
  const provider = await createProvider(t.store, { organization_id: organizationId });
  return { token: await t.signIn(user), providerId: provider.id, organizationId };
}

export const batchCalls = (t: TestApp) => {
  const send = async (token: string, method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE', path: string, payload?: object) =>
    await t.call(token, { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  const batchOf = (reply: LightMyRequestResponse): Batch => {
    if (reply.statusCode >= 300) throw new Error(`${reply.statusCode} ${reply.body}`);
    return reply.json<{ batch: Batch }>().batch;
  };
  const paste = async ({ token, providerId }: Practice, text: string): Promise<Batch> =>
    batchOf(await send(token, 'POST', '/batches', { source: 'paste', text, provider_id: providerId }));
  const bringFile = async ({ token, providerId }: Practice, filename: string, bytes: Buffer): Promise<Batch> => {
    const form = new FormData();
    form.set('provider_id', providerId);
    form.set('file', new Blob([Uint8Array.from(bytes)]), filename);
    const encoded = new Response(form);
    const payload = Buffer.from(await encoded.arrayBuffer());
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    return batchOf(await t.call(token, { method: 'POST', url: '/api/v1/batches', payload, headers }));
  };
  /** With the meaning of its columns as it was guessed. */
  const confirm = async ({ token }: Practice, batch: Batch): Promise<Batch> => {
    const mapping = batch.mapping ?? { columns: batch.columns.map(({ field }) => field), date_orders: {} };
    return batchOf(await send(token, 'PUT', `/batches/${batch.id}`, { mapping }));
  };
  return {
    send,
    paste,
    bringFile,
    confirm,
    review: async (practice: Practice, people: readonly Listed[]): Promise<Batch> =>
      await confirm(practice, await paste(practice, pasted(people))),
    get: async ({ token }: Practice, id: string): Promise<Batch> => batchOf(await send(token, 'GET', `/batches/${id}`)),
    start: async ({ token }: Practice, id: string, bounds: object = {}): Promise<Batch> =>
      batchOf(await send(token, 'POST', `/batches/${id}/start`, bounds)),
    rows: async ({ token }: Practice, id: string, query = 'limit=100&sort=row'): Promise<BatchRow[]> =>
      (await send(token, 'GET', `/batches/${id}/rows?${query}`)).json<{ rows: BatchRow[] }>().rows,
  };
};

/** Payers of the sandbox whose names are theirs alone, with what identifies a patient to each. */
export async function listTestPayers(owner: Client): Promise<{ id: string; name: string }[]> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `SELECT p.id, p.name FROM payers p JOIN payer_sources s ON s.payer_id = p.id
     WHERE s.is_available AND p.parent_id IS NULL AND NOT p.is_group AND s.fields::text LIKE '%memberId%' AND p.name NOT LIKE '%(%'
       AND NOT EXISTS (SELECT FROM payers o WHERE o.id <> p.id AND lower(o.name) = lower(p.name)) ORDER BY p.name`,
  );
  return rows;
}

/** In review, with one row that needs a payer. */
export async function createBatch(
  store: Store,
  { organization_id, user_id, provider_id }: { organization_id: string; user_id: string; provider_id: string },
): Promise<string> {
  const keys = await store.keys.keysOf(organization_id);
  const id = newId();
  await store.database.asOrganization(organization_id, async (tx) => {
    const content = closeFacts(keys, id, NO_FACTS);
    await insertBatch(tx, { id, user_id, provider_id, source: 'paste', state: 'review', upload: null, content, now: new Date() });
    await insertRows(tx, id, [
      {
        row: 2,
        state: 'needs-payer',
        needs: null,
        payer_id: null,
        payer_name: null,
        provider_id,
        inquiry_id: null,
        same_key: null,
        duplicate_of: null,
        content: closeRowContent(keys, id, 2, { last: 'Quill', member_id: 'XQT1' }),
        problems: null,
        result: null,
        is_done: false,
      },
    ]);
    await countRows(tx, id);
  });
  return id;
}

const EVERYBODY = { payers: [], insurance_types: [], tags: [], with_appointment: false, active_within_days: null };
/** Every month, for everybody. */
export const A_RULE = {
  name: 'Monthly',
  who: EVERYBODY,
  when: { kind: 'monthly' as const, day: 1 },
  monthly_budget: 100,
  reuse_days: 0 as const,
  is_on: true,
};

export async function createRule({ database }: Store, user: Pick<User, 'id' | 'organization_id'>): Promise<string> {
  const { when: occasion, ...rule } = A_RULE;
  const id = newId();
  await database.asOrganization(user.organization_id, async (tx) => {
    await insertRule(tx, { id, userId: user.id, now: new Date() }, { ...rule, occasion });
  });
  return id;
}
