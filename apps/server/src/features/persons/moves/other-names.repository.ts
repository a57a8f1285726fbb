/** A person's other names: those of whoever became part of it (product.md 18.1). */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { closePerson, contentName, openPerson } from '#features/inquiries/linking/person-contents.ts';

/** As they are now, so that undoing a merge takes the name away again. Whoever was split off, and came back, was nobody. */
export async function refreshOtherNames(tx: Tx, keys: OrganizationKeys, personId: string): Promise<void> {
  const rows = await tx.query<{ id: string; content: Buffer }>(
    'contents-of-merged',
    `WITH RECURSIVE mine AS (
       SELECT p.id, p.content FROM persons p WHERE p.organization_id = $1 AND p.id = $2
       UNION ALL
       SELECT p.id, p.content FROM mine JOIN persons p ON p.organization_id = $1 AND p.merged_into = mine.id
       WHERE EXISTS (
         SELECT FROM person_moves m
         WHERE m.organization_id = $1 AND m.from_id = p.id AND m.to_id = mine.id AND m.kind <> 'split' AND m.undone_at IS NULL)
     )
     SELECT id, content FROM mine`,
    [tx.organizationId, personId],
  );
  const contents = new Map(rows.map(({ id, content }) => [id, openPerson(keys, id, content)]));
  const own = contents.get(personId);
  if (own === undefined) return;
  const names = [...contents.values()].map(contentName).filter((name) => name !== '' && name !== contentName(own));
  await tx.query('set-person-content', 'UPDATE persons SET content = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    personId,
    closePerson(keys, personId, { ...own, other_names: [...new Set(names)].toSorted() }),
  ]);
}
