import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import { groupSchema } from '@coverlight/domain/payers/group-schema.ts';
import { withOfferedCombos } from '@coverlight/domain/payers/offered-combos.ts';
import type { Tx } from '#db/client.ts';
import { findPayerSchema, listMemberSchemas, type PayerRecord } from './payers.repository.ts';

const formOf = (schema: PayerSchema | null): PayerSchema => schema ?? defaultSchema();

/** What a payer wants to know: of one without a configuration the default, of a group what all its members know, such ones too (product.md 11.3). */
export async function loadPayerSchema(tx: Tx, payer: PayerRecord): Promise<PayerSchema> {
  return await readSchema(tx, payer, formOf);
}

/** The same with the combos that the form offers (product.md 3.2). */
export async function loadOfferedSchema(tx: Tx, payer: PayerRecord): Promise<PayerSchema> {
  return await readSchema(tx, payer, (schema) => withOfferedCombos(formOf(schema)));
}

async function readSchema(tx: Tx, payer: PayerRecord, asForm: (schema: PayerSchema | null) => PayerSchema): Promise<PayerSchema> {
  if (!payer.is_group) return asForm(await findPayerSchema(tx, payer.schema_payer_id));
  return groupSchema((await listMemberSchemas(tx, payer.id)).map((member) => asForm(member.schema)));
}
