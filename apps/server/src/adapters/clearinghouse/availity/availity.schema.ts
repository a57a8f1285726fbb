/**
 * The parts of Availity's bodies that steer what happens next. Every field is optional to the vendor, so none may fail the whole body: what
 * has another type than described reads as absent here and stays in the raw answer.
 */
import * as z from 'zod';

const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);
const flag = z.boolean().optional().catch(undefined);

export const fieldErrorSchema = z.looseObject({ field: text, code: text, errorMessage: text });
const fieldErrors = z.array(fieldErrorSchema.catch({})).catch([]).default([]);

/** What tells how far a coverage is (POST and GET alike). */
export const coverageHeadSchema = z.looseObject({
  id: text,
  statusCode: text,
  status: text,
  createdDate: text,
  validationMessages: fieldErrors,
});
export type CoverageHead = z.infer<typeof coverageHeadSchema>;

export const errorBodySchema = z.looseObject({ statusCode: text, userMessage: text, developerMessage: text, errors: fieldErrors });

const routeSchema = z.looseObject({
  availability: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  submissionMode: text,
  transactionDescription: text,
});
const oneRoute = routeSchema.transform((route) => [route]);

export const listedPayerSchema = z.looseObject({
  payerId: text,
  displayName: text,
  name: text,
  shortName: text,
  // One published description says an object, answers carry a list.
  processingRoutes: z
    .union([z.array(routeSchema), oneRoute])
    .optional()
    .catch(undefined),
});
export type AvailityPayer = z.infer<typeof listedPayerSchema>;

export const elementSchema = z.looseObject({
  type: text,
  label: text,
  order: z.number().optional().catch(undefined),
  allowed: flag,
  required: flag,
  pattern: text,
  maxLength: z.number().int().positive().optional().catch(undefined),
  min: text,
  repeats: flag,
  maxRepeats: z.number().int().positive().optional().catch(undefined),
  values: z.unknown().optional(),
  elements: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type AvailityElement = z.infer<typeof elementSchema>;

export const configurationSchema = z.looseObject({
  payerId: text,
  type: text,
  subtypeId: text,
  elements: z.record(z.string(), z.unknown()).optional().catch(undefined),
  requiredFieldCombinations: z
    .record(z.string(), z.array(z.array(z.string())).catch([]))
    .optional()
    .catch(undefined),
});
export type AvailityConfiguration = z.infer<typeof configurationSchema>;

/** Page facts of a list answered as an object; links that lead nowhere are null. */
export const pageSchema = z.looseObject({
  totalCount: z.number().int().nonnegative().optional().catch(undefined),
  links: z.looseObject({ next: z.unknown().optional() }).optional().catch(undefined),
});
