/** What an organization's inbox takes (product.md 18.5). */
import type { InboxSettings } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { Tx } from '#db/client.ts';

export async function readInboxSettings(tx: Tx): Promise<InboxSettings> {
  const [row] = await tx.query<InboxSettings & Record<string, unknown>>(
    'inbox-settings',
    'SELECT inbox_ends_soon_days AS ends_soon_days, inbox_muted_codes AS muted_codes FROM organizations WHERE id = $1',
    [tx.organizationId],
  );
  if (row === undefined) throw new Error('A transaction of an organization that is not there.');
  return row;
}

export async function writeInboxSettings(tx: Tx, settings: InboxSettings, now: Date): Promise<void> {
  await tx.query(
    'write-inbox-settings',
    'UPDATE organizations SET inbox_ends_soon_days = $2, inbox_muted_codes = $3, updated_at = $4 WHERE id = $1',
    [tx.organizationId, settings.ends_soon_days, settings.muted_codes, now],
  );
}
