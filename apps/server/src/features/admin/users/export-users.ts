/** People of every organization as CSV (docs/product.md 15.8). */
import type { Member } from '@coverlight/contract/users/user.schema.ts';
import type { Database } from '#db/client.ts';
import { csvLine } from '#http/csv.ts';
import { listUsersAfter } from './admin-users.repository.ts';

const PAGE = 1000;
const HEADINGS = [
  'Id',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Organization',
  'Level',
  'Active',
  'Reimbursement estimates',
  'Last login (UTC)',
  'Terms accepted (UTC)',
];

/** A page at a time, each in a transaction of its own, however many there are. */
export async function* userLines(db: Database): AsyncGenerator<string> {
  yield csvLine(HEADINGS);
  for (let last = ''; ;) {
    const after = last;
    const users = await db.asAdmin(async (tx) => await listUsersAfter(tx, after, PAGE));
    if (users.length > 0) yield users.map((user) => csvLine(cellsOf(user))).join('');
    last = users.at(-1)?.id ?? '';
    if (users.length < PAGE) return;
  }
}

const cellsOf = (user: Member): string[] => [
  user.id,
  user.first_name,
  user.last_name,
  user.email ?? '',
  user.phone ?? '',
  user.organization?.name ?? '',
  levelOf(user),
  user.is_active === true ? 'yes' : 'no',
  user.membership?.perm_reimbursements === true ? 'yes' : 'no',
  user.last_login ?? '',
  user.tos_accepted_at ?? '',
];

function levelOf({ is_admin, membership }: Member): string {
  if (is_admin === true) return 'admin';
  if (membership?.is_manager === true) return 'manager';
  return membership?.is_restricted === true ? 'restricted user' : 'standard user';
}
