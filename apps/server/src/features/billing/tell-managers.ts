/** Mail to everybody who can do something about the subscription. */
import { accessEndsAt } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';
import type { MailFacts, MailKind } from '#features/mail/mail-templates.ts';
import { queueMail, type MailDeps } from '#features/mail/queue-mail.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { listManagers } from '#features/users/users.repository.ts';
import type { SubscriptionRecord } from './subscriptions.repository.ts';

interface News {
  kind: Extract<MailKind, 'no-subscription' | 'payment-failed' | 'access-ended'>;
  /** Who asked; null where nobody did. */
  personName: string | null;
  /** What is owed for; null where the news is of no debt. */
  subscription: SubscriptionRecord | null;
}

export async function tellManagers(deps: MailDeps, tx: Tx, organizationId: string, news: News): Promise<void> {
  const { name } = await findOrganization(tx, organizationId);
  const facts = {
    organization_name: name,
    ...(news.personName === null ? {} : { person_name: news.personName }),
    ...(news.subscription === null ? {} : debtOf(news.subscription)),
  };
  const { rows: managers } = await listManagers(tx, organizationId, {});
  for (const { email } of managers) await queueMail(deps, tx, { kind: news.kind, to: email, facts });
}

function debtOf(row: SubscriptionRecord): MailFacts {
  const endsAt = accessEndsAt(row.status, row.past_due_since);
  return {
    ...(row.owed_amount === null || row.owed_currency === null ? {} : { owed: moneyWords(row.owed_amount, row.owed_currency) }),
    ...(row.owed_since === null ? {} : { owed_since: dayWords(row.owed_since) }),
    ...(endsAt === null ? {} : { access_ends: dayWords(endsAt) }),
  };
}

const moneyWords = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral);
/** A mail knows no time zone of its reader. */
const dayWords = (at: Date): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(at);
