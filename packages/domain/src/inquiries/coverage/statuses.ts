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
