/**
 * Runs before each API test file. A statement of a repository on the rows of one organization names the organization itself, although row-level
 * security would add it: so the planner finds its index whatever the policies, and a database spread over several machines knows which of them
 * to ask (docs/scaling.md). One that does not fails where it is sent. Statements of tests, and of platform admins, who read across
 * organizations, are left out.
 */
import pg from 'pg';
import { inject } from 'vitest';

const TENANT_TABLES = new Set(inject('tenantTables'));

/** Each table read or written, and each join of two, takes a mention of its own. The organization's own row goes by its id. */
export function namesItsOrganization(text: string): boolean {
  const tables = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi)].filter((match) => TENANT_TABLES.has(match[1] ?? ''));
  return (text.match(/\borganization_id\b/g) ?? []).length >= tables.length;
}

const known = new Set<string>();
const inOrganization = new WeakSet<pg.Client>();

/** Test files of one worker share the driver. */
const MARK = Symbol.for('coverlight.tenant-statements');
if (!Reflect.has(pg.Client.prototype, MARK)) {
  const { query } = pg.Client.prototype;
  Reflect.set(pg.Client.prototype, MARK, true);
  Reflect.set(pg.Client.prototype, 'query', function watched(this: pg.Client, ...args: unknown[]): unknown {
    watch(this, args[0]);
    return Reflect.apply(query, this, args);
  });
}

function watch(client: pg.Client, asked: unknown): void {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string') return;
  if (text.startsWith('BEGIN;')) {
    if (text.includes('app.organization_id') && !text.includes('SET LOCAL ROLE')) inOrganization.add(client);
    else inOrganization.delete(client);
    return;
  }
  if (!inOrganization.has(client) || known.has(text)) return;
  known.add(text);
  if (namesItsOrganization(text) || !isOfRepository()) return;
  throw new Error(`A statement on rows of an organization does not name it: ${text}`);
}

/** All statements of the product stand in repositories. */
function isOfRepository(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error('asked');
  Error.stackTraceLimit = stackTraceLimit;
  return stack.includes('.repository.ts');
}
