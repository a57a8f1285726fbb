/** Tells the appointments of a list which check came of each, also of those whose row asks the same as another (product.md 19.6). */
import { openRowContent } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { listSameRows, type StoredRow } from '../rows/batch-rows.repository.ts';
import { appointmentKey } from './appointment-contents.ts';
import { setAppointmentChecks } from './appointments.repository.ts';

/** `sent`: rows with the inquiry that was made of them. */
export async function joinChecks({ tx, keys, batch }: BatchContext, sent: readonly StoredRow[]): Promise<void> {
  if (batch.mapping?.columns.includes('appointment_at') !== true || sent.length === 0) return;
  const nameOf = (key: Buffer) => key.toString('base64');
  const inquiries = new Map(sent.flatMap(({ same_key: key, inquiry_id: id }) => (key === null ? [] : [[nameOf(key), id]])));
  const same = await listSameRows(
    tx,
    batch.id,
    sent.flatMap(({ same_key: key }) => key ?? []),
  );
  const checks = [...sent.filter(({ same_key: key }) => key === null), ...same].flatMap((row) => {
    const content = openRowContent(keys, batch.id, row.row, row.content);
    const inquiryId = row.same_key === null ? row.inquiry_id : (inquiries.get(nameOf(row.same_key)) ?? null);
    return content?.appointment_at === undefined || inquiryId === null ? [] : [{ key: appointmentKey(keys, content), inquiryId }];
  });
  await setAppointmentChecks(tx, checks);
}
