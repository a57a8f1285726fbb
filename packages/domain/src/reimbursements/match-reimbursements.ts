/** Which past reimbursements tell about an inquiry, and what they come to (product.md 17). */
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { memberPrefix } from '../payers/member-prefix.ts';
import { meanOf, roundedTo2, type Fraction } from './mean.ts';

export const CARE_LEVELS = ['dtx', 'rtc', 'php', 'iop', 'op'] as const;
type CareLevel = (typeof CARE_LEVELS)[number];

/** Percent of what was billed, for each level of care; null where this claim tells nothing of it. */
export type ReimbursementRow = Record<CareLevel, string | null> & {
  employer_name: string | null;
  group_number: string | null;
  /** Upper case. */
  alpha_prefix: string | null;
  uploaded_at: Date;
};

/** What of an inquiry is compared. */
export interface ReimbursementQuestion {
  employerName: string | null;
  groupNumber: string | null;
  memberId: string | null;
}

/** Null where nothing is left: nothing is then compared. Case, punctuation and repeated blanks do not matter. */
export function comparable(text: string | null): string | null {
  const key = (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return key === '' ? null : key;
}

interface Match {
  level: 1 | 2 | 3;
  rows: ReimbursementRow[];
}

/** The most exact level that finds any row; null where none does. */
function bestMatch(rows: readonly ReimbursementRow[], question: ReimbursementQuestion): Match | null {
  const employer = comparable(question.employerName);
  const group = comparable(question.groupNumber);
  const prefix = memberPrefix(question.memberId ?? '');
  const ofEmployer = employer === null ? [] : rows.filter((row) => comparable(row.employer_name) === employer);
  const ofGroup = group === null ? [] : ofEmployer.filter((row) => comparable(row.group_number) === group);
  if (ofGroup.length > 0) return { level: 3, rows: ofGroup };
  if (ofEmployer.length > 0) return { level: 2, rows: ofEmployer };
  const ofPrefix = prefix === null ? [] : rows.filter((row) => row.alpha_prefix === prefix);
  return ofPrefix.length > 0 ? { level: 1, rows: ofPrefix } : null;
}

const shown = (mean: Fraction | null) => (mean === null ? null : roundedTo2(mean));

/** `rows` are of the inquiry's payer or its group. Null where none of them tells about it. */
export function matchReimbursements(rows: readonly ReimbursementRow[], question: ReimbursementQuestion): ReimbursementReport | null {
  const match = bestMatch(rows, question);
  if (match === null) return null;
  const meanFor = (level: CareLevel) => meanOf(match.rows.map((row) => row[level]).filter((value) => value !== null));
  const means = Object.fromEntries(CARE_LEVELS.map((level) => [level, meanFor(level)])) as Record<CareLevel, Fraction | null>;
  const present = CARE_LEVELS.map((level) => means[level]).filter((mean) => mean !== null);
  const newest = Math.max(...match.rows.map((row) => row.uploaded_at.getTime()));
  return {
    local_allowable: false,
    match_level: match.level,
    avg: shown(meanOf(present)),
    dtx: shown(means.dtx),
    rtc: shown(means.rtc),
    php: shown(means.php),
    iop: shown(means.iop),
    op: shown(means.op),
    sample_size: match.rows.length,
    newest_upload: new Date(newest).toISOString(),
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
