/** Which inquiry a request's Idempotency-Key led to. Key and body are kept as keyed digests: they come from a form about a patient. */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';

export interface IdempotentRequest {
  userId: string;
  key: string;
  /** Canonical text of the body. */
  body: string;
}

const PURPOSE = { key: 'idempotency-key', body: 'idempotency-body' } as const;

/** Until the transaction ends, nobody else may look whether this key is free: of two equal requests the second finds the first one's inquiry. */
export async function lockIdempotencyKey(tx: Tx, keys: OrganizationKeys, request: IdempotentRequest): Promise<void> {
  const lock = keys.digest(PURPOSE.key, `${request.userId}|${request.key}`).readBigInt64BE();
  await tx.query('lock-idempotency-key', 'SELECT pg_advisory_xact_lock($1::bigint)', [lock.toString()]);
}

/** Null where the key is free: never used, or before `since`. `isSameBody` false: another request used it. */
export async function findIdempotentInquiry(
  tx: Tx,
  keys: OrganizationKeys,
  request: IdempotentRequest,
  since: Date,
): Promise<{ inquiryId: string; isSameBody: boolean } | null> {
  const [row] = await tx.query<{ inquiry_id: string; body_digest: Buffer }>(
    'find-idempotent-inquiry',
    `SELECT inquiry_id, body_digest FROM idempotency_keys
     WHERE organization_id = $1 AND user_id = $2 AND key_digest = ANY ($3::bytea[]) AND created_at > $4`,
    [keys.organizationId, request.userId, keys.digestsToFind(PURPOSE.key, request.key), since],
  );
  if (row === undefined) return null;
  const isSameBody = keys.digestsToFind(PURPOSE.body, request.body).some((digest) => digest.equals(row.body_digest));
  return { inquiryId: row.inquiry_id, isSameBody };
}

/**
 * Binds the key, in the transaction that writes the inquiry. False where another request holds it, which may have been in another
 * process a moment ago: roll back and look it up.
 */
export async function bindIdempotencyKey(
  tx: Tx,
  keys: OrganizationKeys,
  request: IdempotentRequest,
  bound: { inquiryId: string; now: Date; since: Date },
): Promise<boolean> {
  const rows = await tx.query(
    'bind-idempotency-key',
    `INSERT INTO idempotency_keys AS k (organization_id, user_id, key_digest, body_digest, inquiry_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organization_id, user_id, key_digest) DO UPDATE
       SET body_digest = excluded.body_digest, inquiry_id = excluded.inquiry_id, created_at = excluded.created_at
       WHERE k.created_at <= $7
     RETURNING 1`,
    [
      keys.organizationId,
      request.userId,
      keys.digest(PURPOSE.key, request.key),
      keys.digest(PURPOSE.body, request.body),
      bound.inquiryId,
      bound.now,
      bound.since,
    ],
  );
  return rows.length > 0;
}
