import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

const placeOf = (id: string) => ({ table: 'appointments', row: id, column: 'content' });

/** Who comes, as the row said it. */
export const closeAppointment = (keys: OrganizationKeys, id: string, content: BatchContent): Buffer =>
  keys.encryptJson(placeOf(id), content);
// Authenticated: closed for this very row.
export const openAppointment = (keys: OrganizationKeys, id: string, ciphertext: Buffer): BatchContent =>
  keys.decryptJson(placeOf(id), ciphertext) as BatchContent;
