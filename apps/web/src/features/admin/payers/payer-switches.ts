import type { AdminPayerRow, PayerSource } from '@coverlight/contract/admin/admin-payer.schema.ts';

/** Why a clearinghouse cannot be switched for this payer; undefined where it can: only what is available and has a code (docs/product.md 15.2). */
export function lockedBecause({ clearinghouse_name: name, code, is_available }: PayerSource): string | undefined {
  if (!is_available) return `Not available at ${name}`;
  return code === null || code === '' ? `No ${name} code` : undefined;
}

/** What cannot be asked is not on, however its switch stands. */
export const isOn = (source: PayerSource): boolean => source.is_active && lockedBecause(source) === undefined;

/** A payer that stands for those it was merged from. */
export function isMerged(payer: Pick<AdminPayerRow, 'children' | 'is_group'>): boolean {
  return !payer.is_group && payer.children.length > 0;
}
