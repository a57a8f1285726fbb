/** Further checks of a case: asked from here, or made elsewhere and joined (product.md 20.4). */
import type { CaseRole } from '@coverlight/contract/cases/case.schema.ts';
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { asksCompany } from '@coverlight/domain/cases/case-grid.ts';
import { MOST_HOPS } from '@coverlight/domain/cases/case-companies.ts';
import { caseStateAfter, isEnded } from '@coverlight/domain/cases/case-states.ts';
import { companyKey, isCompanyOrPart } from '@coverlight/domain/inquiries/coverage/company-names.ts';
import { nameLetters } from '@coverlight/domain/inquiries/patient-name.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { AskingWorker } from '#features/inquiries/asking/asking-worker.ts';
import { findInquiry, type InquiryRecord } from '#features/inquiries/inquiries.repository.ts';
import { submitInquiry } from '#features/inquiries/submit-inquiry.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { loadCase, type CaseBook } from './case-book.ts';
import { insertCaseInquiry } from './case-inquiries.repository.ts';
import { updateCase } from './cases.repository.ts';
import { presented } from './make-case.ts';
import { bringInStep, loadCaseInStep } from './tasks/sync-tasks.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
}

const ENDED = 'This case has ended. Please open it again first.';

/** How many companies stand before one that this company's answer names: 1 for a company that the main payer names. */
const hopOf = (book: CaseBook, company: string | null): number => {
  if (company === null) return 0;
  const named = book.companies.find(({ name }) => isCompanyOrPart(name, company));
  const by = book.inquiries.find(({ record }) => record.id === named?.named_by);
  return Math.min((by?.link.hop ?? 0) + 1, MOST_HOPS);
};

interface Join {
  inquiryId: string;
  role: CaseRole;
  company: string | null;
  hop: number;
}

async function join(
  deps: Deps,
  tx: Tx,
  keys: OrganizationKeys,
  { viewer, actor, book, join: link }: Caller & { book: CaseBook; join: Join },
) {
  const now = deps.clock();
  const { id, state } = book.case;
  await insertCaseInquiry(tx, keys, { caseId: id, ...link, userId: viewer.userId, now });
  const after = caseStateAfter(state, 'checking');
  await updateCase(tx, keys, { id, change: after === state ? {} : { state: after }, now });
  await recordAudit(tx, actor, now, {
    action: 'case.inquiry-add',
    objectType: 'case',
    objectIds: [id, link.inquiryId],
  });
}

/** What was typed of the patient, as far as both say it. */
function isSamePatient(a: InquiryRecord, b: InquiryRecord): boolean {
  const pairs = [
    [a.submission.patientBirthDate, b.submission.patientBirthDate],
    [nameLetters(a.submission.patientLastName ?? ''), nameLetters(b.submission.patientLastName ?? '')],
    [nameLetters(a.submission.patientFirstName ?? ''), nameLetters(b.submission.patientFirstName ?? '')],
  ];
  return pairs.every(([one, other]) => one === undefined || other === undefined || one === '' || other === '' || one === other);
}

/** Joins a check that was made elsewhere: of the same patient, and of a company that is not in the case yet. */
export async function addInquiry(
  deps: Deps,
  { viewer, actor, id, body }: Caller & { id: string; body: { inquiry_id: string; role: CaseRole; company?: string | null | undefined } },
): Promise<Case> {
  const { organizationId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const book = await loadCase(deps, tx, keys, { id, scope, forChange: true });
    const inquiry = await findInquiry(tx, keys, scope, body.inquiry_id);
    if (inquiry === null || inquiry.status === 'draft') throw invalid({ inquiry_id: ['This inquiry is not there.'] });
    if (body.role === 'main') throw invalid({ role: ['A case has one main check.'] });
    if (!isSamePatient(book.main.record, inquiry)) throw invalid({ inquiry_id: ['This check is about another patient.'] });
    const isOther = body.role !== 'recheck';
    const company = body.company ?? (isOther ? (inquiry.payer_name_override ?? inquiry.payer_name) : null);
    if (isEnded(book.case.state)) throw conflict(ENDED);
    if (book.inquiries.some(({ record }) => record.id === inquiry.id)) throw conflict('This check belongs to the case already.');
    const hop = hopOf(book, company);
    if (isOther && company !== null) refuseTwice(book, company);
    await join(deps, tx, keys, { viewer, actor, book, join: { inquiryId: inquiry.id, role: body.role, company, hop } });
    return await presented(deps, tx, keys, await loadCaseInStep(deps, tx, keys, { id, scope }));
  });
}

