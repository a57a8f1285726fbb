/** Keeps the appointments of a list that is sent: planned checks come before them (product.md 19.6). */
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import { createRests } from '#jobs/rests.ts';
import { openRemarks, openRowContent } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { listRowsIn, type StoredRow } from '../rows/batch-rows.repository.ts';
import { appointmentKey, closeAppointment } from './appointment-contents.ts';
import { findAppointmentIds, keepAppointmentRows, lockAppointments } from './appointments.repository.ts';

const SLICE = 500;

export async function keepAppointments({ deps, tx, keys, batch, now }: BatchContext): Promise<void> {
  if (batch.mapping?.columns.includes('appointment_at') !== true) return;
  const rows = await listRowsIn(tx, batch.id, ['ready', 'reused', 'duplicate', 'needs-fix', 'needs-payer']);
  const rest = createRests();
  // Of two rows about the same appointment the later one holds.
  const found = new Map<string, { row: StoredRow; content: BatchContent; at: string; key: Buffer }>();
  for (const row of rows) {
    await rest();
    const content = openRowContent(keys, batch.id, row.row, row.content);
    const { read } = openRemarks(keys, batch.id, row.row, row.problems);
    if (content?.appointment_at === undefined || read.problems.some(({ field }) => field === 'appointment_at')) continue;
    const key = appointmentKey(keys, content);
    found.set(key.toString('base64'), { row, content, at: content.appointment_at, key });
  }
  const each = [...found.values()];
  if (each.length > 0) await lockAppointments(tx);
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
