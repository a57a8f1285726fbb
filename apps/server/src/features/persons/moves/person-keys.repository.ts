/** Keys of persons made anew from what their checks say: after checks were moved, and when the search key changes (product.md 18.2). */
import { isLinkingKind, keysOf, type PersonKey } from '@coverlight/domain/persons/person-keys.ts';
import { returnedKeys, typedIdentity } from '@coverlight/domain/persons/returned-identity.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { soughtDigests, storedDigests } from '#features/inquiries/linking/person-digests.ts';

export interface CheckKeys {
  inquiryId: string;
  personId: string;
  linkedAt: Date;
  stored: PersonKey[];
  sought: PersonKey[];
}

interface Row {
  inquiry_id: string;
  person_id: string;
  linked_at: Date;
  links_returned: boolean;
  submission: Buffer;
  coverage: Buffer | null;
}

/** Of every check of these persons, hidden ones, too; the oldest first. */
export async function readCheckKeys(tx: Tx, keys: OrganizationKeys, personIds: readonly string[]): Promise<CheckKeys[]> {
  const rows = await tx.query<Row & Record<string, unknown>>(
    'contents-of-persons',
    `SELECT n.inquiry_id, n.person_id, n.linked_at, n.links_returned, c.submission, c.coverage FROM person_inquiries n
     JOIN inquiry_contents c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id
     WHERE n.organization_id = $1 AND n.person_id = ANY ($2) ORDER BY n.inquiry_id`,
    [keys.organizationId, personIds],
  );
  return rows.map(({ inquiry_id: inquiryId, person_id: personId, linked_at: linkedAt, ...row }) => {
    const submission = openContent(keys, inquiryId, 'submission', row.submission);
    if (submission === null) throw new Error('A check without a submission.');
    const typed = keysOf(typedIdentity(submission));
    const coverage = openContent(keys, inquiryId, 'coverage', row.coverage);
    const returned = coverage === null ? null : returnedKeys(submission, coverage);
    const mayKeep = ({ kind }: PersonKey) => row.links_returned || !isLinkingKind(kind);
    return {
      inquiryId,
      personId,
      linkedAt,
      stored: [...typed.stored, ...(returned?.stored.filter(mayKeep) ?? [])],
      sought: [...typed.sought, ...(returned?.sought.filter(mayKeep) ?? [])],
    };
  });
}

/**
 * The persons must be locked. A key that links by itself, and that two persons have, links nobody any more; one that a single person is left
 * with links again.
 */
export async function rebuildKeys(
  tx: Tx,
  keys: OrganizationKeys,
  personIds: readonly string[],
  checks?: readonly CheckKeys[],
): Promise<void> {
  const rows = (checks ?? (await readCheckKeys(tx, keys, personIds))).flatMap(({ inquiryId, personId, stored }) => {
    const { version, kinds, digests } = storedDigests(keys, stored);
    return stored.map((key, at) => ({ inquiryId, personId, version, key, digest: digests[at], kind: kinds[at] }));
  });
  const dropped = await tx.query<{ digest: Buffer }>(
    'drop-person-keys',
    'DELETE FROM person_keys WHERE organization_id = $1 AND person_id = ANY ($2) RETURNING digest',
    [keys.organizationId, personIds],
  );
  await tx.query(
    'insert-person-keys',
    `INSERT INTO person_keys (organization_id, digest, person_id, kind, is_linking, key_version, inquiry_id)
     SELECT $1, e.digest, e.person_id, e.kind, false, e.version, e.inquiry_id
     FROM unnest($2::bytea[], $3::text[], $4::text[], $5::integer[], $6::text[]) AS e (digest, person_id, kind, version, inquiry_id)
     ON CONFLICT (organization_id, digest, person_id) DO NOTHING`,
    [
      keys.organizationId,
      rows.map(({ digest }) => digest),
      rows.map(({ personId }) => personId),
      rows.map(({ kind }) => kind),
      rows.map(({ version }) => version),
      rows.map(({ inquiryId }) => inquiryId),
    ],
  );
  // While the search key changes, another person may still have the same key under another version.
  const same = rows.flatMap(({ key, digest }) =>
    isLinkingKind(key.kind) ? soughtDigests(keys, [key]).linking.map((alias) => ({ digest, alias })) : [],
  );
  await flagLinking(tx, keys, [...dropped.map(({ digest }) => ({ digest, alias: digest })), ...same]);
}

async function flagLinking(tx: Tx, keys: OrganizationKeys, same: readonly { digest: Buffer | undefined; alias: Buffer }[]): Promise<void> {
  const isShared = `EXISTS (
       SELECT FROM unnest($2::bytea[], $3::bytea[]) AS e (digest, alias)
       JOIN person_keys o ON o.organization_id = k.organization_id AND o.digest = e.alias
       WHERE e.digest = k.digest AND o.person_id <> k.person_id)`;
  // First those that stop, lest the index finds two.
  for (const [name, wanted] of [
    ['unflag', false],
    ['flag', true],
  ] as const) {
    await tx.query(
      `${name}-linking-keys`,
      `UPDATE person_keys k SET is_linking = $4
       WHERE k.organization_id = $1 AND k.digest = ANY ($2) AND k.kind IN ('external', 'id_dob_first') AND k.is_linking <> $4
         AND ${wanted ? 'NOT ' : ''}${isShared}`,
      [keys.organizationId, same.map(({ digest }) => digest), same.map(({ alias }) => alias), wanted],
    );
  }
}

/** Proposes whoever shares a key with the person as its checks are now. */
export async function proposeFor(
  tx: Tx,
  keys: OrganizationKeys,
  personId: string,
  { checks, now }: { checks: readonly CheckKeys[]; now: Date },
): Promise<void> {
  const sought = new Map(checks.flatMap((check) => check.sought).map((key) => [`${key.kind}|${key.value}`, key]));
  const { digests, kinds, scores } = soughtDigests(keys, [...sought.values()]);
  await tx.query('propose-persons', 'SELECT propose_persons($1, $2, $3, $4, $5, $6)', [
    keys.organizationId,
    personId,
    now,
    digests,
    kinds,
    scores,
  ]);
}
