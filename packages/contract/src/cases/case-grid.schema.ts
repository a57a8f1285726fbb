/** What is known of 5 levels of care, 7 facts and 2 networks over all answers and calls of a case (product.md 20.1). */
import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';
import { careLevelSchema } from './case.schema.ts';

export const GRID_FACTS = ['covered', 'authorization', 'limit', 'copay', 'coinsurance', 'deductible', 'out_of_pocket'] as const;
export const gridFactSchema = z.enum(GRID_FACTS);
export type GridFact = z.infer<typeof gridFactSchema>;

export const GRID_NETWORKS = ['in', 'out'] as const;
export const gridNetworkSchema = z.enum(GRID_NETWORKS);
export type GridNetwork = z.infer<typeof gridNetworkSchema>;

/**
 * `contradicts`: the payer says two things, or a call says another than the payer. `not-stated` was asked and passed over, or the company
 * that has the say could not be asked; `not-asked`: nobody asked for it yet.
 */
export const GRID_STATES = ['said', 'said-for-plan', 'by-phone', 'contradicts', 'not-stated', 'not-asked', 'filtered'] as const;
export const gridStateSchema = z.enum(GRID_STATES);
export type GridState = z.infer<typeof gridStateSchema>;

/** One more statement about the same cell, never added to the first. */
const statementSchema = z.object({
  value: z.string(),
  said_for: z.nullable(z.string()),
  said_by: z.nullable(z.string()),
  line_ids: z.array(z.string()),
  call_answer_id: z.nullable(id),
});

export const gridCellSchema = z.object({
  level: careLevelSchema,
  fact: gridFactSchema,
  network: gridNetworkSchema,
  state: gridStateSchema,
  /** As people read it: "$30.00 a visit", "Required"; null where nothing is known. */
  value: z.nullable(z.string()),
  /** The service or plan it was said for; null: nobody said anything. */
  said_for: z.nullable(z.string()),
  /** The company that said it; null: nobody did. */
  said_by: z.nullable(z.string()),
  /** Of the answer `inquiry_id`. */
  line_ids: z.array(z.string()),
  inquiry_id: z.nullable(id),
  /** Of `by-phone` the answer that `value` rests on, of `contradicts` the one that says otherwise; null where no call has a part in it. */
  call_answer_id: z.nullable(id),
  /** When it was told by phone; null where it was not. */
  called_at: z.nullable(instant),
  /** Of `contradicts` what stands against `value`; of others what another company said of the same. */
  beside: z.array(statementSchema),
  /** Who has the say and was not asked; null: the payer itself, or somebody was. */
  ask: z.nullable(z.string()),
});
export type GridCell = z.infer<typeof gridCellSchema>;
