/** From a form as it arrived to an inquiry that can be stored: everything it refers to is there, and what it says is well formed (product.md 5.3). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { InquiryForm, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { cleanSubmission, validateDraft, validateSubmission } from '@coverlight/domain/inquiries/required-fields.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { planQuestion, routesOf, type PlannedPart } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import type { Deps } from '#deps.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Tx } from '#db/client.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { loadOfferedSchema } from '#features/payers/payer-schema.ts';
import { findMemberByPrefix, findPayer, listGroupMembers, type PayerRecord } from '#features/payers/payers.repository.ts';
import { findProvider } from '#features/providers/providers.repository.ts';
import { invalid } from '#http/app-error.ts';
import type { Scope } from '#http/viewer.ts';
import { findStatus } from './inquiries.repository.ts';

export interface Prepared {
  submission: Submission;
  ssn: string | null;
  terms: SearchTerm[];
  plan: PlannedPart[];
  /** Name of the platform's provider, where it is asked under that. */
  askedUnder: string | null;
  /** Hours after sending when asking ends. */
  deadlineHours: number;
}

/** Throws 422 by field. A draft need not be complete, but what it holds must be well formed. */
export async function prepareInquiry(
  deps: Pick<Deps, 'clock' | 'config' | 'clearinghouses'>,
  tx: Tx,
  scope: Scope,
  form: InquiryForm,
  kind: 'send' | 'draft',
): Promise<Prepared> {
  const errors: FieldErrors = {};
  const configured = Object.keys(deps.clearinghouses);
  const provider = await findProvider(tx, scope, form.provider_id);
  if (provider === null || !provider.is_active) errors.provider_id = ['Please choose a provider.'];
  const payer = await choosePayer(tx, form, kind);
  if (payer === null) errors.payer_id = ['Please choose a payer.'];
  if (payer === 'choose-plan') errors.payer_id = ['Please choose the plan.'];
  else if (payer !== null && !(await isOffered(tx, payer, configured))) errors.payer_id = [NOT_OFFERED];
  if (typeof form.parentId === 'string' && (await findStatus(tx, scope, form.parentId)) === null)
    errors.parentId = ['This inquiry is not there.'];
  if (payer === null || payer === 'choose-plan' || provider === null || Object.keys(errors).length > 0) throw invalid(errors);

  const schema = await loadOfferedSchema(tx, payer, deps.clearinghouses);
  const today = latestToday(deps.clock());
  const { submission, ssn } = cleanSubmission({ ...form, payer_id: payer.id }, schema);
  const refused = kind === 'send' ? validateSubmission(form, schema, today) : validateDraft(form, schema, today);
  if (Object.keys(refused).length > 0) throw invalid(refused);

  const organization = await findOrganization(tx, scope.organizationId);
  const { parts, isElectronic, underPlatform } = planQuestion({
    payer,
    configured,
    serviceTypes: submission.serviceType ?? [],
    hasOverride: provider.is_override || organization.perm_provider_override,
    hasPlatformProvider: deps.config.platformProvider !== null,
  });
  return {
    submission,
    ssn: kind === 'send' ? ssn : null,
    terms: inquirySearchTerms(submission),
    plan: parts,
    askedUnder: underPlatform ? (deps.config.platformProvider?.name ?? null) : null,
    deadlineHours: isElectronic ? 24 : 72,
  };
}

const NOT_OFFERED = 'The payer used is no longer available, please select a different one.';

/** As the form's list of payers has it: one that can be asked, or a group that stands for some. */
async function isOffered(tx: Tx, payer: PayerRecord, configured: readonly string[]): Promise<boolean> {
  return payer.is_group ? (await listGroupMembers(tx, payer.id)).length > 0 : routesOf(payer, configured).length > 0;
}

/** Somewhere on earth it is already tomorrow: the latest day that is today for anybody (product.md 7.3). */
function latestToday(now: Date): string {
  return new Date(now.getTime() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** A group stands for the member that the member id's prefix names; a draft may leave that open. */
async function choosePayer(tx: Tx, form: InquiryForm, kind: 'send' | 'draft'): Promise<PayerRecord | 'choose-plan' | null> {
  const payer = await findPayer(tx, form.payer_id);
  if (payer === null || payer.deleted_at !== null) return null;
  if (!payer.is_group || kind === 'draft') return payer;
  const prefix = (form.memberId ?? '').replaceAll(/[\s-]/g, '').slice(0, 3);
  const member = prefix.length === 3 ? await findMemberByPrefix(tx, payer.id, prefix) : null;
  return member === null ? 'choose-plan' : await findPayer(tx, member.id);
}
