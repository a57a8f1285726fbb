/** What the form about a payer starts from and what it sends: only what was changed (docs/product.md 15.2). */
import type { AdminPayer } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { PayerChange } from './admin-payers.queries.ts';
import type { ChosenPayer } from './payer-picker.tsx';
import { isSameSchema } from './schema-edit.ts';

export const PAYER_FIELDS = [
  'name',
  'name_internal',
  'code',
  'is_active',
  'pverify_name',
  'pverify_code',
  'pverify_is_active',
  'is_blue',
  'is_group',
  'split_service_type',
] as const;
const NULLABLE: ReadonlySet<string> = new Set(['code', 'pverify_name', 'pverify_code']);

export interface PayerValues {
  name: string;
  name_internal: string;
  code: string;
  is_active: boolean;
  pverify_name: string;
  pverify_code: string;
  pverify_is_active: boolean;
  is_blue: boolean;
  is_group: boolean;
  split_service_type: boolean;
}

export function payerStart(payer: AdminPayer): PayerValues {
  return {
    name: payer.name,
    name_internal: payer.name_internal,
    code: payer.code ?? '',
    is_active: payer.is_active,
    pverify_name: payer.pverify_name ?? '',
    pverify_code: payer.pverify_code ?? '',
    pverify_is_active: payer.pverify_is_active,
    is_blue: payer.is_blue,
    is_group: payer.is_group,
    split_service_type: payer.split_service_type,
  };
}

export function payerChange(
  payer: AdminPayer,
  edited: { values: PayerValues; group: ChosenPayer | null; schema: PayerSchema },
): Omit<PayerChange, 'updated_at'> {
  const { values, group, schema } = edited;
  const start = payerStart(payer);
  const changed = PAYER_FIELDS.filter((name) => values[name] !== start[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, NULLABLE.has(name) && values[name] === '' ? null : values[name]])),
    ...((group?.id ?? null) !== payer.payer_group_id && { payer_group_id: group?.id ?? 0 }),
    ...(!isSameSchema(schema, payer.schema) && { schema: { fields: schema.fields, combos: schema.combos } }),
  };
}
