/** The parts of pVerify's bodies that steer what happens next. Nothing is promised about them, so anything unexpected reads as absent. */
import * as z from 'zod';

const text = z
  .union([z.string().transform((value) => value.trim()), z.number().transform(String)])
  .nullish()
  .transform((value) => value || null)
  .catch(null);
/** Booleans come as such and as "True"/"FALSE". */
const flag = z
  .union([z.boolean(), z.string().transform((value) => /^true$/i.test(value.trim()))])
  .nullish()
  .transform((value) => value ?? false)
  .catch(false);

/** Zeros stand for no error at all. */
const errorCode = text.transform((value) => (value !== null && /^0+$/.test(value) ? null : value));

export const summaryHeadSchema = z.looseObject({
  RequestID: text,
  APIResponseCode: text,
  APIResponseMessage: text,
  ProcessedWithError: flag,
  ErrorCode: errorCode,
  ErrorDescription: text,
  EDIErrorMessage: text,
  FollowUpAction: text,
  PossibleResolution: text,
  message: text,
  Message: text,
});
export type SummaryHead = z.infer<typeof summaryHeadSchema>;

export const followUpSchema = z.looseObject({ RecursiveRequestId: text });

export const pendingInquirySchema = z.looseObject({
  TransactionId: text,
  PatientDOB: text,
  PatientFirstName: text,
  PatientLastName: text,
  ProviderNPI: text,
  MemberId: text,
});
export type PendingInquiry = z.infer<typeof pendingInquirySchema>;

export const cancelSchema = z.looseObject({ IsCancelled: flag, CurrentStatus: text });

export const listedPayerSchema = z.looseObject({
  payerCode: text,
  payerName: text,
  isActive: z.boolean().optional().catch(undefined),
  isSupportingEligibility: z.boolean().optional().catch(undefined),
  isEDIPayer: z.boolean().optional().catch(undefined),
});
