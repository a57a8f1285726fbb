/** Estimates as they may leave: sums by facility, and where a bill lies far above them. */
import type { Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import type { EstimateClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { billedAbove, facilityTotals } from '@coverlight/domain/estimates/estimate-totals.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { EstimateClaimRecord } from './claims/estimate-claims.repository.ts';
import type { EstimateRecord } from './estimates.repository.ts';

export interface EstimatePlace {
  /** Of the case: lines that name none mean it. */
  providerId: string;
  /** Names of the organization's facilities by id. */
  names: ReadonlyMap<string, string>;
  now: Date;
  /** Of it, or of several estimates. */
  claims: readonly EstimateClaimRecord[];
}

/** `numbers`, and by what it is told from others and compared with them, stay here. */
function presentClaim({ content, ...head }: EstimateClaimRecord, names: EstimatePlace['names']): EstimateClaim {
  const { numbers: _numbers, identity: _identity, bill: _bill, rank: _rank, keys: _keys, share, ...amounts } = content;
  return {
    id: head.id,
    origin: head.origin,
    provider: { id: head.provider_id, name: names.get(head.provider_id) ?? '' },
    level: share === null ? null : head.level,
    added_by: { id: head.added_by, name: head.adder_name },
    added_at: head.added_at.toISOString(),
    ...amounts,
  };
}

const byDay = (a: EstimateClaim, b: EstimateClaim) => ((a.from ?? '') < (b.from ?? '') ? -1 : (a.from ?? '') > (b.from ?? '') ? 1 : 0);

export function presentEstimate(record: EstimateRecord, { providerId, names, now, claims }: EstimatePlace): Estimate {
  const { content } = record;
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  return {
    id: record.id,
    case_id: record.case_id,
    kind: record.kind,
    state: record.state,
    lines: content.lines,
    apart: content.apart,
    totals: facilityTotals(content.lines, providerId).map(({ providerId: id, charges }) => ({ provider: named(id), charges })),
    basis: content.basis,
    low: content.low,
    high: content.high,
    missing: content.missing,
    range: content.range,
    scheduled_on: record.scheduled_on,
    service_on: record.service_on,
    requested_on: record.requested_on,
    zone: record.zone,
    due_at: record.due_at,
    due_words: content.due_words,
    is_late: record.state === 'draft' && record.due_at !== null && record.due_at < localDay(now, record.zone),
    delivered:
      record.delivered_at === null || record.delivered_how === null || record.delivered_by === null
        ? null
        : {
            how: record.delivered_how,
            at: record.delivered_at.toISOString(),
            by: { id: record.delivered_by, name: record.deliverer_name ?? '' },
          },
    replaces: record.replaces,
    replaced_by: record.replaced_by,
    actuals: content.actuals,
    claims: claims
      .filter(({ estimate_id: of }) => of === record.id)
      .map((claim) => presentClaim(claim, names))
      .toSorted(byDay),
    above: billedAbove(content.lines, providerId, content.actuals).map(({ providerId: id, ...sums }) => ({ provider: named(id), ...sums })),
    created_by: { id: record.created_by, name: record.creator_name },
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    version: record.version,
  };
}
