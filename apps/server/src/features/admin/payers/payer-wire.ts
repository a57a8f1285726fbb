/**
 * A payer as admins see and change it. What clearinghouses have of it are rows; the wire was made for two of them, which have keys of their own
 * (product.md 3.2). This is the only place that knows how those are spelled; `sources` holds all of them alike.
 */
import type { AdminPayerRow, ClearinghouseFacts, PayerSource, SyncCounts } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import { inRouteOrder } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import { clearinghouseName } from '#features/payers/clearinghouse-names.ts';
import type { SourceChange } from '#features/payers/payer-sources.repository.ts';
import type { MergeInput } from '#features/payers/merge-payers.ts';
import type { PayerRow, PayerSource as StoredSource } from '#features/payers/payers.repository.ts';
import type { SyncCounts as CountsOfOne } from '#features/payers/sync-payers.ts';
import type { Clearinghouses } from '#ports/clearinghouse.ts';

/** The one whose keys have no prefix. */
export const PLAIN = 'availity';
const PREFIXED = 'pVerify';

/** Keys of the two, by clearinghouse. */
const KEYS = {
  [PLAIN]: {
    code: 'code',
    isActive: 'is_active',
    merge: 'availity_payer_id',
    added: 'availity_new_payers',
    updated: 'availity_updated_payers',
  },
  [PREFIXED]: {
    code: 'pverify_code',
    isActive: 'pverify_is_active',
    merge: 'pverify_payer_id',
    added: 'pverify_new_payers',
    updated: 'pverify_updated_payers',
  },
} as const;
const WITH_KEYS = [PLAIN, PREFIXED] as const;

/** Orders of the list by what a clearinghouse has: its column of `payer_sources`. */
export const SOURCE_SORTS: Readonly<Record<string, { clearinghouse: string; column: string }>> = Object.fromEntries(
  WITH_KEYS.flatMap((clearinghouse) => [
    [KEYS[clearinghouse].code, { clearinghouse, column: 'code' }],
    [KEYS[clearinghouse].isActive, { clearinghouse, column: 'is_active' }],
  ]),
);

/** A row as it is read. */
export type StoredPayer = Omit<PayerRow, 'named_by'> & {
  sources: StoredSource[];
  payer_group: { id: string; name: string } | null;
  is_schema_edited: boolean;
  children: { id: string; name: string; sources: StoredSource[] }[];
};

const UNKNOWN = {
  code: null,
  name: null,
  typed_name: null,
  is_active: true,
  is_available: false,
  is_electronic: true,
  first_listed_at: null,
  last_listed_at: null,
};
const at = (sources: readonly StoredSource[], clearinghouse: string): StoredSource =>
  sources.find((source) => source.clearinghouse === clearinghouse) ?? { ...UNKNOWN, clearinghouse };

export function presentPayer(row: StoredPayer, clearinghouses: Clearinghouses): AdminPayerRow {
  const plain = at(row.sources, PLAIN);
  const prefixed = at(row.sources, PREFIXED);
  const { sources, created_at, updated_at, deleted_at, ...own } = row;
  return {
    ...own,
    name_internal: row.name_internal === '' ? (plain.name ?? '') : row.name_internal,
    code: plain.code,
    is_available: plain.is_available,
    is_active: plain.is_active,
    pverify_name: prefixed.typed_name ?? prefixed.name,
    pverify_code: prefixed.code,
    pverify_is_active: prefixed.is_active,
    pverify_is_available: prefixed.is_available,
    sources: presentSources(sources, row.route_order, clearinghouses),
    children: row.children.map((child) => ({
      id: child.id,
      name: child.name,
      code: at(child.sources, PLAIN).code,
      pverify_code: at(child.sources, PREFIXED).code,
    })),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
  };
}

