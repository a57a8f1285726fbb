/** The repositories' own statements, with the organization taken out of every WHERE: row-level security alone must hold (product.md 12). */
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { createInquiry, createOrganization, createUser } from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { createListCounts } from '#db/list-counts.ts';
import { listAttention, listInquiries } from './inquiry-list.repository.ts';

const NOW = new Date();
const store = useTestStore();

/** Always true, and still uses the parameter: PostgreSQL wants to know its type. The comment is for the guard of test/tenant-statements.ts. */
const forget = (text: string) =>
  text.replaceAll(/(?:\w+\.)?organization_id = (\$\d+)/g, '$1::text IS NOT NULL /* instead of organization_id */');

function forgetful(tx: Tx): { tx: Tx; forgotten: string[] } {
  const forgotten: string[] = [];
  const run = async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[]) => {
    if (forget(text) !== text) forgotten.push(text);
    return await tx.queryOnce<Row>(forget(text), values);
  };
  return {
    forgotten,
    tx: {
      organizationId: tx.organizationId,
      orm: tx.orm,
      execute: async (text, values) => await tx.execute(text, values),
      provenBy: (text, values) => tx.provenBy(text, values),
      queryOnce: run,
      query: async <Row extends Record<string, unknown>>(_name: string, text: string, values: readonly unknown[]) =>
        await run<Row>(text, values),
    },
  };
}

test('lists, totals and single inquiries hold nothing foreign when every WHERE forgets the organization', async () => {
  const foreign = await createInquiry(store, { status: 'error' });
  const { id: organizationId } = await createOrganization(store);
  const user = await createUser(store, { organization_id: organizationId });
  const keys = await store.keys.keysOf(organizationId);
  const scope = { organizationId, userId: user.id, restricted: false };
  const options = { scope, keys, limits: { offset: 0, limit: 1 }, now: NOW };
  const counts = createListCounts(() => NOW);

  const outcome = await store.database.asOrganization(organizationId, async (real) => {
    const { tx, forgotten } = forgetful(real);
    return {
      list: await listInquiries(tx, { ...options, filter: { isHidden: false }, counts }),
      searched: await listInquiries(tx, { ...options, filter: { isHidden: false, payerName: 'payer' }, counts }),
      attention: await listAttention(tx, options),
      one: await findInquiry(tx, keys, scope, foreign.id),
      forgotten: forgotten.length,
    };
  });

  const nothing = { rows: [], total: 0 };
  expect(outcome).toEqual({ list: nothing, searched: nothing, attention: nothing, one: null, forgotten: 5 });
});

test('without row-level security the same statements would show the foreign inquiry', async () => {
  const foreign = await createInquiry(store, { status: 'error' });
  const keys = await store.keys.keysOf(foreign.organization_id);
  const scope = { organizationId: (await createOrganization(store)).id, userId: foreign.user_id, restricted: false };

  const found = await store.database.asAdmin(async (real) => await findInquiry(forgetful(real).tx, keys, scope, foreign.id));

  expect(found?.id).toBe(foreign.id);
});
