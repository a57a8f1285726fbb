/** How a payer answered everybody, as much of it as a practice may know (product.md 15.6). */
import type { PayerAnswers } from '@coverlight/domain/payers/payer-expectation.ts';
import type { Tx } from '#db/client.ts';

const DAYS = 7;
/** A question that waits longer is on its way to being late. */
const PATIENCE_SECONDS = 60;

export async function findPayerAnswers(tx: Tx, payerId: string, now: Date): Promise<PayerAnswers> {
  const [row] = await tx.query<PayerAnswers & Record<string, unknown>>(
    'find-payer-answers',
    'SELECT * FROM find_payer_answers($1, $2::timestamptz - make_interval(days => $3), $2, make_interval(secs => $4))',
    [payerId, now, DAYS, PATIENCE_SECONDS],
  );
  if (row === undefined) throw new Error('an aggregate has no row');
  return row;
}

/** Service types go in and out of use slowly. */
const SERVICE_DAYS = 90;
/** Fewer silences say nothing of the payer: one patient's plan may just lack the service. */
const ENOUGH_SILENCES = 3;

/** Service types that the payer takes and never answers about. */
export async function listSilentServices(tx: Tx, payerId: string, now: Date): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    'list-silent-services',
    'SELECT code FROM find_silent_services($1, $2::timestamptz - make_interval(days => $3), $4)',
    [payerId, now, SERVICE_DAYS, ENOUGH_SILENCES],
  );
  return rows.map(({ code }) => code);
}
