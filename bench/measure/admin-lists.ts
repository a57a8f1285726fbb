/** One page of each of the admin's lists, beside a bare handler that reads as many rows of the same table in the same order. */
import type { ApiClient } from '../product/client.ts';
import { median, timeInTurns } from './clients.ts';
import type { Comparison } from './comparison.ts';

const BOUND = 5;
const TURNS = { clients: 2, callsEach: 4, turns: 5 };

/** Named as the bare handler knows it, with the calls of ours that are compared to it. */
export const ADMIN_LISTS: readonly { list: string; sql: string; calls: readonly string[] }[] = [
  {
    list: 'organizations',
    sql: `SELECT o.*, s.status, s.past_due_since FROM organizations o LEFT JOIN subscriptions s ON s.organization_id = o.id ORDER BY lower(o.name), o.id LIMIT 50`,
    calls: ['', '&q=practice+1', '&sort=-created_at', '&page=50'],
  },
  {
    list: 'users',
    sql: `SELECT u.*, o.name FROM users u JOIN organizations o ON o.id = u.organization_id ORDER BY lower(u.first_name || ' ' || u.last_name), u.id LIMIT 50`,
    calls: ['', '&q=person123', '&sort=email'],
  },
  {
    list: 'invites',
    sql: `SELECT i.*, o.name FROM invites i JOIN organizations o ON o.id = i.organization_id ORDER BY i.created_at DESC, i.id LIMIT 50`,
    calls: ['', '&q=guest12'],
  },
  {
    list: 'providers',
    sql: `SELECT p.*, o.name FROM providers p JOIN organizations o ON o.id = p.organization_id ORDER BY lower(p.name), p.id LIMIT 50`,
    calls: ['', '&q=facility+12', '&sort=organization'],
  },
  {
    list: 'payers',
    sql: `SELECT * FROM payers ORDER BY lower(name), id LIMIT 50`,
    calls: ['', '&q=payer+12', '&sort=-updated_at'],
  },
  {
    list: 'reimbursements',
    sql: `SELECT r.*, y.name FROM reimbursements r JOIN payers y ON y.id = r.payer_id ORDER BY r.id DESC LIMIT 50`,
    calls: ['', '&employer_name=mill+12', '&alpha_prefix=QM1', '&sort=dtx', '&sort=-dtx', '&sort=php'],
  },
  {
    list: 'inquiries',
    sql: `SELECT i.*, o.name AS organization_name, c.submission, y.name, u.last_name, p.name AS provider_name FROM
      (SELECT * FROM inquiries ORDER BY created_at DESC, id DESC LIMIT 15) i JOIN organizations o ON o.id = i.organization_id
      LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id JOIN payers y ON y.id = i.payer_id
      JOIN users u ON u.id = i.user_id JOIN providers p ON p.id = i.provider_id`,
    calls: [
      '',
      '&status=pending,complete,max-retry,unknown,expired,cancel,draft',
      '&patient_last_name=measured',
      '&patient_first_name=fen&patient_last_name=meas',
      '&member_id=BNC1',
      '&patient_dob=1979-11-23',
      '&patient_last_name=nobody',
      '&patient_last_name=nobody*',
      '&payer_name=bench',
    ],
  },
  {
    list: 'audit',
    sql: `SELECT a.*, o.name, u.last_name FROM (SELECT * FROM audit_events ORDER BY at DESC, id DESC LIMIT 50) a
      JOIN organizations o ON o.id = a.organization_id LEFT JOIN users u ON u.id = a.actor_user_id`,
    calls: [
      '',
      '&kind=printed',
      `&user_id=U000000000000000000000012C`,
      '&action=payer.merge',
      '&organization_id=H000000000000000000000012C',
    ],
  },
];

/** Another name at each call, in place of a *: nothing can be known of it from the call before. */
const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

export async function compareAdminLists(
  admin: ApiClient,
  productUrl: string,
  bareCall: (path: string) => Promise<void>,
): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const { list, calls } of ADMIN_LISTS) {
    const limit = list === 'inquiries' ? 15 : 50;
    for (const query of calls) {
      let asked = 0;
      const ours = async () => {
        asked += 1;
        const path = `/admin/${list}?limit=${limit}${query.includes('page=') ? '' : '&page=1'}${query.replace('*', lettersOf(asked))}`;
        const reply = await admin.call(productUrl, path);
        if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      };
      await ours();
      const times = await timeInTurns(TURNS, ours, async () => await bareCall(`/lists/${list}`));
      found.push({ name: `admin ${list}${query}`, oursMs: median(times.ours), bareMs: median(times.bare), bound: BOUND });
    }
  }
  return found;
}
