import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import { groupSchema } from '@coverlight/domain/payers/group-schema.ts';
import type { Tx } from '#db/client.ts';
import { findPayerSchema, listMemberSchemas, type PayerRecord } from './payers.repository.ts';

/** What a payer wants to know: of one without a configuration the default, of a group what all its members know, such ones too (product.md 11.3). */
export async function loadPayerSchema(tx: Tx, payer: PayerRecord): Promise<PayerSchema> {
  if (payer.is_group) {
    const members = await listMemberSchemas(tx, payer.id);
    return groupSchema(members.map((member) => member.schema ?? defaultSchema()));
  }
  return (await findPayerSchema(tx, payer.schema_payer_id)) ?? defaultSchema();
}
