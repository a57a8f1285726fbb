/** Keeping the sandbox's memory over a restart, so that what the product remembers still exists at its payment vendor. */
import { deserialize, serialize } from 'node:v8';
import { scheduleExpiry } from './checkout.ts';
import { scheduleRetry } from './invoice-payment.ts';
import { scheduleFinalization } from './invoices.ts';
import { apiVersion, objectKinds, type StripeState } from './state.ts';
import { scheduleCycle } from './subscription-cycle.ts';
import { scheduleIncompleteExpiry } from './subscription-start.ts';

/** Raised when the form of stored objects changes: a snapshot of another form is not read. */
const form = `${apiVersion} 1`;

export type SnapshotStorage = {
  /** The snapshot of an earlier run, if there is one. */
  read(): Uint8Array | undefined;
  write(snapshot: Uint8Array): void;
};

export function takeSnapshot(state: StripeState): Uint8Array {
  return serialize({ form, objects: Object.fromEntries(objectKinds.map((kind) => [kind, state[kind]])) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Fills an empty state and sets what falls due from then on. Returns false, and changes nothing, for a snapshot of another form. */
export function restoreSnapshot(state: StripeState, snapshot: Uint8Array): boolean {
  const stored: unknown = deserialize(snapshot);
  if (!isRecord(stored) || stored['form'] !== form || !isRecord(stored['objects'])) return false;
  for (const kind of objectKinds) {
    const target: Map<string, unknown> = state[kind];
    const source = stored['objects'][kind];
    if (!(source instanceof Map)) return false;
    for (const [id, one] of source) target.set(String(id), one);
  }
  scheduleAll(state);
  return true;
}

function scheduleAll(state: StripeState): void {
  for (const record of state.subscriptions.values()) {
    const { status, ended_at: endedAt } = record.object;
    if (endedAt !== null || status === 'paused') continue;
    scheduleCycle(state, record);
    if (status === 'incomplete') scheduleIncompleteExpiry(state, record);
  }
  for (const invoice of state.invoices.values()) {
    const finalizesAt = invoice.automatically_finalizes_at;
    if (invoice.status === 'draft' && finalizesAt !== null) scheduleFinalization(state, invoice, finalizesAt);
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null) scheduleRetry(state, invoice, invoice.next_payment_attempt);
  }
  for (const stored of state.checkouts.values()) {
    if (stored.session.status === 'open') scheduleExpiry(state, stored);
  }
}
