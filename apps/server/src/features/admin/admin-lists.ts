/** What the lists of the admin area have in common: a part searched for, an order, a page and the exact total. */
import type { Tx } from '#db/client.ts';
import { containing, type Limits } from '#db/page.ts';

export interface AdminListQuery {
  /** A key of the list's sorts, with - descending. */
  sort: string;
  q?: string | undefined;
  organizationId?: string | undefined;
  limits: Limits;
}

export interface ListSource<Stored, Row> {
  /** Columns of a row. */
  select: string;
  /** Its table as `x`. */
  from: string;
  /** What a row is sorted or searched by besides: one row of each for every row of its table. Its organization is `o`. */
  joins?: string;
  /** What is only shown, and read for the rows of the page alone. */
  shown?: string;
  /** SQL of each order, by the name it has on the wire. */
  sorts: Readonly<Record<string, string>>;
  /** What `q` is looked for in. */
  searched: readonly string[];
  /** Column that names the organization. */
  organization: string;
  /** Whether `q` is looked for in the organization's name, too. */
  isSearchedByOrganization?: boolean;
  conditions?: readonly string[];
  /** As it leaves. */
  present: (stored: Stored) => Row;
}

export async function listRows<Stored extends Record<string, unknown>, Row>(
  tx: Tx,
  source: ListSource<Stored, Row>,
  query: AdminListQuery,
): Promise<{ rows: Row[]; total: number }> {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const all = ['true', ...(source.conditions ?? [])];
  if (query.organizationId !== undefined) all.push(`${source.organization} = ${param(query.organizationId)}`);
  if (query.q !== undefined && query.q !== '') {
    const part = param(containing(query.q));
    const searched = source.searched.map((column) => `${column} ILIKE ${part}`);
    // An array is filled first: joined to each row, the name would keep the row's own columns from being found in their index.
    if (source.isSearchedByOrganization === true)
      searched.push(`${source.organization} = ANY (ARRAY (SELECT id FROM organizations WHERE name ILIKE ${part}))`);
    all.push(`(${searched.join(' OR ')})`);
  }
  const where = all.join(' AND ');
  const { joins = '', shown = '' } = source;
  const isSearched = query.q !== undefined && query.q !== '';
  const count = async () => {
    const from = isSearched ? `${source.from} ${joins}` : source.from;
    const [row] = await tx.queryOnce<{ total: number }>(
      `SELECT count(*)::int AS total FROM ${from} WHERE ${where}`,
      values.slice(0, filters),
    );
    return row?.total ?? 0;
  };
  const filters = values.length;
  const column = source.sorts[query.sort.replace(/^-/, '')] ?? 'x.id';
  const direction = query.sort.startsWith('-') ? 'DESC' : 'ASC';
  // A search has looked at every row by the time it knows its first page: it counts its hits as it goes.
  const total = isSearched ? ', (count(*) OVER ())::int AS total' : '';
  const rows = await tx.queryOnce<Stored & { total?: number }>(
    `SELECT ${source.select}${isSearched ? ', x.total' : ''} FROM (
       SELECT x.*, ${column} AS place${total} FROM ${source.from} ${joins} WHERE ${where}
       ORDER BY ${column} ${direction} NULLS LAST, x.id LIMIT ${param(query.limits.limit)} OFFSET ${param(query.limits.offset)}) x
     ${joins} ${shown} ORDER BY x.place ${direction} NULLS LAST, x.id`,
    values,
  );
  const hasNoHits = isSearched && rows.length === 0 && query.limits.offset === 0;
  return { rows: rows.map(source.present), total: hasNoHits ? 0 : (rows[0]?.total ?? (await count())) };
}

/** The organization of an object that a path names, for its transaction; null where there is none. */
export async function findOrganizationOf(tx: Tx, table: 'users' | 'invites' | 'providers', id: string): Promise<string | null> {
  const [row] = await tx.query<{ organization_id: string }>(
    `organization-of-${table}`,
    `SELECT organization_id FROM ${table} WHERE id = $1`,
    [id],
  );
  return row?.organization_id ?? null;
}
