/** An inquiry as the asking loop needs it: who is asked what, rebuilt from what was stored when it was sent. */
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import type { Route } from '@coverlight/domain/inquiries/next-ask.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Clearinghouses, EligibilityQuestion } from '#ports/clearinghouse.ts';
import { formOf } from '#features/payers/payers.repository.ts';
import { openContent, openSsn } from '#features/inquiries/inquiry-contents.ts';

/** One question of an inquiry. Routes in order of preference. */
export interface AskPart {
  service_types: string[];
  routes: Route[];
}

export interface Askable {
  payerId: string;
  payerName: string;
  parts: AskPart[];
  /** Null where the payer has lost its code there since. */
  questionFor(part: number, route: Route): EligibilityQuestion | null;
}

export interface ProviderIdentity {
  name: string;
  npi: string;
  taxId: string;
}

interface AskableRow {
  payer_id: string;
  ask_plan: AskPart[] | null;
  as_of_date: string | null;
  asked_under: string | null;
  created_at: Date;
  submission: Buffer;
  ssn: Buffer | null;
  provider_name: string;
  npi: string;
  tax_id: string;
  payer_name: string;
  /** What each clearinghouse has of the payer that can be asked there. */
  sources: { clearinghouse: Route; code: string; name: string | null; provider_fields: string[] }[];
  fields: PayerField[] | null;
}

const AMERICAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** Null where the inquiry is not being asked (any more). */
export async function loadAskable(
  tx: Tx,
  keys: OrganizationKeys,
  inquiryId: string,
  { platformProvider, clearinghouses }: { platformProvider: ProviderIdentity | null; clearinghouses: Clearinghouses },
): Promise<Askable | null> {
  const [row] = await tx.query<AskableRow>(
    'load-askable',
    `SELECT i.payer_id, i.ask_plan, i.as_of_date, i.asked_under, i.created_at, c.submission, c.ssn, p.name AS provider_name, p.npi, p.tax_id,
       y.name AS payer_name, f.fields,
       ARRAY(SELECT jsonb_build_object('clearinghouse', s.clearinghouse, 'code', s.code, 'name', coalesce(s.typed_name, s.name),
         'provider_fields', s.provider_fields) FROM payer_sources s WHERE s.asked_as = y.id AND s.code IS NOT NULL) AS sources
     FROM inquiries i
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
     JOIN payers chosen ON chosen.id = i.payer_id
     JOIN payers y ON y.id = coalesce(chosen.parent_id, chosen.id)
     LEFT JOIN LATERAL ${formOf('$3')} f ON true
     WHERE i.organization_id = $1 AND i.id = $2 AND i.status IN ('pending', 'max-retry', 'complete')`,
    [keys.organizationId, inquiryId, Object.keys(clearinghouses)],
  );
  if (row === undefined || row.ask_plan === null) return null;
  const { ask_plan: parts } = row;
  const question = questionOf(row, keys, inquiryId, platformProvider);
  return {
    payerId: row.payer_id,
    payerName: row.payer_name,
    parts,
    questionFor(part, route) {
      const source = row.sources.find(({ clearinghouse }) => clearinghouse === route);
      if (source === undefined) return null;
      return {
        ...question,
        payerCode: source.code,
        payerName: source.name ?? row.payer_name,
        serviceTypes: parts[part]?.service_types ?? [],
        allowedFields: [...question.allowedFields, ...source.provider_fields],
      };
    },
  };
}

/** Since it was sent the payer may have lost its code at one of a part's routes, or we our account. */
export const openRoutes = (askable: Askable, part: number, clearinghouses: Clearinghouses): Route[] =>
  (askable.parts[part]?.routes ?? []).filter((route) => clearinghouses[route] !== undefined && askable.questionFor(part, route) !== null);

function questionOf(
  row: AskableRow,
  keys: OrganizationKeys,
  inquiryId: string,
  platform: ProviderIdentity | null,
): Omit<EligibilityQuestion, 'payerCode' | 'payerName' | 'serviceTypes'> {
  const submission = openContent(keys, inquiryId, 'submission', row.submission);
  if (submission === null) throw new Error('an inquiry without a submission');
  // Without a configuration of its own the form was the default one: everything typed into it is passed on.
  const fields = row.fields ?? defaultSchema().fields;
  // The day it was sent on: asked again tomorrow it is still the same question.
  const today = AMERICAN_DAY.format(row.created_at);
  const own = { name: row.provider_name, npi: row.npi, taxId: row.tax_id };
  const ssn = openSsn(keys, inquiryId, row.ssn) ?? undefined;
  return {
    // Asked under the platform's provider once, always so: an answer must not change its network facts half-way.
    provider: row.asked_under !== null && platform !== null ? platform : own,
    memberId: submission.memberId,
    firstName: submission.patientFirstName,
    lastName: submission.patientLastName,
    suffix: submission.patientSuffix,
    birthDate: submission.patientBirthDate,
    gender: submission.patientGender,
    ssn,
    groupNumber: submission.groupNumber,
    relationship: submission.subscriberRelationship,
    submitterId: submission.submitterId,
    // Today is said by leaving the date out, unless the payer insists on one.
    asOfDate: row.as_of_date ?? (fields.some((field) => field.name === 'asOfDate' && field.required) ? today : undefined),
    today,
    allowedFields: fields.filter((field) => field.allowed).map((field) => field.name),
  };
}
