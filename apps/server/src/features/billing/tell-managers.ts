/** Mail to everybody who can do something about the subscription. */
import type { Tx } from '#db/client.ts';
import type { MailKind } from '#features/mail/mail-templates.ts';
import { queueMail, type MailDeps } from '#features/mail/queue-mail.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { listManagers } from '#features/users/users.repository.ts';

interface News {
  kind: Extract<MailKind, 'no-subscription' | 'payment-failed'>;
  /** Who asked; null where nobody did. */
  personName: string | null;
}

export async function tellManagers(deps: MailDeps, tx: Tx, organizationId: string, { kind, personName }: News): Promise<void> {
  const { name } = await findOrganization(tx, organizationId);
  const facts = { organization_name: name, ...(personName === null ? {} : { person_name: personName }) };
  const { rows: managers } = await listManagers(tx, organizationId, {});
  for (const { email } of managers) await queueMail(deps, tx, { kind, to: email, facts });
}
