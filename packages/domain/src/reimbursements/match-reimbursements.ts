/** Which past reimbursements tell about an inquiry, and what they come to (product.md 17). */
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { memberPrefix } from '../payers/member-prefix.ts';
import { divided, meanOf, readFraction, roundedTo2, type Fraction } from './mean.ts';

export const CARE_LEVELS = ['dtx', 'rtc', 'php', 'iop', 'op'] as const;
export type CareLevel = (typeof CARE_LEVELS)[number];

/** Of an inquiry, or of a past claim. */
export interface Compared {
  employerName: string | null;
  groupNumber: string | null;
  memberId: string | null;
}

/** Null: there is nothing to compare, which equals nothing. */
export interface ComparedKeys {
  employer: string | null;
  group: string | null;
  prefix: string | null;
}

/** Null where nothing is left. Case, punctuation and repeated blanks do not matter. */
export function comparable(text: string | null): string | null {
  const key = (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return key === '' ? null : key;
}

export function comparedKeys({ employerName, groupNumber, memberId }: Compared): ComparedKeys {
  return { employer: comparable(employerName), group: comparable(groupNumber), prefix: memberPrefix(memberId ?? '') };
}

/** Past claims of the payer or its group that share the same things with the inquiry, summed up: there may be many thousands. */
export interface ClaimSums {
  sameEmployer: boolean;
  sameGroup: boolean;
  samePrefix: boolean;
  claims: number;
  newest: Date;
  /** Percents of those that tell of a level of care: their sum, and how many they are. */
  levels: Record<CareLevel, { sum: string; count: number }>;
}

const LEVELS = [
  { level: 3, isIn: (sums: ClaimSums) => sums.sameEmployer && sums.sameGroup },
  { level: 2, isIn: (sums: ClaimSums) => sums.sameEmployer },
  { level: 1, isIn: (sums: ClaimSums) => sums.samePrefix },
] as const;

function meanFor(level: CareLevel, sums: readonly ClaimSums[]): Fraction | null {
  const count = sums.reduce((total, { levels }) => total + levels[level].count, 0);
  const told = sums.filter(({ levels }) => levels[level].count > 0).map(({ levels }) => readFraction(levels[level].sum));
  return divided(told, count);
}

const shown = (mean: Fraction | null) => (mean === null ? null : roundedTo2(mean));

/** From the most exact level that any claim matches. Null where none does. */
export function matchReimbursements(all: readonly ClaimSums[]): ReimbursementReport | null {
  const match = LEVELS.map(({ level, isIn }) => ({ level, sums: all.filter((sums) => isIn(sums) && sums.claims > 0) })).find(
    ({ sums }) => sums.length > 0,
  );
  if (match === undefined) return null;
  const { level, sums } = match;
  const means = {
    dtx: meanFor('dtx', sums),
    rtc: meanFor('rtc', sums),
    php: meanFor('php', sums),
    iop: meanFor('iop', sums),
    op: meanFor('op', sums),
  };
  return {
    local_allowable: false,
    match_level: level,
    avg: shown(meanOf(Object.values(means).filter((mean) => mean !== null))),
    dtx: shown(means.dtx),
    rtc: shown(means.rtc),
    php: shown(means.php),
    iop: shown(means.iop),
    op: shown(means.op),
    sample_size: sums.reduce((total, { claims }) => total + claims, 0),
    newest_upload: new Date(Math.max(...sums.map(({ newest }) => newest.getTime()))).toISOString(),
  };
}

/** For a member id whose prefix is a local allowable: no percentages (product.md 17.3). */
export const LOCAL_ALLOWABLE: ReimbursementReport = {
  local_allowable: true,
  match_level: null,
  avg: null,
  dtx: null,
  rtc: null,
  php: null,
  iop: null,
  op: null,
  sample_size: 0,
  newest_upload: null,
};
