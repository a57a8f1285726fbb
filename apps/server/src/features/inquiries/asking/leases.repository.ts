/** Which process runs the turns of an inquiry, and for how long unless renewed; and which turns are due (product.md 11.4). */
import type { PlannedPart } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import type { Tx } from '#db/client.ts';

/** How a sent inquiry is asked, and by whom first. */
export interface Asking {
  plan: readonly PlannedPart[];
  /** Null: nobody yet; its first turn is due at `leaseUntil`. */
  owner: string | null;
  leaseUntil: Date;
  /** Until then the sender waits; null where nobody does. */
  waitsUntil: Date | null;
}

/** Of a draft that was sent. */
export async function planAsking(tx: Tx, inquiryId: string, { plan, owner, leaseUntil, waitsUntil }: Asking): Promise<void> {
  await tx.query(
    'plan-asking',
    `UPDATE inquiries SET ask_plan = $3, lease_owner = $4, lease_until = $5, next_turn_at = $5, waits_until = $6
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, inquiryId, JSON.stringify(plan), owner, leaseUntil, waitsUntil],
  );
}

export interface DueTurn {
  organizationId: string;
  inquiryId: string;
  payerId: string;
}

/** What a look leaves out: payers that are busy, and what the process holds and could not renew in time. */
export interface Without {
  payers: readonly string[];
  held: readonly string[];
}

/**
 * Inquiries that somebody at a desk sent, of every organization, whose next turn has come, ids only: oldest first, but one of each
 * organization at each payer before a second one of them.
 */
export async function findDueTurns(tx: Tx, now: Date, limit: number, without: Without): Promise<DueTurn[]> {
  return await tx.query<DueTurn & Record<string, unknown>>(
    'find-desk-turns',
    `SELECT organization_id AS "organizationId", inquiry_id AS "inquiryId", payer_id AS "payerId" FROM find_desk_turns($1, $2, $3, $4)`,
    [now, limit, without.payers, without.held],
  );
}

/** Of one payer at one clearinghouse, by all processes together: a payer that is flooded shuts out everybody (product.md 19.4). */
const AT_ONCE_OF_A_PAYER = 5;

/** The same of batches and plans, whose leases `owner` holds from now on. */
export async function takeBackgroundTurns(
  tx: Tx,
  lease: { owner: string; now: Date; until: Date },
  limit: number,
  without: Without,
): Promise<DueTurn[]> {
  return await tx.query<DueTurn & Record<string, unknown>>(
    'take-background-turns',
    `SELECT organization_id AS "organizationId", inquiry_id AS "inquiryId", payer_id AS "payerId"
     FROM take_background_turns($1, $2, $3, $4, $5, $6, $7)`,
    [lease.now, lease.owner, lease.until, limit, AT_ONCE_OF_A_PAYER, without.payers, without.held],
  );
}

/** True where its turn has come and `owner` now holds it: nobody else takes it up until `until`, unless renewed. */
export async function takeLease(tx: Tx, inquiryId: string, owner: string, now: Date, until: Date): Promise<boolean> {
  const rows = await tx.query(
    'take-lease',
    `UPDATE inquiries SET lease_owner = $3, lease_until = $5
     WHERE organization_id = $1 AND id = $2 AND next_turn_at <= $4 AND (lease_until IS NULL OR lease_until <= $4) RETURNING 1`,
    [tx.organizationId, inquiryId, owner, now, until],
  );
  return rows.length > 0;
}

/**
 * Which of these `owner` still holds; the others were overtaken or have ended meanwhile: their worker stops. One that is being written just
 * now is left to the next time, lest two that wait for each other's rows block each other.
 */
export async function renewLeases(tx: Tx, inquiryIds: readonly string[], owner: string, until: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'renew-leases',
    `WITH held AS (
       SELECT id FROM inquiries WHERE organization_id = $1 AND id = ANY ($2::text[]) AND lease_owner = $3 AND next_turn_at IS NOT NULL
     ), free AS (
       SELECT id FROM inquiries WHERE organization_id = $1 AND id = ANY ($2::text[]) AND lease_owner = $3 AND next_turn_at IS NOT NULL
       FOR NO KEY UPDATE SKIP LOCKED
     ), renewed AS (
       UPDATE inquiries i SET lease_until = $4 FROM free WHERE i.organization_id = $1 AND i.id = free.id
     )
     SELECT id FROM held`,
    [tx.organizationId, inquiryIds, owner, until],
  );
  return rows.map(({ id }) => id);
}

/** Nothing changes where it was overtaken. */
export async function releaseLease(tx: Tx, inquiryId: string, owner: string): Promise<void> {
  await tx.query(
    'release-lease',
    'UPDATE inquiries SET lease_owner = NULL, lease_until = NULL WHERE organization_id = $1 AND id = $2 AND lease_owner = $3',
    [tx.organizationId, inquiryId, owner],
  );
}

/** Where a turn has failed: lets go of the lease, and whoever waits hears that it takes long. The end of its time is a turn, too. */
export async function postponeTurn(tx: Tx, inquiryId: string, owner: string, nextTurnAt: Date): Promise<void> {
  await tx.query(
    'postpone-turn',
    `UPDATE inquiries SET lease_owner = NULL, lease_until = NULL, next_turn_at = least($4, deadline_at),
       status = CASE WHEN status = 'pending' THEN 'max-retry' ELSE status END
     WHERE organization_id = $1 AND id = $2 AND lease_owner = $3 AND next_turn_at IS NOT NULL`,
    [tx.organizationId, inquiryId, owner, nextTurnAt],
  );
}
