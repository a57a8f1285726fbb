/** What the next questions learn from an attempt that failed: circuits open, and batches and plans ask more slowly (product.md 11.5, 19.4). */
import type { AttemptOutcome, Route } from '@coverlight/domain/inquiries/attempt.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { noteFailure } from './circuits.repository.ts';
import { slowPace } from './paces.repository.ts';

const COMMUNICATION_FAILURES: ReadonlySet<AttemptOutcome> = new Set(['no-answer', 'unreachable', 'uncertain']);
/** The payer cannot respond, or the clearinghouse has too much. */
const TOO_MUCH: ReadonlySet<AttemptOutcome> = new Set(['no-answer', 'unavailable']);

export async function noteTrouble(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { payerId, route, outcome, now }: { payerId: string; route: Route; outcome: AttemptOutcome; now: Date },
): Promise<void> {
  const isOpen = COMMUNICATION_FAILURES.has(outcome) && (await noteFailure(tx, payerId, route, now));
  if (isOpen || TOO_MUCH.has(outcome)) await slowPace(tx, payerId, route, config.batchPerSecond, now);
}
