/** Notes of a case: added, never changed. */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import { noteAt } from './case-places.ts';

export interface CaseNoteRecord {
  id: string;
  case_id: string;
  user_id: string;
  user_name: string;
  text: string;
  mentions: { id: string; name: string }[];
  created_at: Date;
}

/** Newest first. */
export async function listCaseNotes(
  tx: Tx,
  keys: OrganizationKeys,
  caseId: string,
  limits: Limits,
): Promise<{ rows: CaseNoteRecord[]; total: number }> {
  const rows = await tx.query<Omit<CaseNoteRecord, 'text'> & { text: Buffer }>(
    'list-case-notes',
    `SELECT n.id, n.case_id, n.user_id, trim(u.first_name || ' ' || u.last_name) AS user_name, n.text, n.created_at,
       coalesce((SELECT json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name)) ORDER BY m.last_name, m.id)
         FROM users m WHERE m.organization_id = n.organization_id AND m.id = ANY (n.mentions)), '[]') AS mentions
     FROM case_notes n JOIN users u ON u.organization_id = n.organization_id AND u.id = n.user_id
     WHERE n.organization_id = $1 AND n.case_id = $2 ORDER BY n.created_at DESC, n.id DESC LIMIT $3 OFFSET $4`,
    [keys.organizationId, caseId, limits.limit, limits.offset],
  );
  const opened = rows.map((row) => ({ ...row, text: keys.decryptText(noteAt(row.id), row.text) }));
  return { rows: opened, total: totalOfPage(opened.length, limits) ?? (await countCaseNotes(tx, keys.organizationId, caseId)) };
}

async function countCaseNotes(tx: Tx, organizationId: string, caseId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'count-case-notes',
    'SELECT count(*)::int AS count FROM case_notes WHERE organization_id = $1 AND case_id = $2',
    [organizationId, caseId],
  );
  return row?.count ?? 0;
}

export interface NewCaseNote {
  id: string;
  caseId: string;
  userId: string;
  text: string;
  mentions: readonly string[];
  now: Date;
}

export async function insertCaseNote(tx: Tx, keys: OrganizationKeys, note: NewCaseNote): Promise<void> {
  await tx.query(
    'insert-case-note',
    'INSERT INTO case_notes (organization_id, id, case_id, user_id, text, mentions, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [keys.organizationId, note.id, note.caseId, note.userId, keys.encryptText(noteAt(note.id), note.text), note.mentions, note.now],
  );
}

export interface Colleague {
  id: string;
  email: string;
  is_restricted: boolean;
}

/** Active members among the ids given. */
export async function findColleagues(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Colleague[]> {
  return await tx.query<Colleague & Record<string, unknown>>(
    'find-colleagues',
    'SELECT id, email, is_restricted FROM users WHERE organization_id = $1 AND id = ANY ($2) AND is_active',
    [organizationId, ids],
  );
}
