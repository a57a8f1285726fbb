import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import { groupSchema } from '@coverlight/domain/payers/group-schema.ts';
import { withOfferedCombos } from '@coverlight/domain/payers/offered-combos.ts';
import type { Tx } from '#db/client.ts';
import type { Clearinghouses } from '#ports/clearinghouse.ts';
import { listForms, listGroupMembers, type PayerRecord } from './payers.repository.ts';

/** Whose word it is: a clearinghouse, 'admin', or 'default' where nobody says anything. */
export interface AppliedSchema extends PayerSchema {
  source: string;
}

/** What a payer wants to know; of a group what all its members do (product.md 11.3). */
export async function loadPayerSchema(tx: Tx, payer: PayerRecord, clearinghouses: Clearinghouses): Promise<AppliedSchema> {
  return await readSchema(tx, payer, { clearinghouses, asForm: (schema) => schema });
}

/** The same with the combos that the form offers (product.md 3.2). */
export async function loadOfferedSchema(tx: Tx, payer: PayerRecord, clearinghouses: Clearinghouses): Promise<AppliedSchema> {
  return await readSchema(tx, payer, { clearinghouses, asForm: withOfferedCombos });
}

async function readSchema(
  tx: Tx,
  payer: PayerRecord,
  { clearinghouses, asForm }: { clearinghouses: Clearinghouses; asForm: (schema: AppliedSchema) => AppliedSchema },
): Promise<AppliedSchema> {
  const asked = payer.is_group ? await listGroupMembers(tx, payer.id) : [payer];
  const ids = asked.map(({ id }) => id);
  const forms = await listForms(tx, ids, Object.keys(clearinghouses));
  const schemas = ids.map((id) => asForm(forms.find((form) => form.payer_id === id) ?? { ...defaultSchema(), source: 'default' }));
  return { source: 'default', ...(payer.is_group ? groupSchema(schemas) : (schemas[0] ?? defaultSchema())) };
}
