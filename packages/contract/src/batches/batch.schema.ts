/** Many checks at once: a batch from a file or a paste, its columns, its rows and what came of them (product.md 19). */
import * as z from 'zod/mini';
import { inquiryStatusSchema, PLAN_STATES, remoteErrorsSchema } from '../inquiries/inquiry.schema.ts';
import { decimal, id, instant, isoDate, text } from '../scalars.ts';
import {
  batchColumnSchema,
  batchMappingSchema,
  CELL_LENGTH,
  CONTENT_FIELDS,
  dateOrderSchema,
  type ContentField,
} from './columns.schema.ts';

export const BATCH_SOURCES = ['paste', 'csv', 'xlsx', 'api', 'plan'] as const;
export type BatchSource = (typeof BATCH_SOURCES)[number];

/** `columns`: a sheet is to be chosen, or what the columns mean is to be confirmed. */
export const BATCH_STATES = ['reading', 'columns', 'review', 'sending', 'paused', 'done', 'stopped'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** From `queued` on it is, or becomes, an inquiry. `over-budget`: the ceiling left nothing for it. */
export const ROW_STATES = [
  'read',
  'ready',
  'needs-fix',
  'needs-payer',
  'duplicate',
  'reused',
  'left-out',
  'queued',
  'asking',
  'answered',
  'refused',
  'failed',
  'stopped',
  'over-budget',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** 0 refused and correctable, 1 urgent, 2 changed, 3 silent on behavioural cost, 4 clean. As they stand in a query and as keys. */
export const ROW_NEEDS = ['0', '1', '2', '3', '4'] as const;
export type RowNeeds = 0 | 1 | 2 | 3 | 4;

export const MOST_ROWS = 10_000;
/** An answer younger than so many days may stand in for a new check; 0 reuses none. */
export const REUSE_DAYS = [0, 1, 7, 30] as const;
export const reuseDaysSchema = z.literal([...REUSE_DAYS]);
/** Checks that a batch may be charged for at most; null: no bound. */
export const ceilingSchema = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)));

/** One column of the file as it is guessed, or as it was confirmed before. `batchMappingSchema` is what is sent back. */
export const shownColumnSchema = z.object({
  /** '' where the file has none. */
  header: z.string(),
  /** As guessed, or as remembered; null: not used. */
  field: z.nullable(batchColumnSchema),
  /** The first values that are not empty, as they stand in the file. */
  examples: z.array(z.string()),
  /** Null where the column holds no days. */
  date_order: z.nullable(dateOrderSchema),
  /** An example read by that order; null without one. */
  date_example: z.nullable(z.object({ typed: z.string(), read: isoDate })),
});
export type ShownColumn = z.infer<typeof shownColumnSchema>;

export const batchCostSchema = z.object({
  asked: z.number(),
  reused: z.number(),
  /** Rows that are not sent unless somebody mends them. */
  needs_you: z.number(),
  /** Checks of the plan that are left this month; null without a plan. */
  included_left: z.nullable(z.number()),
  /** Of `asked`, those beyond what is left. */
  extra: z.nullable(z.number()),
  /** Dollars of one extra check. */
  unit_price: z.nullable(decimal),
  extra_cost: z.nullable(decimal),
  /** All of it in one sentence. */
  words: z.string(),
});
export type BatchCost = z.infer<typeof batchCostSchema>;

const named = z.object({ id, name: z.string() });

