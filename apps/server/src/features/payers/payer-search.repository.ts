/** Finds payers by what somebody types (product.md 15.10). The index narrows down; `rankFound` decides. */
import { plainName, rankFound, searchKeys, type CandidateName, type NameKind } from '@coverlight/domain/payers/payer-search.ts';
import type { Tx } from '#db/client.ts';
import { containing } from '#db/page.ts';
import { CHOOSABLE } from './payers.repository.ts';

/** Of a word that half of all names have, nobody reads them all. */
const CANDIDATES_AT_MOST = 100;

interface NameRow {
  payer_id: string;
  name: string;
  kind: NameKind;
}

/** Names that may be what was typed, those that begin with it first; none where nothing was typed. */
async function listNames(tx: Tx, typed: string): Promise<NameRow[]> {
  const values: unknown[] = [];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const keys = searchKeys(typed);
  const each = keys.map(({ part, near }) => {
    // Words are letters and digits only: none of them is a wildcard.
    const isPart = `n.words LIKE ${param(`%${part}%`)}`;
    return near.length === 0 ? isPart : `(${isPart} OR n.near_forms && ${param(near)}::text[])`;
  });
  if (each.length === 0) return [];
  // A letter or two begin thousands of names: sorting them would take longer than all the rest, and the next letter is on its way.
  const order = keys.every(({ part }) => part.startsWith(' '))
    ? ''
    : `ORDER BY n.words LIKE ${param(` ${plainName(typed)}%`)} DESC, n.kind = 'name' DESC, n.payer_id COLLATE "C"`;
  // The planner takes a form for a hundred times as common as it is, and would rather read every name.
  await setReadingAll(tx, 'off');
  const rows = await tx.queryOnce<NameRow & Record<string, unknown>>(
    `SELECT n.payer_id, n.name, n.kind FROM payer_names n WHERE ${each.join(' AND ')}
     ${order} LIMIT ${CANDIDATES_AT_MOST}`,
    values,
  );
  await setReadingAll(tx, 'on');
  return rows;
}

const setReadingAll = async (tx: Tx, to: 'on' | 'off') =>
  await tx.query('set-seqscan', `SELECT set_config('enable_seqscan', $1, true)`, [to]);

/** A payer as it would be chosen. */
export interface ChoosableHead {
  id: string;
  name: string;
  is_group: boolean;
  group: { id: string; name: string } | null;
}

/** What a merged payer is called counts for the one it became. */
export async function listChoosableCandidates(
  tx: Tx,
  clearinghouses: readonly string[],
  typed: string,
): Promise<CandidateName<ChoosableHead>[]> {
  const names = await listNames(tx, typed);
  const payers = await tx.query<{ own_id: string; payer: ChoosableHead }>(
    'choosable-payers-of-names',
    `SELECT own.id AS own_id, jsonb_build_object('id', p.id, 'name', p.name, 'is_group', p.is_group,
       'group', CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END) AS payer
     FROM payers own JOIN payers p ON p.id = coalesce(own.parent_id, own.id) LEFT JOIN payers g ON g.id = p.payer_group_id
     WHERE own.id = ANY ($2) AND ${CHOOSABLE} AND (g.id IS NULL OR g.deleted_at IS NULL)`,
    [clearinghouses, [...new Set(names.map((row) => row.payer_id))]],
  );
  return joined(names, payers);
}

/** Past inquiries keep merged and removed payers: those too, and of a merged one also what it became. */
async function listCandidates(tx: Tx, typed: string): Promise<CandidateName[]> {
  const names = await listNames(tx, typed);
  const payers = await tx.query<{ own_id: string; payer: { id: string; name: string } }>(
    'payers-of-names',
    `SELECT own.id AS own_id, jsonb_build_object('id', p.id, 'name', p.name) AS payer
     FROM payers own JOIN payers p ON p.id IN (own.id, own.parent_id) WHERE own.id = ANY ($1)`,
    [[...new Set(names.map((row) => row.payer_id))]],
  );
  return joined(names, payers);
}

function joined<Head extends { id: string; name: string }>(
  names: readonly NameRow[],
  payers: readonly { own_id: string; payer: Head }[],
): CandidateName<Head>[] {
  const byOwner = new Map<string, Head[]>();
  for (const { own_id: owner, payer } of payers) byOwner.set(owner, [...(byOwner.get(owner) ?? []), payer]);
  return names.flatMap(({ payer_id: owner, name, kind }) => (byOwner.get(owner) ?? []).map((payer) => ({ payer, name, kind })));
}

/** By id, of those payers that share their name with another one that can be chosen. */
export async function mapSharedCodes(tx: Tx, clearinghouses: readonly string[], ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; codes: string }>(
    'shared-payer-codes',
    `SELECT y.id, string_agg(DISTINCT s.code, ', ' ORDER BY s.code) AS codes FROM payers y JOIN payer_sources s ON s.asked_as = y.id
     WHERE y.id = ANY ($2) AND s.code IS NOT NULL
       AND EXISTS (SELECT FROM payers p WHERE lower(p.name) = lower(y.name) AND p.id <> y.id AND ${CHOOSABLE})
     GROUP BY y.id`,
    [clearinghouses, ids],
  );
  return new Map(rows.map(({ id, codes }) => [id, codes]));
}

/**
 * Whose name contains `part`, in any case, or that a search finds by it; by a slip only where nothing else is found, and not where `part`
 * may be no payer's name at all. Merged and removed ones too, since past inquiries keep them.
 */
export async function listPayerIdsByName(tx: Tx, part: string, { withSlips }: { withSlips: boolean }): Promise<string[]> {
  const named = await tx.query<{ id: string }>('payer-ids-by-name', 'SELECT id FROM payers WHERE name ILIKE $1', [containing(part)]);
  // Of a letter or two the names that contain them are enough.
  const found = plainName(part).length < 3 ? [] : rankFound(await listCandidates(tx, part), part);
  const sure = [...named, ...found.filter(({ rank }) => rank !== 'typo')];
  return [...new Set((sure.length > 0 || !withSlips ? sure : found).map(({ id }) => id))];
}
