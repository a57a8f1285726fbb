import { expect, test } from 'vitest';
import type { RawAuditRow, StoredSeal } from './audit-log.repository.ts';
import { canonicalRow, faultOfOutsideSeal, faultOfSeal, NO_SEAL, sealOf } from './seal-chain.ts';

interface Row {
  id: string;
  row: RawAuditRow;
}

const ROWS = 1000;
const A_SEAL = 40;
const rows: Row[] = Array.from({ length: ROWS }, (_row, index) => ({
  id: String(index + 1),
  row: {
    id: index + 1,
    organization_id: '01JDEM0HARB0R0000000000001',
    at: `2026-11-02T10:00:${String(index % 60).padStart(2, '0')}.${String(100_000 + index)}+00:00`,
    actor_user_id: index % 3 === 0 ? null : `01JDEM0HARB0R00000000000${String(10 + (index % 7))}`,
    action: ['login', 'inquiry.view', 'inquiry.send', 'user.update'][index % 4],
    object_ids: [`01JDEM0HARB0R0000000000${String(100 + index).slice(-3)}`],
    outcome: 'done',
  },
}));

function chainOf(sealed: readonly Row[]): StoredSeal[] {
  const seals: StoredSeal[] = [];
  for (let from = 0; from < sealed.length; from += A_SEAL) {
    const part = sealed.slice(from, from + A_SEAL);
    const seal = sealOf(
      seals.at(-1)?.seal ?? NO_SEAL,
      part.map(({ row }) => row),
    );
    seals.push({ number: seals.length + 1, last_id: part.at(-1)?.id ?? '0', rows: part.length, seal });
  }
  return seals;
}

/** Rows by the seal that covers their id, as the database would hand them over. `only` looks at some of the seals, to save time. */
function faults(found: readonly Row[], seals: readonly StoredSeal[], only?: readonly number[]): string[] {
  return seals.flatMap((seal, index) => {
    if (only?.includes(index) === false) return [];
    const before = seals[index - 1] ?? null;
    const covered = found.filter(({ id }) => Number(id) > Number(before?.last_id ?? 0) && Number(id) <= Number(seal.last_id));
    return faultOfSeal(seal, before, covered) ?? [];
  });
}

const seals = chainOf(rows);

test('an untouched log has no fault', () => {
  expect(faults(rows, seals)).toEqual([]);
});

test('of 1,000 rows changed, deleted and swapped one at a time every one is found', () => {
  let found = 0;
  for (const [index, target] of rows.entries()) {
    const other = rows[(index + 1) % ROWS] ?? target;
    const changed = rows.with(index, { ...target, row: { ...target.row, action: 'login.failed' } });
    const deleted = rows.toSpliced(index, 1);
    // The contents change places, the ids stay.
    const swapped = rows.map((entry) => {
      if (entry === target) return { id: entry.id, row: { ...other.row, id: Number(entry.id) } };
      return entry === other ? { id: entry.id, row: { ...target.row, id: Number(entry.id) } } : entry;
    });
    const touched = [Math.floor(index / A_SEAL)];
    if ([changed, deleted, swapped].every((tampered) => faults(tampered, seals, touched).length > 0)) found += 1;
  }
  expect(found).toBe(ROWS);
});

test('a seal that was left out, or made anew after a change, is found', () => {
  const changed = rows.with(10, { id: '11', row: { ...rows[10]?.row, action: 'logout' } });
  const newest = seals.at(-1);

  expect(faults(rows, seals.toSpliced(3, 1))).not.toEqual([]);
  expect(faults(changed, chainOf(changed))).toEqual([]);
  // Whoever makes every seal anew cannot reach the one that is kept outside the database.
  expect(faultOfOutsideSeal({ number: newest?.number ?? 0, seal: newest?.seal ?? '' }, chainOf(changed).at(-1) ?? null)).not.toBeNull();
});

test('the newest rows taken away together with their seals are found by the seal outside', () => {
  const shorter = seals.slice(0, -1);
  const newest = seals.at(-1);

  expect(faults(rows.slice(0, ROWS - A_SEAL), shorter)).toEqual([]);
  expect(faultOfOutsideSeal({ number: newest?.number ?? 0, seal: newest?.seal ?? '' }, null)).not.toBeNull();
});

test('a column that is added later changes no sealed row', () => {
  expect(canonicalRow({ id: 1, action: 'login', added: null })).toBe(canonicalRow({ action: 'login', id: 1 }));
});
