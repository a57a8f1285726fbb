import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import { groupSchema } from '@coverlight/domain/payers/group-schema.ts';
import { applyingForm, type SaidForm } from '@coverlight/domain/payers/payer-form.ts';
import type { Tx } from '#db/client.ts';
import type { Clearinghouses } from '#ports/clearinghouse.ts';
import { listForms, listGroupMembers, type PayerRecord } from './payers.repository.ts';

/** What a payer wants to know: of one of whom nobody says anything the default, of a group what all its members know (product.md 11.3). */
export async function loadPayerSchema(tx: Tx, payer: PayerRecord, clearinghouses: Clearinghouses): Promise<PayerSchema & { source: string }> {
  if (!payer.is_group) return formOf(payer, await listForms(tx, [payer.id]), clearinghouses);
  const members = await listGroupMembers(tx, payer.id);
  const forms = await listForms(
    tx,
    members.map(({ id }) => id),
  );
  const schemas = members.map((member) =>
    formOf(
      member,
      forms.filter((form) => form.payer_id === member.id),
      clearinghouses,
    ),
  );
  return { ...groupSchema(schemas), source: 'default' };
}

function formOf({ route_order }: PayerRecord, forms: readonly SaidForm[], clearinghouses: Clearinghouses): SaidForm {
  return applyingForm(forms, route_order, Object.keys(clearinghouses)) ?? { ...defaultSchema(), source: 'default' };
}
