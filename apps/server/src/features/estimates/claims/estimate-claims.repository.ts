/** What was paid of the claims of an estimate: whose and for which level in clear, all else as ciphertext. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { EstimateClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import type { ComparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { FAMILY } from '../ranges.repository.ts';

export type ClaimAmountsStored = Pick<
  EstimateClaim,
  'from' | 'to' | 'payer' | 'status' | 'billed' | 'allowed' | 'is_allowed_worked_out' | 'paid' | 'patient' | 'lines'
>;

export interface ClaimContent extends ClaimAmountsStored {
  /** The practice's number and the payer's. */
  numbers: string[];
  /** By what its digest is made; null: of a settled comparison. */
  identity: string | null;
  /** By what claims of several payers are one bill, and which of them it is (`remitted-sums.ts`); null: of none. */
  bill: string | null;
  rank: number | null;
  /** By what it is compared with other claims, as it was then. */
  keys: ComparedKeys;
  /** Percent of what was billed that was allowed; null: it tells no range. */
  share: string | null;
}

interface Head {
  id: string;
  estimate_id: string;
  provider_id: string;
  level: CareLevelKey | null;
  origin: EstimateClaim['origin'];
  added_by: string;
  added_at: Date;
}

export interface EstimateClaimRecord extends Head {
  content: ClaimContent;
  adder_name: string;
}

type Stored = Omit<EstimateClaimRecord, 'content'> & { content: Buffer } & Record<string, unknown>;

const contentAt = (id: string) => ({ table: 'estimate_claims', row: id, column: 'content' });
const DIGEST_PURPOSE = 'estimate-claim';
const openContent = (keys: OrganizationKeys, id: string, content: Buffer) => keys.decryptJson(contentAt(id), content) as ClaimContent;
const open = (keys: OrganizationKeys, { content, ...row }: Stored): EstimateClaimRecord => ({
  ...row,
  content: openContent(keys, row.id, content),
});

const SELECT = `SELECT k.id, k.estimate_id, k.provider_id, k.level, k.origin, k.content, k.added_by, k.added_at,
    trim(u.first_name || ' ' || u.last_name) AS adder_name
  FROM estimate_claims k JOIN users u ON u.organization_id = k.organization_id AND u.id = k.added_by`;

/** Of these estimates, as they were added. */
export async function listEstimateClaims(tx: Tx, keys: OrganizationKeys, estimateIds: readonly string[]): Promise<EstimateClaimRecord[]> {
  const rows = await tx.query<Stored>(
    'list-estimate-claims',
    `${SELECT} WHERE k.organization_id = $1 AND k.estimate_id = ANY ($2) ORDER BY k.added_at, k.id`,
    [keys.organizationId, estimateIds],
  );
  return rows.map((row) => open(keys, row));
}

export async function findEstimateClaim(tx: Tx, keys: OrganizationKeys, id: string): Promise<EstimateClaimRecord | null> {
  const [row] = await tx.query<Stored>('find-estimate-claim', `${SELECT} WHERE k.organization_id = $1 AND k.id = $2`, [
    keys.organizationId,
    id,
  ]);
  return row === undefined ? null : open(keys, row);
}

/** Of all estimates of the organization, by what they were made from; in whatever order. */
export async function findClaimsByIdentity(
  tx: Tx,
  keys: OrganizationKeys,
  identities: readonly string[],
): Promise<Map<string, EstimateClaimRecord>> {
  const digests = identities.flatMap((identity) => keys.digestsToFind(DIGEST_PURPOSE, identity));
  const rows = await tx.query<Stored>(
    'find-claims-by-identity',
    `${SELECT} WHERE k.organization_id = $1 AND k.claim_digest = ANY ($2::bytea[])`,
    [keys.organizationId, digests],
  );
  return new Map(
    rows
      .map((row) => open(keys, row))
      .flatMap((claim) => (claim.content.identity === null ? [] : [[claim.content.identity, claim] as const])),
  );
}

