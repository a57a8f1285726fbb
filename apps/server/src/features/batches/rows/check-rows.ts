/**
 * Checks rows of a batch as the form would: each against its payer's own rules, then against each other and against answers that are new
 * enough. Writes nothing (product.md 19.3).
 */
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import { problemsOf, rowForm, type RowProblem } from '@coverlight/domain/batches/row-form.ts';
import { personOfRow, personOfSubmission, sameKeyOf } from '@coverlight/domain/batches/same-row.ts';
import { searchTermsOf } from '@coverlight/domain/inquiries/search-terms.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { createPreparer, type PrepareDeps, type Prepared, type Preparer } from '#features/inquiries/prepare-inquiry.ts';
import { listActiveForRows, type NamedProvider } from '#features/batches/rows/row-providers.repository.ts';
import type { Scope } from '#http/viewer.ts';
import type { RowRemarks } from '../batch-contents.ts';
import { listFreshAnswers } from './fresh-answers.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Answers are looked for by so many rows at a time. */
const SLICE = 500;

/** A row that is to be checked. */
export interface RowToCheck {
  row: number;
  content: BatchContent;
  /** What reading found, which stands until the cell is mended. */
  read: RowRemarks;
  /** As decided; null: nobody knows. */
  payerId: string | null;
  /** The refused inquiry that it is asked again for. */
  parentId?: string | null;
}

export interface CheckedRow {
  row: number;
  state: 'ready' | 'needs-fix' | 'needs-payer';
  /** Whom it would be sent to: of a group the member. Of one that is still to be chosen the group. */
  payerId: string | null;
  providerId: string | null;
  remarks: RowRemarks;
  /** Null where too little is known. */
  sameKey: string | null;
  /** Of a ready one. */
  prepared: Prepared | null;
}

export interface RowChecker {
  check(row: RowToCheck): Promise<CheckedRow>;
}

/** `providerId`: the batch's. `scope`: of the batch's owner. */
export async function createRowChecker(deps: PrepareDeps, tx: Tx, scope: Scope, providerId: string): Promise<RowChecker> {
  const preparer = createPreparer(deps, tx, scope);
  const providers = await listActiveForRows(tx, scope.organizationId);
  return { check: async (row) => await checkRow(preparer, row, providerOf(row.content, providers, providerId)) };
}

async function checkRow(
  preparer: Preparer,
  { row, content, read, payerId, parentId = null }: RowToCheck,
  provider: ChosenProvider,
): Promise<CheckedRow> {
  const remarks: RowRemarks = { problems: [...read.problems], warnings: [...read.warnings, ...provider.warnings] };
  const base = { row, payerId, providerId: provider.id, remarks, sameKey: null, prepared: null };
  if (payerId === null) return { ...base, state: 'needs-payer' };
  const found = await preparer.payerOf({ payer_id: payerId, memberId: content.member_id });
  if (found === null || found === 'choose-plan') {
    remarks.problems.push({ field: 'payer', words: found === null ? 'Please choose a payer.' : 'Please choose the plan.' });
    return { ...base, state: 'needs-payer' };
  }
  const { payer, schema } = found;
  const sameKey = sameKeyOf(personOfRow(content, payer.id));
  const isReadable = read.problems.length === 0;
  const form = rowForm(isReadable ? content : withoutFaulty(content, read.problems), schema, {
    provider_id: provider.id,
    payer_id: payer.id,
  });
  const checked = await preparer.check({ ...form, parentId }, 'send');
  const refused = 'errors' in checked ? problemsOf(checked.errors, schema) : [];
  // What could not be read is told once.
  remarks.problems.push(...refused.filter(({ field }) => !read.problems.some((one) => one.field === field)));
  const isPayer = refused.some(({ field }) => field === 'payer');
  if (remarks.problems.length > 0) return { ...base, payerId: payer.id, sameKey, state: isPayer ? 'needs-payer' : 'needs-fix' };
  return { ...base, payerId: payer.id, sameKey, state: 'ready', prepared: 'prepared' in checked ? checked.prepared : null };
}

function withoutFaulty(content: BatchContent, problems: readonly RowProblem[]): BatchContent {
  const faulty = new Set(problems.map(({ field }) => field));
  return Object.fromEntries(Object.entries(content).filter(([field]) => !faulty.has(field)));
}

interface ChosenProvider {
  id: string;
  warnings: RowProblem[];
}

/** The facility that the row names by its NPI or its name, else the batch's. */
function providerOf(content: BatchContent, providers: readonly NamedProvider[], own: string): ChosenProvider {
  const { provider_npi: npi, provider_name: name } = content;
  if (npi === undefined && name === undefined) return { id: own, warnings: [] };
  const named = providers.filter((one) => (npi === undefined ? one.name.toLowerCase() === name?.toLowerCase() : one.npi === npi));
  const [only] = named;
  if (only !== undefined && named.length === 1) return { id: only.id, warnings: [] };
  const isOwn = named.some(({ id }) => id === own);
  const field = npi === undefined ? 'provider_name' : 'provider_npi';
  return { id: own, warnings: isOwn ? [] : [{ field, words: "This is none of your facilities: the batch's is asked under." }] };
}

/** What is ready, less what another row asks already. The first row of each keeps its state. */
export function markDuplicates(rows: readonly CheckedRow[]): Map<number, number> {
  const first = new Map<string, number>();
  const duplicates = new Map<number, number>();
  for (const { row, state, sameKey } of rows) {
    if (state !== 'ready' || sameKey === null) continue;
    const earlier = first.get(sameKey);
    if (earlier === undefined) first.set(sameKey, row);
    else duplicates.set(row, earlier);
  }
  return duplicates;
}

export interface RowOfPayer {
  row: number;
  content: BatchContent;
  payerId: string;
}

/** The newest answer for each of these rows that is younger than so many days, by row. */
export async function findReusable(
  tx: Tx,
  keys: OrganizationKeys,
  { scope, reuseDays, now }: { scope: Scope; reuseDays: number; now: Date },
  rows: readonly RowOfPayer[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  if (reuseDays === 0) return found;
  const since = new Date(now.getTime() - reuseDays * DAY_MS);
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    const terms = slice.flatMap(({ content }) => searchTermsOf({ member_id: content.member_id }));
    if (terms.length === 0) continue;
    const answers = await listFreshAnswers(tx, keys, scope, { terms, since });
    const newest = new Map<string, string>();
    for (const { id, submission } of answers) {
      const key = sameKeyOf(personOfSubmission(submission));
      if (key !== null && !newest.has(key)) newest.set(key, id);
    }
    for (const { row, content, payerId } of slice) {
      const key = sameKeyOf(personOfRow(content, payerId));
      const id = key === null ? undefined : newest.get(key);
      if (id !== undefined) found.set(row, id);
    }
  }
  return found;
}
