/** Keeps the appointments of a list that is sent: planned checks come before them (product.md 19.6). */
import { openRemarks, openRowContent } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { listRowsIn } from '../rows/batch-rows.repository.ts';
import { appointmentKey, closeAppointment } from './appointment-contents.ts';
import { findAppointmentIds, keepAppointmentRows } from './appointments.repository.ts';

const SLICE = 500;

export async function keepAppointments({ deps, tx, keys, batch, now }: BatchContext): Promise<void> {
  if (batch.mapping?.columns.includes('appointment_at') !== true) return;
  const rows = await listRowsIn(tx, batch.id, ['ready', 'reused', 'duplicate', 'needs-fix', 'needs-payer']);
  const found = rows.flatMap((row) => {
    const content = openRowContent(keys, batch.id, row.row, row.content);
    const { read } = openRemarks(keys, batch.id, row.row, row.problems);
    if (content?.appointment_at === undefined || read.problems.some(({ field }) => field === 'appointment_at')) return [];
    return [{ row, content, at: content.appointment_at, key: appointmentKey(keys, content) }];
  });
  // Of two rows about the same appointment the later one holds.
  const each = [...new Map(found.map((one) => [one.key.toString('base64'), one])).values()];
  for (let from = 0; from < each.length; from += SLICE) {
    const slice = each.slice(from, from + SLICE);
    const known = await findAppointmentIds(
      tx,
      slice.map(({ key }) => key),
    );
    await keepAppointmentRows(
      tx,
      { userId: batch.user_id, batchId: batch.id, now },
      slice.map(({ row, content, at, key }) => {
        const id = known.get(key.toString('base64')) ?? deps.newId();
        return {
          id,
          at,
          payer_id: row.payer_id,
          provider_id: row.provider_id ?? batch.provider_id,
          external_key: key,
          content: closeAppointment(keys, id, content),
          // Reused: the answer is there already.
          inquiry_id: row.inquiry_id,
        };
      }),
    );
  }
}
