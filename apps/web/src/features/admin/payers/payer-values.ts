/** What the form about a payer starts from and what it sends: only what was changed (docs/product.md 15.2). */
import type { AdminPayer, PayerSource } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { PayerChange } from './admin-payers.queries.ts';
import type { ChosenPayer } from './payer-picker.tsx';
import { isSameSchema } from './schema-edit.ts';

export const PAYER_FIELDS = ['name', 'name_internal', 'is_blue', 'is_group', 'split_service_type'] as const;

/** Of one clearinghouse; empty for none. */
export interface SourceValues {
  clearinghouse: string;
  code: string;
  typed_name: string;
  is_active: boolean;
}

export interface PayerValues {
  name: string;
  name_internal: string;
  is_blue: boolean;
  is_group: boolean;
  split_service_type: boolean;
  /** In an order that does not depend on the payer, so that each keeps its place when the payer is read anew. */
  sources: SourceValues[];
}

/** What is edited beside the fields of the form. */
export interface EditedBeside {
  group: ChosenPayer | null;
  schema: PayerSchema;
  /** Clearinghouses in the order in which they are asked. */
  order: readonly string[];
}

export const orderOf = (payer: Pick<AdminPayer, 'sources'>): string[] => payer.sources.map(({ clearinghouse }) => clearinghouse);

const sourceStart = ({ clearinghouse, code, typed_name, is_active }: PayerSource): SourceValues => ({
  clearinghouse,
  code: code ?? '',
  typed_name: typed_name ?? '',
  is_active,
});

export function payerStart(payer: AdminPayer): PayerValues {
  const { name, name_internal, is_blue, is_group, split_service_type } = payer;
  const sources = payer.sources.map(sourceStart).toSorted((a, b) => (a.clearinghouse < b.clearinghouse ? -1 : 1));
  return { name, name_internal, is_blue, is_group, split_service_type, sources };
}

export function payerChange(payer: AdminPayer, edited: EditedBeside & { values: PayerValues }): Omit<PayerChange, 'updated_at'> {
  const { values, group, schema, order } = edited;
  const start = payerStart(payer);
  const changed = PAYER_FIELDS.filter((name) => values[name] !== start[name]);
  const sources = values.sources.flatMap((source) => sourceChange(source, start.sources) ?? []);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(sources.length > 0 && { sources }),
    ...(order.join() !== orderOf(payer).join() && { route_order: [...order] }),
    ...((group?.id ?? null) !== payer.payer_group_id && { payer_group_id: group?.id ?? 0 }),
    ...(!isSameSchema(schema, payer.schema) && { schema: { fields: schema.fields, combos: schema.combos } }),
  };
}

function sourceChange(source: SourceValues, start: readonly SourceValues[]): NonNullable<PayerChange['sources']>[number] | null {
  const before = start.find(({ clearinghouse }) => clearinghouse === source.clearinghouse);
  const change = {
    ...(source.code !== before?.code && { code: source.code || null }),
    ...(source.typed_name !== before?.typed_name && { typed_name: source.typed_name || null }),
    ...(source.is_active !== before?.is_active && { is_active: source.is_active }),
  };
  return Object.keys(change).length === 0 ? null : { clearinghouse: source.clearinghouse, ...change };
}