function refuseTwice(book: CaseBook, company: string): void {
  if (book.answers.some((answer) => asksCompany(answer, company))) throw conflict('This company was asked in this case already.');
  const named = book.companies.find(({ name }) => isCompanyOrPart(name, company));
  if (named?.blocked === 'too-many') throw conflict(`At most ${MOST_HOPS} companies are asked one because of the other. Please call.`);
}

/** The main check's form, for the other company. Nothing that names the former payer's plan goes along. */
function formFor(
  book: CaseBook,
  { payerId, memberId, isOwnParent }: { payerId: string; memberId: string | null; isOwnParent: boolean },
): InquiryForm {
  const { parentId: _parent, selectedCombo: _combo, groupNumber: _group, ...typed } = book.main.record.submission;
  return {
    ...typed,
    provider_id: book.case.provider_id,
    payer_id: payerId,
    memberId: memberId ?? typed.memberId,
    careLevels: book.case.levels,
    ...(isOwnParent ? { parentId: book.main.record.id } : {}),
  };
}

export interface CompanyCheck extends Caller {
  id: string;
  company: string;
  payerId: string | null;
  memberId: string | null;
}

/**
 * Asks a company that the answers name. The case is joined whatever comes of it: a check that fails leaves the first answer as it is, and
 * becomes a call. Throws 422 by the form's fields where the company cannot be asked from here.
 */
export async function checkCompany(deps: Deps, worker: AskingWorker, check: CompanyCheck): Promise<InquiryRecord> {
  const { viewer, actor, id } = check;
  const { organizationId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  const { form, link } = await deps.db.asOrganization(organizationId, async (tx) => {
    const book = await loadCase(deps, tx, keys, { id, scope });
    const company = book.companies.find(({ name }) => companyKey(name) === companyKey(check.company));
    if (company === undefined) throw invalid({ company: ['No answer of this case names this company.'] });
    const payerId = check.payerId ?? company.payer_id;
    if (payerId === null) throw invalid({ payer_id: ['Please choose the payer that this company is.'] });
    if (isEnded(book.case.state)) throw conflict(ENDED);
    refuseTwice(book, company.name);
    const isOwnParent = !scope.restricted || book.main.record.user_id === scope.userId;
    return {
      form: formFor(book, { payerId, memberId: check.memberId ?? company.member_id, isOwnParent }),
      link: { role: company.role, company: company.name, hop: hopOf(book, company.name) },
    };
  });
  // Pressed twice, it is asked once; and of two people who press it in one moment, the second finds it asked before anything leaves.
  const idempotencyKey = `case ${id} ${companyKey(link.company)}`;
  const storeWith = async (tx: Tx, inquiryId: string) => {
    const book = await loadCase(deps, tx, keys, { id, scope, forChange: true });
    if (isEnded(book.case.state)) throw conflict(ENDED);
    refuseTwice(book, link.company);
    await join(deps, tx, keys, { viewer, actor, book, join: { inquiryId, ...link } });
  };
  const inquiry = await submitInquiry(deps, worker, { form, viewer, actor, idempotencyKey, storeWith });
  await deps.db.asOrganization(organizationId, async (tx) => await bringInStep(deps, tx, keys, { id, scope }));
  return inquiry;
}