export const batchSchema = z.object({
  id,
  state: z.enum(BATCH_STATES),
  source: z.enum(BATCH_SOURCES),
  /** The rule that made it, of source `plan`; null otherwise, and once the rule is deleted. */
  rule: z.nullable(named),
  provider: named,
  user: named,
  /** Rows by state; states without rows are 0. */
  counts: z.record(z.enum(ROW_STATES), z.number()),
  /** Rows with a result by `needs`. */
  needs: z.record(z.enum(ROW_NEEDS), z.number()),
  /** Of a workbook with several sheets that are shown; null otherwise. */
  sheets: z.nullable(z.array(z.string())),
  /** The sheet that was chosen; null: still to be, or there is nothing to choose. */
  sheet: z.nullable(z.string()),
  /** Empty while a sheet is to be chosen and once nothing can be changed about them. */
  columns: z.array(shownColumnSchema),
  /** What the columns mean: as somebody confirmed it, before that as `columns` guess it. Null while a sheet is to be chosen. */
  mapping: z.nullable(batchMappingSchema),
  /** The same headers were confirmed before: `columns` are as they were then. */
  is_mapping_remembered: z.boolean(),
  /** In state `review`, `sending` and `paused`; null otherwise. */
  cost: z.nullable(batchCostSchema),
  ceiling: ceilingSchema,
  reuse_days: reuseDaysSchema,
  /** Of the rows that are sent. `seconds_left` null: nothing to tell it from. */
  progress: z.object({ done: z.number(), total: z.number(), seconds_left: z.nullable(z.number()) }),
  created_at: instant,
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** When the rows' contents go, 30 days after it ended; the inquiries stay. */
  contents_until: z.nullable(instant),
});
export type Batch = z.infer<typeof batchSchema>;

type Content<Value> = Record<ContentField, Value>;
const contentOf = <Value>(value: Value): Content<Value> =>
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, value])) as Content<Value>;

/** A row's values as they are to be sent, each null where the row has none. What could not be read stands as it was typed. */
export const rowContentSchema = z.object(contentOf(z.nullable(z.string())));
export type RowContent = z.infer<typeof rowContentSchema>;

/** What is wrong or odd about a row. `field`: a key of the content, or of the inquiry's form, or 'payer', or 'provider'. */
export const rowProblemSchema = z.object({ field: z.string(), words: z.string() });
export type RowProblem = z.infer<typeof rowProblemSchema>;

export const batchRowSchema = z.object({
  /** As the spreadsheet counts its rows, from 1; of a paste its line. */
  row: z.number(),
  state: z.enum(ROW_STATES),
  /** Null before a result. */
  needs: z.nullable(z.literal([0, 1, 2, 3, 4])),
  problems: z.array(rowProblemSchema),
  warnings: z.array(rowProblemSchema),
  payer: z.nullable(named),
  /** Null once the contents are deleted. */
  content: z.nullable(rowContentSchema),
  /** Its own, or the one whose answer is reused. */
  inquiry_id: z.nullable(id),
  /** Whom that inquiry is about; null without one, and until it has been given to somebody. */
  person_id: z.nullable(id),
  /** The row of the same patient, payer and day that is sent instead; null unless `duplicate`. */
  duplicate_of: z.nullable(z.number()),
  /** Somebody has dealt with the result. */
  is_done: z.boolean(),
  /** What became of the inquiry; null without one. */
  result: z.nullable(
    z.object({
      status: inquiryStatusSchema,
      plan_status: z.nullable(z.string()),
      plan_state: z.nullable(z.enum(PLAN_STATES)),
      may_be_somebody_else: z.boolean(),
      is_handled_elsewhere: z.nullable(z.boolean()),
      is_other_payer_first: z.nullable(z.boolean()),
      remote_errors: remoteErrorsSchema,
      /** Of the answer in words, as it was read when it came: the plan's name, what is left of the patient's limits in network, warnings. */
      plan: z.nullable(z.string()),
      money: z.array(z.string()),
      flags: z.array(z.string()),
    }),
  ),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** `certain` is taken, `decided` was decided by this organization before, `likely` is preselected and to be decided, `none` is to be chosen. */
export const PAYER_MATCHES = ['certain', 'decided', 'likely', 'none'] as const;
export type PayerMatchKind = (typeof PAYER_MATCHES)[number];

/** One of the different payer names of a batch. */
export const batchPayerSchema = z.object({
  /** As the file has it; '' for rows without one. */
  name: z.string(),
  rows: z.number(),
  match: z.enum(PAYER_MATCHES),
  payer: z.nullable(named),
  /** Others that it may be, the likeliest first. */
  candidates: z.array(named),
});
export type BatchPayer = z.infer<typeof batchPayerSchema>;

/** What was mended in a row. An absent key stays as it is; '' and null empty it. Days are YYYY-MM-DD. */
export const rowChangesSchema = z.strictObject(contentOf(z.optional(z.nullable(text(CELL_LENGTH)))));
export type RowChanges = z.infer<typeof rowChangesSchema>;
