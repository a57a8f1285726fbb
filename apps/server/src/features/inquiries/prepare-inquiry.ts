/** From a form as it arrived to an inquiry that can be stored: everything it refers to is there, and what it says is well formed (product.md 5.3). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { InquiryForm, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { latestToday } from '@coverlight/domain/inquiries/calendar-day.ts';
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

/** What a form comes to: an inquiry that can be stored, or words by field. `schema` is the payer's own; null where no payer was found. */
export type Checked = ({ prepared: Prepared } | { errors: FieldErrors }) & { schema: PayerSchema | null };

export type PrepareDeps = Pick<Deps, 'clock' | 'config' | 'clearinghouses'>;

/** Throws 422 by field. A draft need not be complete, but what it holds must be well formed. */
export async function prepareInquiry(
  deps: PrepareDeps,
  tx: Tx,
  scope: Scope,
  form: InquiryForm,
  kind: 'send' | 'draft',
): Promise<Prepared> {
  const checked = await createPreparer(deps, tx, scope).check(form, kind);
  if ('errors' in checked) throw invalid(checked.errors);
  return checked.prepared;
}

export interface Preparer {
  check(form: InquiryForm, kind: 'send' | 'draft'): Promise<Checked>;
  /** The payer that a form would be sent to, with what it wants to know; null, or the question, where there is none. */
  payerOf(form: Pick<InquiryForm, 'payer_id' | 'memberId'>): Promise<{ payer: PayerRecord; schema: PayerSchema } | 'choose-plan' | null>;
}

/** Checks many forms of one transaction: what they have in common is read once (product.md 19.3). */
export function createPreparer(deps: PrepareDeps, tx: Tx, scope: Scope): Preparer {
  const configured = Object.keys(deps.clearinghouses);
  const providerOf = once(async (id: string) => await findProvider(tx, scope, id));
  const payerBy = once(async (id: string) => await findPayer(tx, id));
  const memberBy = once(async (key: string) => await findMemberByPrefix(tx, key.slice(0, ID_LENGTH), key.slice(ID_LENGTH)));
  const offeredBy = once(async (id: string) => {
    const payer = await payerBy(id);
    return payer !== null && (await isOffered(tx, payer, configured));
  });
  const schemaBy = once(async (id: string) => {
    const payer = await payerBy(id);
    return payer === null ? null : await loadOfferedSchema(tx, payer, deps.clearinghouses);
  });
  const organization = once(async (id: string) => await findOrganization(tx, id));

  /** A group stands for the member that the member id's prefix names; a draft may leave that open. */
  const choosePayer = async (form: Pick<InquiryForm, 'payer_id' | 'memberId'>, kind: 'send' | 'draft') => {
    const payer = await payerBy(form.payer_id);
    if (payer === null || payer.deleted_at !== null) return null;
    if (!payer.is_group || kind === 'draft') return payer;
    const prefix = (form.memberId ?? '').replaceAll(/[\s-]/g, '').slice(0, 3);
    const member = prefix.length === 3 ? await memberBy(payer.id + prefix.toUpperCase()) : null;
    return member === null ? 'choose-plan' : await payerBy(member.id);
  };

  return {
    async payerOf(form) {
      const payer = await choosePayer(form, 'send');
      if (payer === null || payer === 'choose-plan') return payer;
      const schema = await schemaBy(payer.id);
      return schema === null ? null : { payer, schema };
    },
    async check(form, kind) {
      const errors: FieldErrors = {};
      const provider = await providerOf(form.provider_id);
      if (provider === null || !provider.is_active) errors.provider_id = ['Please choose a provider.'];
      const payer = await choosePayer(form, kind);
      if (payer === null) errors.payer_id = ['Please choose a payer.'];
      if (payer === 'choose-plan') errors.payer_id = ['Please choose the plan.'];
      else if (payer !== null && !(await offeredBy(payer.id))) errors.payer_id = [NOT_OFFERED];
      if (typeof form.parentId === 'string' && (await findStatus(tx, scope, form.parentId)) === null)
        errors.parentId = ['This inquiry is not there.'];
      if (payer === null || payer === 'choose-plan' || provider === null || Object.keys(errors).length > 0) return { errors, schema: null };

      const schema = await schemaBy(payer.id);
      if (schema === null) return { errors: { payer_id: ['Please choose a payer.'] }, schema };
      const today = latestToday(deps.clock());
      const { submission, ssn } = cleanSubmission({ ...form, payer_id: payer.id }, schema);
      const refused = kind === 'send' ? validateSubmission(form, schema, today) : validateDraft(form, schema, today);
      if (Object.keys(refused).length > 0) return { errors: refused, schema };

      const { perm_provider_override } = await organization(scope.organizationId);
      const { parts, isElectronic, underPlatform } = planQuestion({
        payer,
        configured,
        serviceTypes: submission.serviceType ?? [],
        hasOverride: provider.is_override || perm_provider_override,
        hasPlatformProvider: deps.config.platformProvider !== null,
      });
      const prepared = {
        submission,
        ssn: kind === 'send' ? ssn : null,
        terms: inquirySearchTerms(submission),
        plan: parts,
        askedUnder: underPlatform ? (deps.config.platformProvider?.name ?? null) : null,
        deadlineHours: isElectronic ? 24 : 72,
      };
      return { prepared, schema };
    },
  };
}

/** Of the same key asked once. Statements of a transaction follow each other, so nothing is asked twice at a time. */
function once<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Value>();
  return async (key) => {
    const held = known.get(key);
    if (held !== undefined) return held;
    const value = await read(key);
    known.set(key, value);
    return value;
  };
}

const ID_LENGTH = 26;
const NOT_OFFERED = 'The payer used is no longer available, please select a different one.';

/** As the form's list of payers has it: one that can be asked, or a group that stands for some. */
async function isOffered(tx: Tx, payer: PayerRecord, configured: readonly string[]): Promise<boolean> {
  return payer.is_group ? (await listGroupMembers(tx, payer.id)).length > 0 : routesOf(payer, configured).length > 0;
}
