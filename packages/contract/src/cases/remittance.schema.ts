/** What a payer's remittance (X12 835) says was billed, allowed, paid and is the patient's of the claims of an estimate (product.md 20.10). */
import * as z from 'zod/mini';
import { decimal, id, instant, isoDate } from '../scalars.ts';
import { careLevelSchema } from './case.schema.ts';

const named = z.object({ id, name: z.string() });

export const remittedLineSchema = z.object({
  /** Service or revenue code, without its words. */
  code: z.nullable(z.string()),
  on: z.nullable(isoDate),
  billed: decimal,
  allowed: z.nullable(decimal),
  paid: decimal,
  patient: decimal,
  contractual: decimal,
});
export type RemittedLine = z.infer<typeof remittedLineSchema>;

const amounts = {
  /** First and last day of service; null: not told. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  payer: z.nullable(z.string()),
  /** What the payer did with it, in words. */
  status: z.string(),
  billed: decimal,
  /** Null: not told, which is not zero. */
  allowed: z.nullable(decimal),
  /** What was paid and is the patient's, since the payer names no allowed amount. */
  is_allowed_worked_out: z.boolean(),
  /** As `allowed`; a remittance always tells them. */
  paid: z.nullable(decimal),
  patient: z.nullable(decimal),
  lines: z.array(remittedLineSchema),
};

/** `take-back`: an earlier payment, which is stored with this estimate, goes. `known`: stored already, nothing to do. */
export const REMITTED_DEEDS = ['store', 'replace', 'take-back', 'known', 'refused'] as const;

/** A claim of a file that may be about the patient, as it would be stored. Names and numbers of people stay in the file. */
export const remittedClaimSchema = z.object({
  /** Its place in the file; the same in the call that stores it. */
  key: z.string(),
  /** First and last day of service; null: not told. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  does: z.enum(REMITTED_DEEDS),
  /** Why it is refused, or what to look at before it is chosen; a sentence each. */
  notes: z.array(z.string()),
  /** `likely`: the file says too little to be sure whom it is about. */
  person: z.enum(['same', 'likely']),
  /** Whether the service day of the estimate lies in it; null: one of both is not known. */
  is_on_day: z.nullable(z.boolean()),
  /** The facility that the file names; null: none of the estimate's. */
  provider: z.nullable(named),
  /** Whether it tells of later claims what is allowed. */
  tells_range: z.boolean(),
  /** Chosen unless somebody chooses otherwise. */
  is_chosen: z.boolean(),
  /** Null where its amounts cannot be read or do not add up. */
  amounts: z.nullable(z.object(amounts)),
});
export type RemittedClaim = z.infer<typeof remittedClaimSchema>;

export const remittanceReadingSchema = z.object({
  /** Of the file, so that what is stored is what was shown. */
  digest: z.string(),
  /** What does not agree in the file as a whole, so that something may be missing; a sentence each. */
  notes: z.array(z.string()),
  claims: z.array(remittedClaimSchema),
  /** Claims of other people, which are passed over; among them those of the same name under another number. */
  others: z.int(),
  namesakes: z.int(),
  /** The level of care that the claims count for in later ranges; null: the case and the estimate leave it open. */
  level: z.nullable(careLevelSchema),
  /** Facilities of the estimate, for a claim whose own is not told. */
  providers: z.array(named),
});
export type RemittanceReading = z.infer<typeof remittanceReadingSchema>;

export const CLAIM_ORIGINS = ['file', 'hand'] as const;

/** Stored with an estimate. */
export const estimateClaimSchema = z.object({
  id,
  origin: z.enum(CLAIM_ORIGINS),
  provider: named,
  /** For which ranges it counts; null: for none. */
  level: z.nullable(careLevelSchema),
  added_by: named,
  added_at: instant,
  ...amounts,
});
export type EstimateClaim = z.infer<typeof estimateClaimSchema>;
