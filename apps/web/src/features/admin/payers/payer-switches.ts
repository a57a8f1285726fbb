import type { AdminPayerRow } from '@coverlight/contract/admin/admin-payers.contract.ts';

export type SourceName = 'Availity' | 'pVerify';
type Sources = Pick<AdminPayerRow, 'code' | 'is_available' | 'is_active' | 'pverify_code' | 'pverify_is_available' | 'pverify_is_active'>;

/** What the payer is to one clearinghouse. */
export function sourceOf(payer: Sources, source: SourceName): { code: string | null; isAvailable: boolean; isActive: boolean } {
  return source === 'Availity'
    ? { code: payer.code, isAvailable: payer.is_available, isActive: payer.is_active }
    : { code: payer.pverify_code, isAvailable: payer.pverify_is_available, isActive: payer.pverify_is_active };
}

/** Why a clearinghouse cannot be switched for this payer; undefined where it can: only what is available and has a code (docs/product.md 15.2). */
export function lockedBecause(payer: Sources, source: SourceName): string | undefined {
  const { code, isAvailable } = sourceOf(payer, source);
  if (!isAvailable) return `Not available at ${source}`;
  return code === null || code === '' ? `No ${source} code` : undefined;
}

/** A payer that stands for the two it was merged from. */
export function isMerged(payer: Pick<AdminPayerRow, 'children' | 'is_group'>): boolean {
  return !payer.is_group && payer.children.length > 0;
}
