/**
 * `npm run test:mutation [-- part of a name]`: takes each access check away, one at a time, and runs the access tests, which must fail
 * each time. Nothing is written: the check is missing only in what the tests load. Ends with 1 where a check can go unnoticed.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = 'apps/server/src/';

/** What it is, where it stands, its text, and the text that leaves it out. Each text must stand there once. */
const MUTATIONS = [
  ['foreign origin', 'http/access.ts', "if (endpoint.consumes !== 'raw') refuseForeignOrigin(request, options);", ''],
  [
    'foreign Sec-Fetch-Site',
    'http/security-headers.ts',
    "if (site !== undefined && site !== 'same-origin' && site !== 'none')",
    'if (false)',
  ],
  ['foreign Origin header', 'http/security-headers.ts', 'if (!own.has(origin))', 'if (false)'],
  [
    'session',
    'http/access.ts',
    'if (viewer === null) throw unauthenticated();',
    "if (viewer === null) return { userId: '', organizationId: '' };",
  ],
  ['second factor', 'http/access.ts', 'if (viewer.secondFactorDue && endpoint.beforeSecondFactor !== true)', 'if (false)'],
  ['second factor while enrolling', 'http/access.ts', 'endpoint.whileEnrolling !== true ||', ''],
  ['terms', 'http/access.ts', 'if (!viewer.hasCurrentTerms && endpoint.beforeTerms !== true)', 'if (false)'],
  ['manager', 'http/access.ts', "if (endpoint.access === 'manager' && !viewer.isManager)", 'if (false)'],
  [
    'self or manager',
    'http/access.ts',
    "if (endpoint.access === 'self' && !viewer.isManager && !isOneself(request, viewer))",
    'if (false)',
  ],
  ['admin', 'http/access.ts', "if (endpoint.access === 'admin' && !viewer.isAdmin)", 'if (false)'],
  ['subscription', 'http/access.ts', 'if (endpoint.needsSubscription === true && !viewer.hasActiveSubscription)', 'if (false)'],
  ['restricted users', 'http/viewer.ts', 'restricted: viewer.isRestricted', 'restricted: false'],
  [
    'restricted: one inquiry',
    'features/inquiries/inquiries.repository.ts',
    'WHERE i.organization_id = $1 AND i.id = $2 AND ($3 OR i.user_id = $4)',
    'WHERE i.organization_id = $1 AND i.id = $2 AND ($3 OR i.user_id = $4 OR true)',
  ],
  [
    'restricted: status',
    'features/inquiries/inquiries.repository.ts',
    "WHERE organization_id = $1 AND id = $2 AND ($3 OR user_id = $4)'",
    "WHERE organization_id = $1 AND id = $2 AND ($3 OR user_id = $4 OR true)'",
  ],
  [
    'restricted: dismissing',
    'features/inquiries/inquiries.repository.ts',
    'scope.restricted ? eq(inquiries.user_id, scope.userId) : undefined',
    'undefined',
  ],
  ['restricted: lists', 'features/inquiries/list/inquiry-conditions.ts', "if (scope.restricted) add('own',", "if (false) add('own',"],
  ['restricted: recent answer', 'features/inquiries/list/recent-answer.repository.ts', '!scope.restricted,', 'true,'],
  ['restricted: members', 'features/users/users.repository.ts', 'scope.restricted ? eq(users.id, scope.userId) : undefined', 'undefined'],
  ['hidden inquiries', 'features/inquiries/inquiries.routes.ts', 'viewer.isManager && rest.is_hidden === true', 'rest.is_hidden === true'],
  ['members whole', 'features/users/users.presenter.ts', 'if (!isManager) return who;', ''],
  ['own terms', 'features/users/users.routes.ts', 'if (params.id !== viewer.userId) throw notFound();', ''],
  [
    'reimbursements',
    'features/reimbursements/find-reimbursements.ts',
    'if (!viewer.permReimbursements || !(viewer.hasFeatureReimbursement || viewer.hasOverrideReimbursement)) throw forbidden();',
    '',
  ],
  [
    'own log',
    'features/audit/audit-log.repository.ts',
    "const OWN = `a.organization_id = current_setting('app.organization_id', true)`;",
    'const OWN = `true`;',
  ],
];

const words = process.argv.slice(2).join(' ');
const wanted = MUTATIONS.filter(([name]) => name.includes(words));
const unnoticed = [];
for (const [name, file, from, to] of wanted) {
  const found = readFileSync(join(root, server, file), 'utf8').split(from).length - 1;
  if (found !== 1) {
    unnoticed.push(`${name}: its text stands ${found} times in ${file}`);
    continue;
  }
  const started = Date.now();
  const isRed = (await run({ file: join(root, server, file), from, to })) !== 0;
  console.log(`${isRed ? 'noticed  ' : 'UNNOTICED'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`);
  if (!isRed) unnoticed.push(name);
}
// With nothing taken away they must pass: tests that fail anyway notice nothing.
if (words === '' && (await run(null)) !== 0) unnoticed.push('the access tests fail by themselves');
for (const line of unnoticed) console.error(`unnoticed: ${line}`);
console.log(`${wanted.length - unnoticed.length} of ${wanted.length} checks are noticed when they are missing`);
process.exitCode = unnoticed.length === 0 ? 0 : 1;

/** Resolves with the exit code of the access tests, which stop at the first failure. */
function run(mutation) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const args = ['run', '--config', join(root, 'tools/mutation.vitest.config.mjs'), '--bail', '1', '--reporter', 'dot'];
  const env = { ...process.env, NODE_ENV: 'test', TZ: 'UTC', ACCESS_MUTATION: JSON.stringify(mutation) };
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, env, stdio: 'ignore' });
  return new Promise((settle) => child.once('exit', (code) => settle(code ?? 1)));
}
