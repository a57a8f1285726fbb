/** A case with all that is read of it at once: its checks, calls, tasks and estimates, and the grid over them. */
import type { CaseCompany } from '@coverlight/contract/cases/case.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PhoneFact } from '@coverlight/domain/cases/call-answers.ts';
import { caseCompanies } from '@coverlight/domain/cases/case-companies.ts';
import { ownedGrid, type CaseAnswer, type OwnedCell } from '@coverlight/domain/cases/case-grid.ts';
import { isGridFact } from '@coverlight/domain/cases/grid-order.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { isOpen } from '@coverlight/domain/inquiries/inquiry-status.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { findNamedPayers } from '#features/batches/find-named-payers.ts';
import { presentInquiry } from '#features/inquiries/inquiries.presenter.ts';
import { findInquiry, type InquiryRecord } from '#features/inquiries/inquiries.repository.ts';
import { notFound } from '#http/app-error.ts';
import type { Scope } from '#http/viewer.ts';
import { listCallAnswers, type CallAnswerRecord } from './calls/calls.repository.ts';
import { listCaseEstimates, type CaseEstimate } from './case-estimates.repository.ts';
import { listCaseInquiries, type CaseInquiryLink } from './case-inquiries.repository.ts';
import { listCaseTasks, type CaseTaskRecord } from './tasks/case-tasks.repository.ts';
import { findCase, type CaseRecord } from './cases.repository.ts';

export interface BookInquiry {
  link: CaseInquiryLink;
  record: InquiryRecord;
  inquiry: Inquiry;
}

export interface CaseBook {
  case: CaseRecord;
  /** Oldest first; the first is the one that the case began with, or a check of it made before. */
  inquiries: BookInquiry[];
  main: BookInquiry;
  answers: CaseAnswer[];
  calls: CallAnswerRecord[];
  /** Those that count, of cells of the grid. */
  facts: PhoneFact[];
  cells: OwnedCell[];
  companies: CaseCompany[];
  tasks: CaseTaskRecord[];
  estimates: CaseEstimate[];
  /** The practice's day. */
  today: string;
}

export type EndedBecause = 'superseded' | 'expired' | null;

/** Why an answer counts no more. */
export function endedBecause(answer: CallAnswerRecord, all: readonly CallAnswerRecord[], today: string): EndedBecause {
  if (all.some(({ supersedes }) => supersedes === answer.id)) return 'superseded';
  return answer.valid_until < today ? 'expired' : null;
}

function phoneFacts(calls: readonly CallAnswerRecord[], today: string): PhoneFact[] {
  return calls.flatMap((answer) => {
    const { id, question, level, network, content, called_at: at } = answer;
    if (!isGridFact(question) || level === null || network === null || endedBecause(answer, calls, today) !== null) return [];
    return [{ id, fact: question, level, network, value: content.value, calledAt: at.toISOString(), company: content.company }];
  });
}

const answerOf = ({ link, record, inquiry }: BookInquiry): CaseAnswer => ({
  inquiryId: record.id,
  role: link.role,
  company: link.company,
  payerName: record.payer_name_override ?? record.payer_name,
  coverage: inquiry.may_be_somebody_else ? null : inquiry.coverage,
  isOpen: isOpen(record.status),
});

async function companiesOf(
  deps: Pick<Deps, 'clearinghouses'>,
  tx: Tx,
  keys: OrganizationKeys,
  inquiries: readonly BookInquiry[],
): Promise<CaseCompany[]> {
  const asked = inquiries.map(({ link, record, inquiry }) => ({
    inquiryId: record.id,
    role: link.role,
    company: link.company,
    payerName: record.payer_name_override ?? record.payer_name,
    hop: link.hop,
    warnings: inquiry.may_be_somebody_else ? [] : inquiry.warnings,
  }));
  const named = caseCompanies(asked, () => null);
  if (named.length === 0) return [];
  const payers = await findNamedPayers(
    tx,
    keys,
    deps,
    named.map(({ name, member_id: memberId }) => ({ name, memberId: memberId ?? '' })),
  );
  return caseCompanies(asked, (name) => payers.get(name) ?? null);
}

export interface BookRequest {
  id: string;
  scope: Scope;
  forChange?: boolean;
}

/** Throws 404 where there is none in the scope. Whoever may see a case sees the answers that belong to it (product.md 20.4). */
export async function loadCase(
  deps: Pick<Deps, 'clock' | 'clearinghouses'>,
  tx: Tx,
  keys: OrganizationKeys,
  { id, scope, forChange = false }: BookRequest,
): Promise<CaseBook> {
  const record = await findCase(tx, keys, scope, { id, forChange });
  if (record === null) throw notFound();
  const inquiries: BookInquiry[] = [];
  for (const link of await listCaseInquiries(tx, keys, id)) {
    const found = await findInquiry(tx, keys, { ...scope, restricted: false }, link.inquiry_id);
    if (found !== null) inquiries.push({ link, record: found, inquiry: presentInquiry(found, deps) });
  }
  const main = inquiries.find(({ link }) => link.inquiry_id === record.inquiry_id);
  if (main === undefined) throw new Error('a case without its check');
  const calls = await listCallAnswers(tx, keys, id);
  const today = localDay(deps.clock(), DEFAULT_ZONE);
  const facts = phoneFacts(calls, today);
  const answers = inquiries.map(answerOf);
  return {
    case: record,
    inquiries,
    main,
    answers,
    calls,
    facts,
    cells: ownedGrid({ answers, calls: facts }),
    companies: await companiesOf(deps, tx, keys, inquiries),
    tasks: await listCaseTasks(tx, keys, id),
    estimates: await listCaseEstimates(tx, keys.organizationId, id),
    today,
  };
}