export interface NewEstimateClaim extends Head {
  payer_id: string;
  content: ClaimContent;
}

/** False where a claim of this number is stored already. */
export async function insertEstimateClaim(tx: Tx, keys: OrganizationKeys, claim: NewEstimateClaim): Promise<boolean> {
  const { identity } = claim.content;
  const rows = await tx.query(
    'insert-estimate-claim',
    `INSERT INTO estimate_claims (organization_id, id, estimate_id, provider_id, payer_id, level, origin, claim_digest, content, added_by, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id`,
    [
      keys.organizationId,
      claim.id,
      claim.estimate_id,
      claim.provider_id,
      claim.payer_id,
      claim.level,
      claim.origin,
      identity === null ? null : keys.digest(DIGEST_PURPOSE, identity),
      keys.encryptJson(contentAt(claim.id), claim.content),
      claim.added_by,
      claim.added_at,
    ],
  );
  return rows.length > 0;
}

export async function deleteEstimateClaim(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.query('delete-estimate-claim', 'DELETE FROM estimate_claims WHERE organization_id = $1 AND id = $2', [organizationId, id]);
}

/** The newest that count for a level of the payer, as it stands for merged ones; those that tell no share are left out. */
export async function listClaimsOfLevel(
  tx: Tx,
  keys: OrganizationKeys,
  { payerId, level, limit }: { payerId: string; level: CareLevelKey; limit: number },
): Promise<{ content: ClaimContent; addedAt: Date }[]> {
  const rows = await tx.query<{ id: string; content: Buffer; added_at: Date }>(
    'list-claims-of-level',
    `SELECT k.id, k.content, k.added_at FROM estimate_claims k
     WHERE k.organization_id = $1 AND k.level = $3 AND k.payer_id IN (
       SELECT p.id FROM payers p WHERE coalesce(p.parent_id, p.id) = (SELECT coalesce(a.parent_id, a.id) FROM payers a WHERE a.id = $2))
     ORDER BY k.added_at DESC, k.id DESC LIMIT $4`,
    [keys.organizationId, payerId, level, limit],
  );
  return rows
    .map(({ id, content, added_at: addedAt }) => ({ content: openContent(keys, id, content), addedAt }))
    .filter(({ content }) => content.share !== null);
}

/** Which of these numbers uploads of past claims of the payer hold, too: another payer's may be the same by chance. */
export async function findUploadedNumbers(tx: Tx, payerId: string, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await tx.query<{ number: string }>(
    'find-uploaded-claims',
    `SELECT find_uploaded_claims(ARRAY(SELECT f.id::text FROM (${FAMILY}) f), $2::text[]) AS number`,
    [payerId, numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

/** From `from` on, locked: their digests are made anew where another key counts by now. */
export async function lockClaimDigests(
  tx: Tx,
  keys: OrganizationKeys,
  { from, limit }: { from: string; limit: number },
): Promise<{ id: string; identity: string | null; digest: Buffer }[]> {
  const rows = await tx.query<{ id: string; content: Buffer; claim_digest: Buffer }>(
    'lock-claim-digests',
    `SELECT k.id, k.content, k.claim_digest FROM estimate_claims k
     WHERE k.organization_id = $1 AND k.id > $2 AND k.claim_digest IS NOT NULL ORDER BY k.id LIMIT $3 FOR UPDATE`,
    [keys.organizationId, from, limit],
  );
  return rows.map(({ id, content, claim_digest: digest }) => ({ id, identity: openContent(keys, id, content).identity, digest }));
}

export async function moveClaimDigest(tx: Tx, keys: OrganizationKeys, id: string, identity: string): Promise<void> {
  await tx.query('move-claim-digest', 'UPDATE estimate_claims SET claim_digest = $3 WHERE organization_id = $1 AND id = $2', [
    keys.organizationId,
    id,
    keys.digest(DIGEST_PURPOSE, identity),
  ]);
}

export const digestOfClaim = (keys: OrganizationKeys, identity: string): Buffer => keys.digest(DIGEST_PURPOSE, identity);
