/** What only the database knows of how work gets on, of all organizations together. */
import type { Tx } from '#db/client.ts';
import { listUnsealed } from '#features/audit/audit-log.repository.ts';
import type { StoredFigures } from './metrics.ts';

/** Needs the admin's role. Each figure is read from an index that holds what is open, and nothing else. */
export async function readStoredFigures(tx: Tx, now: Date): Promise<StoredFigures> {
  const [row] = await tx.query<
    Record<'due' | 'taken' | 'stranded' | 'events', number> & {
      oldest: Date | null;
      circuits: Record<string, number> | null;
      batch_rows: Record<string, number> | null;
    }
  >(
    'read-stored-figures',
    `SELECT t.due, t.taken, t.oldest, c.circuits,
       (SELECT count(*)::integer FROM outgoing_mails
        WHERE sent_at IS NULL AND (in_doubt_at IS NOT NULL OR given_up_at IS NOT NULL)) AS stranded,
       (SELECT count(*)::integer FROM billing_events WHERE processed_at IS NULL) AS events,
       (SELECT json_object_agg(state, many) FROM (
          SELECT r.key AS state, sum(r.value::integer)::integer AS many FROM batches b CROSS JOIN LATERAL jsonb_each_text(b.counts) r
          WHERE b.next_look_at IS NOT NULL GROUP BY 1) s) AS batch_rows
     FROM (SELECT count(*) FILTER (WHERE is_free)::integer AS due, min(next_turn_at) FILTER (WHERE is_free) AS oldest,
             count(*) FILTER (WHERE NOT is_free)::integer AS taken
           FROM (SELECT next_turn_at, coalesce(lease_until <= $1, true) AS is_free FROM inquiries WHERE next_turn_at <= $1) d) t,
       (SELECT json_object_agg(route, payers) AS circuits
        FROM (SELECT route, count(*)::integer AS payers FROM clearinghouse_circuits WHERE open_until > $1 GROUP BY route) r) c`,
    [now],
  );
  const unsealed = await listUnsealed(tx);
  const secondsSince = (at: Date | null | undefined) => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0);
  const oldestUnsealed = unsealed.map(({ oldest }) => oldest).toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    dueTurns: row?.due ?? 0,
    takenTurns: row?.taken ?? 0,
    oldestDueTurnSeconds: secondsSince(row?.oldest),
    openCircuits: row?.circuits ?? {},
    batchRows: row?.batch_rows ?? {},
    auditUnsealedSeconds: secondsSince(oldestUnsealed),
    strandedMails: row?.stranded ?? 0,
    paymentEvents: row?.events ?? 0,
  };
}
