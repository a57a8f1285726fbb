/** What a migration may not do, since servers of the version before run beside it (docs/decisions/091-no-downtime.md). */

interface Rule {
  pattern: RegExp;
  why: string;
}

/** Takes away what the version before still reads or writes: allowed once the file says since which version nobody does. */
const CONTRACTING: Rule[] = [
  {
    pattern: /\bDROP (TABLE|COLUMN|VIEW|SEQUENCE|DOMAIN|TYPE|POLICY|FUNCTION|PROCEDURE|INDEX|TRIGGER|DEFAULT)\b/i,
    why: 'takes away what the version before may use',
  },
  { pattern: /\bRENAME\b/i, why: 'renames what the version before knows by its name' },
  { pattern: /\bREVOKE\b(?!.*\bFROM PUBLIC\b)/i, why: 'takes away a right that the version before may need' },
];

const NEVER: Rule[] = [
  { pattern: /\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i, why: 'rewrites a table under a lock: add a column, fill it by a job, and use that' },
  { pattern: /\bLOCK TABLE\b/i, why: 'holds up whoever uses the table' },
  {
    pattern: /\bADD COLUMN\b(?=[^,;]*\bNOT NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/i,
    why: 'a column that must not be null needs a default: the version before does not write it',
  },
  {
    pattern: /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)/i,
    why: 'reads a table under a lock: add the constraint NOT VALID and validate it in a later file',
  },
  {
    pattern: /\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY)\b(?! USING INDEX)/i,
    why: 'builds an index under a lock: make it concurrently, then add it USING INDEX',
  },
  {
    pattern:
      /\bADD COLUMN\b[^,;]*\b(GENERATED|(small|big)?serial|DEFAULT\b[^,;]*\b(gen_random_uuid|uuid\w+|random|nextval|clock_timestamp) ?\()/i,
    why: 'rewrites a table under a lock: add the column empty, and let a job of the server fill it',
  },
  {
    pattern: /\bADD COLUMN\b[^,;]*\bCHECK\b/i,
    why: 'reads a table under a lock: add the column alone, then the check NOT VALID, and validate it in a later file',
  },
  { pattern: /\bADD (CONSTRAINT \w+ )?EXCLUDE\b/i, why: 'builds an index under a lock, and none is made concurrently for it' },
  { pattern: /^(CLUSTER|VACUUM|REINDEX)\b/i, why: 'rewrites a table or an index under a lock' },
  { pattern: /^DO\b/i, why: 'hides from these rules what it does' },
  {
    pattern: /^\s*(UPDATE|DELETE FROM|TRUNCATE|MERGE|WITH)\b/im,
    why: 'changes rows under one transaction: let a job of the server do it in slices',
  },
];

const PROVEN_NOT_NULL = /\bALTER COLUMN \w+ SET NOT NULL\b/i;

/**
 * What is wrong with a file, a sentence each. `before`: the text of all earlier files. A file that takes something away names, in a comment
 * `-- unused since: <commit>`, the version from which on no statement uses it.
 */
export function findMigrationFaults(sql: string, before: string): string[] {
  const statements = splitStatements(sql);
  const made = new Set([...sql.matchAll(/\bCREATE TABLE (\w+)/gi)].map((match) => match[1]));
  const onExisting = statements.filter((statement) => !made.has(tableOf(statement)));
  const isContract = /^-- unused since: [0-9a-f]{7,40}\b/m.test(sql);
  const faults = onExisting.flatMap((statement) => NEVER.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why));
  if (!isContract)
    faults.push(...onExisting.flatMap((statement) => CONTRACTING.filter(({ pattern }) => pattern.test(statement)).map(({ why }) => why)));
  const checkedDomains = findCheckedDomains(`${before}\n${sql}`);
  for (const statement of onExisting)
    faults.push(
      ...findIndexFaults(statement, statements.length),
      ...findNullFaults(statement, before),
      ...findDomainFaults(statement, checkedDomains),
    );
  return faults;
}

const findCheckedDomains = (sql: string): Set<string | undefined> =>
  new Set([...sql.matchAll(/\bCREATE DOMAIN (\w+)[^;]*\bCHECK\b/gi)].map((match) => match[1]));

/** PostgreSQL (15 to 18) writes every row anew to see that what is missing passes the domain's check. */
function findDomainFaults(statement: string, checkedDomains: ReadonlySet<string | undefined>): string[] {
  return [...statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?\w+ (\w+)/gi)]
    .filter((match) => checkedDomains.has(match[1]))
    .map(() => `rewrites a table under a lock, since its type has a check: add it as text COLLATE "C", with a check NOT VALID`);
}

function findIndexFaults(statement: string, statements: number): string[] {
  if (!/^CREATE (UNIQUE )?INDEX\b/i.test(statement)) return [];
  if (!/INDEX CONCURRENTLY IF NOT EXISTS\b/i.test(statement)) return ['an index on a table in use is made CONCURRENTLY IF NOT EXISTS'];
  return statements === 1 ? [] : ['an index that is made concurrently has a file of its own: it runs in no transaction'];
}

function findNullFaults(statement: string, before: string): string[] {
  if (!PROVEN_NOT_NULL.test(statement)) return [];
  const column = /ALTER COLUMN (\w+) SET NOT NULL/i.exec(statement)?.[1] ?? '';
  const name = new RegExp(`CONSTRAINT (\\w+) CHECK \\(${column} IS NOT NULL\\) NOT VALID`, 'i').exec(before)?.[1];
  const isProven = name !== undefined && new RegExp(`VALIDATE CONSTRAINT ${name}\\b`, 'i').test(before);
  return isProven ? [] : ['reads a table under a lock: prove it first by a check that an earlier file has validated'];
}

function tableOf(statement: string): string | undefined {
  return /\b(?:ALTER TABLE|ON|INSERT INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?(\w+)/i.exec(statement)?.[1];
}

/** Without comments; the body of a function is part of the statement that makes it. */
function splitStatements(sql: string): string[] {
  const bodies: string[] = [];
  const folded = sql.replaceAll(/\$\$[\s\S]*?\$\$/g, (body) => `$${bodies.push(body) - 1}$`);
  return folded
    .replaceAll(/--[^\n]*/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
