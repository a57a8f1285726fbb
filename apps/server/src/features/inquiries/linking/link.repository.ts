/** Which person a check is given, in one round trip each; what decides is in db/functions (product.md 18.2). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { keysOf, swapDoubt } from '@coverlight/domain/persons/person-keys.ts';
import { returnedKeys, typedIdentity } from '@coverlight/domain/persons/returned-identity.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { closePerson, contentOf } from '#features/inquiries/linking/person-contents.ts';
import { digestsOf, soughtDigests } from './person-digests.ts';

export interface LinkInput {
  inquiryId: string;
  /** Of the person that is made where none is found. */
  newPersonId: string;
  submission: Submission;
  /** When it was sent; null where it is hidden. */
  sentAt: Date | null;
  now: Date;
}

/** The person's id. One that has a person already keeps it. */
export async function linkInquiry(tx: Tx, keys: OrganizationKeys, input: LinkInput): Promise<string> {
  const { inquiryId, newPersonId, submission, sentAt, now } = input;
  const typed = typedIdentity(submission);
  const { stored, sought } = digestsOf(keys, keysOf(typed));
  const doubt = swapDoubt(typed);
  const [row] = await tx.query<{ person_id: string }>(
    'link-inquiry',
    'SELECT link_inquiry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) AS person_id',
    [
      keys.organizationId,
      inquiryId,
      newPersonId,
      closePerson(keys, newPersonId, contentOf(submission)),
      sentAt,
      now,
      stored.version,
      stored.kinds,
      stored.digests,
      stored.links,
      sought.linking,
      sought.digests,
      sought.kinds,
      sought.scores,
      doubt === null ? [] : soughtDigests(keys, [doubt.first]).digests,
      doubt === null ? [] : soughtDigests(keys, [doubt.asLast]).digests,
    ],
  );
  if (row === undefined) throw new Error('an inquiry was given no person');
  return row.person_id;
}

export interface SettleInput {
  inquiryId: string;
  /** Of the move, should the check join another person. */
  newMoveId: string;
  submission: Submission;
  coverage: Coverage;
  now: Date;
}

/** Adds what the payer returned, where it may be taken for the patient; asks the database nothing where it adds nothing. */
export async function settlePerson(tx: Tx, keys: OrganizationKeys, input: SettleInput): Promise<void> {
  const { inquiryId, newMoveId, submission, coverage, now } = input;
  const added = returnedKeys(submission, coverage);
  if (added === null) return;
  const { stored, sought } = digestsOf(keys, added);
  await tx.query('settle-person', 'SELECT settle_person($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    keys.organizationId,
    inquiryId,
    newMoveId,
    now,
    stored.version,
    stored.kinds,
    stored.digests,
    stored.links,
    sought.linking,
    sought.digests,
    sought.kinds,
    sought.scores,
  ]);
}
