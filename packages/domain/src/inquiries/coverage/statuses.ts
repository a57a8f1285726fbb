/** Lines that say whether a plan or a service is active (product.md 10.1). */
import type { StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { compareLines, compareText, sortCanonically } from './benefit-order.ts';
import type { KnownKind } from './line-kind.ts';
import { readMeasures, toLineFacts } from './line-facts.ts';
import { leftoverMeasures } from './measure-facts.ts';
import type { AnswerLine } from './payer-answer.ts';
import { mergeSame } from './same-lines.ts';

export interface StatusLine {
  line: AnswerLine;
  kind: KnownKind & { place: 'status' };
}

function toStatusDetail({ line, kind }: StatusLine, groupName: string): StatusDetail {
  const common = toLineFacts(line, groupName);
  const sent = line.kindText?.trim() ?? '';
  return {
    ...common,
    facts: [...common.facts, ...leftoverMeasures(readMeasures(line, 'usd'))],
    status: sent === '' ? kind.label : sent,
    status_code: line.kind.trim() === '' ? kind.code : line.kind.trim(),
  };
}

export function toStatusDetails(lines: StatusLine[], groupName: string): StatusDetail[] {
  const details = mergeSame(lines.map((line) => toStatusDetail(line, groupName)));
  return sortCanonically(details, (a, b) => compareText(a.status_code ?? '', b.status_code ?? '') || compareLines(a, b));
}

// Active before inactive before unknown: several may be stated, for parts of a plan, and all are listed (product.md 10.1).
const STATUS_ORDER = '123456780';
const rank = (code: string | null) => {
  const index = code === null ? -1 : STATUS_ORDER.indexOf(code);
  return index < 0 ? STATUS_ORDER.length : index;
};

/** The one status that stands for several; null where the payer stated none, which is not inactive. */
export function leadingStatus(details: StatusDetail[]): { status: string; status_code: string | null } | null {
  const [first] = details.toSorted((a, b) => rank(a.status_code) - rank(b.status_code));
  return first ? { status: first.status, status_code: first.status_code } : null;
}

export function isActiveStatus(code: string | null): boolean {
  return code !== null && /^[1-5]$/.test(code);
}

export function isInactiveStatus(code: string | null): boolean {
  return code !== null && /^[678]$/.test(code);
}

const INACTIVE_WORDS = /\b(?:inactive|not active|terminated|termed|cancel+ed|lapsed|ineligible|not eligible|no coverage|disenrolled)\b/i;
const ACTIVE_WORDS = /\b(?:active|eligible|in force)\b/i;

/** True where the status's words say active and its code inactive, or the other way round. */
export function wordsAndCodeDisagree(words: string | null, code: string | null): boolean {
  if (words === null) return false;
  return INACTIVE_WORDS.test(words) ? isActiveStatus(code) : ACTIVE_WORDS.test(words) && isInactiveStatus(code);
}

interface Status {
  status: string | null;
  status_code: string | null;
}

/** What has no code is read by its words. */
const saysActive = ({ status, status_code: code }: Status) =>
  code === null ? status !== null && !INACTIVE_WORDS.test(status) && ACTIVE_WORDS.test(status) : isActiveStatus(code);
const saysInactive = ({ status, status_code: code }: Status) =>
  code === null ? status !== null && INACTIVE_WORDS.test(status) : isInactiveStatus(code);

/** True where one of them says active and the other inactive; a status that says neither contradicts nothing. */
export function areOpposite(a: Status, b: Status): boolean {
  return (saysActive(a) && saysInactive(b)) || (saysInactive(a) && saysActive(b));
}
