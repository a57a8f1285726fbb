/** A person as its viewer may see it: through checks that are not hidden and, of a restricted user, its own (product.md 18.1). */
import type { PersonCheck } from '@coverlight/domain/persons/person-page.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { forbidden } from '#http/app-error.ts';
import type { Scope, Viewer } from '#http/viewer.ts';
import { listChecksOf } from './person-checks.repository.ts';
import { findPerson, type PersonRecord } from './persons.repository.ts';

export interface VisiblePerson extends PersonRecord {
  /** The newest first; never empty. */
  checks: PersonCheck[];
}

/** Null where there is none, and where none of its checks may be seen: both look alike. Of one that was merged: what it became part of. */
export async function findVisiblePerson(tx: Tx, keys: OrganizationKeys, scope: Scope, id: string): Promise<VisiblePerson | null> {
  const person = await findPerson(tx, id);
  if (person === null) return null;
  const checks = (await listChecksOf(tx, keys, scope, [person.id])).get(person.id);
  return checks === undefined ? null : { ...person, checks };
}

/** Who belongs to whom is decided by those who see all checks. */
export function refuseRestricted(viewer: Viewer): void {
  if (viewer.isRestricted) throw forbidden();
}
