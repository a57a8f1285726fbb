/** Facilities of an organization. */
import { and, asc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { containing, limitsOf, orderOf, type Page } from '#db/page.ts';
import { providers } from '#db/tables/providers.ts';
import type { Scope } from '#http/viewer.ts';

export type ProviderRecord = typeof providers.$inferSelect;

export interface ProviderQuery extends Page {
  /** name, npi, is_active; with - descending. */
  sort?: string;
  /** Part of the name or NPI. */
  q?: string;
}

const DEFAULT_ROWS = 1000;
const columns = { name: sql`lower(${providers.name})`, npi: sql`${providers.npi}`, is_active: sql`${providers.is_active}` };

export async function listProviders(tx: Tx, scope: Scope, query: ProviderQuery): Promise<{ rows: ProviderRecord[]; total: number }> {
  const { offset, limit } = limitsOf(query, DEFAULT_ROWS);
  const part = containing(query.q ?? '');
  const where = and(
    eq(providers.organization_id, scope.organizationId),
    query.q === undefined ? undefined : or(ilike(providers.name, part), ilike(providers.npi, part)),
  );
  const rows = await tx.orm
    .select()
    .from(providers)
    .where(where)
    .orderBy(orderOf(columns, query.sort ?? 'name'), asc(providers.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await tx.orm.$count(providers, where) };
}

/** Active ones, for choosing. */
export async function listActiveProviders(
  tx: Tx,
  scope: Scope,
  page: Page,
): Promise<{ rows: Pick<ProviderRecord, 'id' | 'name'>[]; total: number }> {
  const { offset, limit } = limitsOf(page, DEFAULT_ROWS);
  const where = and(eq(providers.organization_id, scope.organizationId), eq(providers.is_active, true));
  const rows = await tx.orm
    .select({ id: providers.id, name: providers.name })
    .from(providers)
    .where(where)
    .orderBy(columns.name, asc(providers.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await tx.orm.$count(providers, where) };
}

export async function findProvider(tx: Tx, scope: Scope, id: string): Promise<ProviderRecord | null> {
  const [row] = await tx.orm
    .select()
    .from(providers)
    .where(and(eq(providers.organization_id, scope.organizationId), eq(providers.id, id)));
  return row ?? null;
}

export async function insertProvider(tx: Tx, provider: typeof providers.$inferInsert): Promise<ProviderRecord> {
  const [row] = await tx.orm.insert(providers).values(provider).returning();
  if (row === undefined) throw new Error('The provider was not stored.');
  return row;
}

/** Null where the organization has no such provider. */
export async function updateProvider(
  tx: Tx,
  scope: Scope,
  id: string,
  change: Partial<Pick<ProviderRecord, 'name' | 'npi' | 'tax_id' | 'is_active'>> & { updated_at: Date },
): Promise<ProviderRecord | null> {
  const [row] = await tx.orm
    .update(providers)
    .set(change)
    .where(and(eq(providers.organization_id, scope.organizationId), eq(providers.id, id)))
    .returning();
  return row ?? null;
}
