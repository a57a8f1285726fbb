/** Works an estimate out from its basis, at both ends of what may be allowed (product.md 20.6). */
import type { EstimateBasis, Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { calculate } from '@coverlight/domain/estimates/calculate.ts';
import type { EstimateContent } from './estimates.repository.ts';

type Worked = Pick<EstimateContent, 'basis' | 'low' | 'high' | 'missing' | 'range'>;

export const NOT_WORKED_OUT: Worked = { basis: null, low: null, high: null, missing: [], range: null };

/** `basis` is filled already. Nothing is worked out where one of the inputs is not known: not said is not zero. */
export function workOut(basis: EstimateBasis, range: Range | null): Worked {
  const { allowed_low: low, allowed_high: high, share = null, copay = null, deductible_left: deductible } = basis;
  const missing: Worked['missing'] = [
    ...(low == null || high == null ? (['allowed'] as const) : []),
    ...(share === null && copay === null ? (['share'] as const) : []),
    ...(deductible == null ? (['deductible_left'] as const) : []),
  ];
  if (low == null || high == null || deductible == null || missing.length > 0) return { basis, low: null, high: null, missing, range };
  const at = (allowed: string) =>
    calculate({
      fee: basis.fee,
      allowed,
      sessions: basis.sessions,
      share,
      copay,
      deductibleLeft: deductible,
      outOfPocketLeft: basis.out_of_pocket_left ?? null,
    });
  return { basis, low: at(low), high: at(high), missing, range };
}
