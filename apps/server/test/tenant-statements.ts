/**
 * Runs before each API test file. A statement of a repository on the rows of one organization names the organization itself, although row-level
 * security would add it: so the planner finds its index whatever the policies, and a database spread over several machines knows which of them
 * to ask (docs/scaling.md). One that does not fails where it is sent. Statements of tests, and of platform admins, who read across
 * organizations, are left out. Prepared statements, whoever sends them, name their columns.
 */
import pg from 'pg';
import { inject } from 'vitest';

const TENANT_TABLES = new Set(inject('tenantTables'));

/** Each table read or written, and each join of two, takes a mention of its own. The organization's own row goes by its id. */
export function namesItsOrganization(text: string): boolean {
  const tables = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi)].filter((match) => TENANT_TABLES.has(match[1] ?? ''));
  return (text.match(/\borganization_id\b/g) ?? []).length >= tables.length;
}

/**
 * A prepared statement whose result is all columns of a table fails on the connections that had prepared it, from the moment the version after
 * adds one (docs/decisions/091-no-downtime.md). All columns of a function or of a part of the statement itself are as they were.
 */
export function namesItsColumns(text: string): boolean {
  let outer = text;
  for (let inner = ''; inner !== outer; outer = outer.replaceAll(/\([^()]*\)/g, '§')) inner = outer;
  const list = /\bSELECT\b(.*?)\bFROM\b/is.exec(outer)?.[1] ?? /\bRETURNING\b(.*)$/is.exec(outer)?.[1] ?? '';
  const isTable = (source: string) => new RegExp(String.raw`\b(?:FROM|JOIN|INTO|UPDATE)\s+${source}(?![\w§])`, 'i').test(outer);
  const ofOne = [...list.matchAll(/\b(\w+)\.\*/g)].map((match) => String.raw`(?!§)\w+\s+(?:AS\s+)?${match[1]}`);
  const ofAll = /(?:^|,)\s*\*/.test(list) ? [String.raw`(?:\w+)`] : [];
  return ![...ofOne, ...ofAll].some(isTable);
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
  if (isPrepared(asked) && !namesItsColumns(text)) throw new Error(`A prepared statement takes all columns of a table: ${text}`);
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

const isPrepared = (asked: unknown): boolean => (asked as { name?: unknown }).name !== undefined;

/** All statements of the product stand in repositories. */
function isOfRepository(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error('asked');
  Error.stackTraceLimit = stackTraceLimit;
  return stack.includes('.repository.ts');
}
