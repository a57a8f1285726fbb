import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

const placeOf = (id: string) => ({ table: 'appointments', row: id, column: 'content' });

/** Who comes, as the row said it. */
export const closeAppointment = (keys: OrganizationKeys, id: string, content: BatchContent): Buffer =>
  keys.encryptJson(placeOf(id), content);
// Authenticated: closed for this very row.
export const openAppointment = (keys: OrganizationKeys, id: string, ciphertext: Buffer): BatchContent =>
  keys.decryptJson(placeOf(id), ciphertext) as BatchContent;

/** Keyed digest by which the same appointment is found again. */
export const appointmentKey = (keys: OrganizationKeys, content: BatchContent): Buffer => keys.digest('appointment', keyOf(content));

/** The practice's own id for it, else who comes when. */
function keyOf({
  external_id: id,
  appointment_at: at = '',
  member_id: member = '',
  birth_date: birth = '',
  first = '',
  last = '',
}: BatchContent) {
  // An id of a patient stands in a list of appointments as often as one of the appointment: the time tells them apart.
  return id === undefined ? ['who', member, birth, first, last, at].join('\n') : ['id', id, at].join('\n');
}