function presentSources(sources: readonly StoredSource[], order: PayerRow['route_order'], clearinghouses: Clearinghouses): PayerSource[] {
  const configured = Object.keys(clearinghouses);
  const shown = new Set([...configured, ...sources.map(({ clearinghouse }) => clearinghouse)]);
  const instant = (stored: string | null) => (stored === null ? null : new Date(stored).toISOString());
  return inRouteOrder(
    [...shown].map((clearinghouse) => at(sources, clearinghouse)),
    order,
    configured,
  ).map((source) => ({
    ...source,
    clearinghouse_name: clearinghouseName(clearinghouses, source.clearinghouse),
    first_listed_at: instant(source.first_listed_at),
    last_listed_at: instant(source.last_listed_at),
  }));
}

/** `fields`: the keys by which what is refused is told. */
export type WantedSource = SourceChange & { fields: { code: string; isActive: string } };

/** What a request wants of each clearinghouse, whichever keys it uses. */
export function wantedSources(body: BodyOf<typeof adminPayersContract.update>): WantedSource[] {
  const orNull = (text: string | null): string | null => (text === '' ? null : text);
  const ofKeys = WITH_KEYS.map((clearinghouse) => {
    const { code, isActive } = KEYS[clearinghouse];
    const typed_name = clearinghouse === PREFIXED ? body.pverify_name : undefined;
    return { clearinghouse, code: body[code], is_active: body[isActive], typed_name, fields: { code, isActive } };
  });
  const alike = (body.sources ?? []).map((source) => ({ ...source, fields: { code: 'sources', isActive: 'sources' } }));
  return [...ofKeys, ...alike].flatMap(({ clearinghouse, code, is_active, typed_name, fields }) => {
    if (code === undefined && is_active === undefined && typed_name === undefined) return [];
    return [
      {
        clearinghouse,
        fields,
        ...(code === undefined ? {} : { code: orNull(code) }),
        ...(is_active === undefined ? {} : { is_active }),
        ...(typed_name === undefined ? {} : { typed_name: orNull(typed_name) }),
      },
    ];
  });
}

export function mergeParts(body: BodyOf<typeof adminPayersContract.merge>): MergeInput['parts'] {
  if ('payer_ids' in body) return body.payer_ids.map((id) => ({ id, field: 'payer_ids' }));
  return WITH_KEYS.map((onlyAt) => ({ id: body[KEYS[onlyAt].merge], field: KEYS[onlyAt].merge, onlyAt }));
}

/** The clearinghouse that a request names in any case; undefined where none is configured by that name. */
export const clearinghouseNamed = (clearinghouses: Clearinghouses, word: string): string | undefined =>
  Object.keys(clearinghouses).find((id) => id.toLowerCase() === word.toLowerCase());

export const presentClearinghouses = (clearinghouses: Clearinghouses): ClearinghouseFacts[] =>
  Object.values(clearinghouses).map(({ id, name, listPayers }) => ({
    id,
    name,
    lists_payers: listPayers !== undefined,
    sort: WITH_KEYS.find((known) => known === id) === undefined ? null : KEYS[id as keyof typeof KEYS].code,
  }));

export type CountedSource = SyncCounts['sources'][number];

export const countsOf = (
  id: string,
  name: string,
  counts: Pick<CountsOfOne, 'newPayers' | 'updatedPayers' | 'withdrawn'>,
): CountedSource => ({
  clearinghouse: id,
  name,
  new_payers: counts.newPayers,
  updated_payers: counts.updatedPayers,
  withdrawn: counts.withdrawn,
});

export function presentCounts(sources: CountedSource[]): SyncCounts {
  const of = (clearinghouse: string) => sources.find((source) => source.clearinghouse === clearinghouse);
  return {
    availity_new_payers: of(PLAIN)?.new_payers ?? 0,
    availity_updated_payers: of(PLAIN)?.updated_payers ?? 0,
    pverify_new_payers: of(PREFIXED)?.new_payers ?? 0,
    pverify_updated_payers: of(PREFIXED)?.updated_payers ?? 0,
    withdrawn: sources.reduce((sum, source) => sum + source.withdrawn, 0),
    sources,
  };
}
