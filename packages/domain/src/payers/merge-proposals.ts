/** Payers that look like one company known to different clearinghouses: an admin may make them one (product.md 15.1). */
import type { MergeablePayer } from '@coverlight/contract/admin/admin-payer.schema.ts';

/** Words that one clearinghouse writes and another leaves out. */
const FILLING = /\b(of|the|health|plans?|insurance|group|co|company|inc|mutual)\b|[^a-z0-9]/g;
const plainName = (name: string): string => name.toLowerCase().replaceAll(FILLING, '');

/** Groups of at least two of one name, in the order given. Where two of them are known to one clearinghouse nobody can say which is meant. */
export function mergeProposals<Payer extends MergeablePayer>(payers: readonly Payer[]): Payer[][] {
  const byName = new Map<string, Payer[]>();
  for (const payer of payers) byName.set(plainName(payer.name), [...(byName.get(plainName(payer.name)) ?? []), payer]);
  return [...byName.values()].filter((same) => {
    const known = same.flatMap((payer) => payer.known_at);
    return same.length > 1 && new Set(known).size === known.length;
  });
}
