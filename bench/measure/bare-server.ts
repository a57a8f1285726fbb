/** What the product is measured against: Fastify and pg with nothing around them. A process of its own, as the product is. */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Pool, types } from 'pg';
import type { MeasuredList } from './compare-lists.ts';
import { readRows, writeRows } from './rows.ts';

// Read back as the text they came as, so that what was read can be written again.
for (const oid of [types.builtins.JSON, types.builtins.JSONB, types.builtins.TIMESTAMPTZ, types.builtins.DATE]) {
  types.setTypeParser(oid, (text) => text);
}
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();
let model: { id: string; tables: Awaited<ReturnType<typeof readRows>> } | null = null;

const newId = () => randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26);

/** Whose rows POST /submissions writes again. */
app.post<{ Body: { id: string } }>('/model', async ({ body: { id } }) => {
  model = { id, tables: await readRows(pool, id) };
  return Object.fromEntries(model.tables.map(({ table, rows }) => [table, rows.length]));
});

app.post('/submissions', async (_request, reply) => {
  if (model === null) throw new Error('There is no model yet.');
  const id = newId();
  const client = await pool.connect();
  try {
    await writeRows(client, model.tables, model.id, id);
  } finally {
    client.release();
  }
  return await reply.status(201).send({ inquiry: { id } });
});

const SESSION =
  'SELECT s.*, u.is_manager, u.is_restricted FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.ended_at IS NULL';
const PAGE = `
  SELECT i.id, i.status, i.created_at, i.updated_at, i.as_of_date, i.payer_id, i.payer_name_override, i.provider_id, i.user_id, i.source,
    i.is_hidden, i.had_reimbursement, i.plan_status, i.patient_name, y.name AS payer_name, p.name AS provider_name, u.first_name, u.last_name
  FROM inquiries i
  JOIN payers y ON y.id = i.payer_id
  JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
  JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
  WHERE i.organization_id = $1 AND i.is_hidden = false
  ORDER BY i.created_at DESC, i.id DESC LIMIT 15`;
const AUDIT = `INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, session_id, action, object_type, object_ids, outcome)
  VALUES ($1, now(), 'manager', $2, $3, 'inquiry.list', 'inquiry', $4, 'done')`;

app.get('/inquiries', async (request) => {
  const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const session = (await pool.query({ name: 'session', text: SESSION, values: [hash] })).rows[0];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query({ name: 'page', text: PAGE, values: [session.organization_id] });
    const ids = rows.map((row: { id: string }) => row.id);
    await client.query({ name: 'audit', text: AUDIT, values: [session.organization_id, session.user_id, session.id, ids] });
    await client.query('COMMIT');
    return { inquiries: rows };
  } finally {
    client.release();
  }
});

/** Made known by POST /lists, by the path of each. */
let lists: Record<string, Pick<MeasuredList, 'sql' | 'limit'>> = {};
app.post<{ Body: typeof lists }>('/lists', ({ body }) => {
  lists = body;
  return {};
});

app.get<{ Params: { '*': string }; Querystring: { page: string } }>('/lists/*', async ({ params, query, headers }) => {
  const token = /(?:^|; )sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const session = (await pool.query({ name: 'session', text: SESSION, values: [hash] })).rows[0];
  const list = lists[`/${params['*']}`];
  if (list === undefined) throw new Error('This list is not known.');
  const page = [list.limit, (Number(query.page) - 1) * (list.limit ?? 0)];
  const values = list.sql.includes('$3') ? [...page, session.organization_id] : page;
  return { rows: (await pool.query({ name: `list ${params['*']}`, text: list.sql, values })).rows };
});

app.get('/ready', () => ({}));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
