/** An estimate as it is typed, and as it travels. Money stays text: nothing is rounded. */
import type { CODE_TYPES, Estimate, EstimateBasis, EstimateKind, EstimateLine } from '@coverlight/contract/cases/estimate.schema.ts';
import type { GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { dateDigitsFromIso, isoFromDateDigits } from '#ui/digit-mask.ts';
import type { EstimateBody } from './estimates.queries.ts';

export interface LineValues {
  service: string;
  code: string;
  code_type: (typeof CODE_TYPES)[number] | '';
  diagnosis: string;
  quantity: string;
  charge: string;
  provider_id: string;
  place: string;
  frequency: string;
}

/** Days are digits MMDDYYYY; an empty amount is taken from the case. */
export interface EstimateValues {
  kind: EstimateKind;
  hasBasis: boolean;
  level: CareLevelKey;
  network: GridNetwork;
  fee: string;
  sessions: string;
  allowed_low: string;
  allowed_high: string;
  share: string;
  copay: string;
  deductible_left: string;
  out_of_pocket_left: string;
  lines: LineValues[];
  /** One service a line. */
  apart: string;
  scheduled_on: string;
  service_on: string;
  requested_on: string;
}

/** In the order of the screen. */
export const ESTIMATE_FIELDS = [
  'kind',
  'service_on',
  'scheduled_on',
  'requested_on',
  'level',
  'network',
  'fee',
  'sessions',
  'allowed_low',
  'allowed_high',
  'share',
  'copay',
  'deductible_left',
  'out_of_pocket_left',
] as const satisfies readonly (keyof EstimateValues)[];

export const EMPTY_LINE: LineValues = {
  service: '',
  code: '',
  code_type: '',
  diagnosis: '',
  quantity: '1',
  charge: '',
  provider_id: '',
  place: '',
  frequency: '',
};

const lineValues = (line: EstimateLine): LineValues => ({
  service: line.service,
  code: line.code ?? '',
  code_type: line.code_type ?? '',
  diagnosis: line.diagnosis ?? '',
  quantity: String(line.quantity),
  charge: line.charge,
  provider_id: line.provider_id ?? '',
  place: line.place ?? '',
  frequency: line.frequency ?? '',
});

/** `from`: the draft that is changed, or the estimate in whose place the new one stands. */
export function estimateValues(
  from: Estimate | null,
  start: { kind: EstimateKind; level: CareLevelKey; network: GridNetwork },
): EstimateValues {
  const basis = from?.basis ?? null;
  return {
    kind: from?.kind ?? start.kind,
    hasBasis: from === null ? start.kind === 'estimate' : basis !== null,
    level: basis?.level ?? start.level,
    network: basis?.network ?? start.network,
    fee: basis?.fee ?? '',
    sessions: basis === null ? '' : String(basis.sessions),
    allowed_low: basis?.allowed_low ?? '',
    allowed_high: basis?.allowed_high ?? '',
    share: basis?.share ?? '',
    copay: basis?.copay ?? '',
    deductible_left: basis?.deductible_left ?? '',
    out_of_pocket_left: basis?.out_of_pocket_left ?? '',
    lines: from === null || from.lines.length === 0 ? [EMPTY_LINE] : from.lines.map(lineValues),
    apart: (from?.apart ?? []).join('\n'),
    scheduled_on: dateDigitsFromIso(from?.scheduled_on),
    service_on: dateDigitsFromIso(from?.service_on),
    requested_on: dateDigitsFromIso(from?.requested_on),
  };
}

const bare = (typed: string) => typed.replaceAll(/[$,%\s]/g, '');
const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim());
const amount = (typed: string) => orNull(bare(typed));

export const isDollars = (typed: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(bare(typed));
export const isShare = (typed: string): boolean => /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(bare(typed));
export const isWhole = (typed: string, most: number): boolean =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most;

/** A line of which nothing was typed is none. */
export const isBlank = ({ service, charge, code, diagnosis, place, frequency }: LineValues): boolean =>
  [service, charge, code, diagnosis, place, frequency].every((typed) => typed.trim() === '');

const lineBody = (line: LineValues): EstimateLine => ({
  service: line.service.trim(),
  code: orNull(line.code),
  code_type: orNull(line.code) === null || line.code_type === '' ? null : line.code_type,
  diagnosis: orNull(line.diagnosis),
  quantity: Number(line.quantity),
  charge: bare(line.charge),
  provider_id: orNull(line.provider_id),
  place: orNull(line.place),
  frequency: orNull(line.frequency),
});

function basisBody(values: EstimateValues): EstimateBasis | null {
  if (!values.hasBasis) return null;
  return {
    level: values.level,
    network: values.network,
    fee: bare(values.fee),
    sessions: Number(values.sessions),
    allowed_low: amount(values.allowed_low),
    allowed_high: amount(values.allowed_high),
    share: amount(values.share),
    copay: amount(values.copay),
    deductible_left: amount(values.deductible_left),
    out_of_pocket_left: amount(values.out_of_pocket_left),
  };
}

/** What of the body is the same for a new estimate and a changed draft. */
export function estimateBody(values: EstimateValues): Omit<EstimateBody, 'kind' | 'replaces' | 'zone'> {
  return {
    lines: values.lines.filter((line) => !isBlank(line)).map(lineBody),
    apart: values.apart.split('\n').flatMap((line) => orNull(line) ?? []),
    basis: basisBody(values),
    scheduled_on: isoFromDateDigits(values.scheduled_on),
    service_on: isoFromDateDigits(values.service_on),
    requested_on: isoFromDateDigits(values.requested_on),
  };
}
