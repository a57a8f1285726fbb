/**
 * `npm test`: every test, or the parts named: `node tools/test.mjs [unit] [web] [api] [e2e] [what to pass on, such as a path]`.
 * `e2e --browser firefox` runs the journeys in Firefox where one is installed.
 * Ends with one line, "N passed, N failed". A part that cannot run counts as failed, and so does a run without tests.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { findFirefox } from './find-firefox.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const VITEST_PARTS = ['unit', 'web', 'api'];
const ALL_PARTS = [...VITEST_PARTS, 'e2e'];

const named = process.argv.slice(2).filter((argument) => ALL_PARTS.includes(argument));
const parts = named.length > 0 ? named : ALL_PARTS;
const rest = process.argv.slice(2).filter((argument) => !ALL_PARTS.includes(argument));
const browserAt = rest.indexOf('--browser');
const browser = browserAt < 0 ? 'chromium' : rest.splice(browserAt, 2)[1];
const reports = mkdtempSync(join(tmpdir(), 'coverlight-tests-'));

const total = { passed: 0, failed: 0, skipped: 0 };
try {
  const projects = parts.filter((part) => VITEST_PARTS.includes(part));
  if (projects.length > 0) add(await runVitest(projects));
  if (parts.includes('e2e')) add(await runEndToEnd().catch(cannotRun));
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (total.passed + total.failed === 0) console.error('No test was found.');
if (total.skipped > 0) console.log(`${total.skipped} skipped: they need root, Linux, or a service this run was not given.`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function add({ passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function cannotRun(error) {
  console.error(`The end-to-end tests could not run. ${error.message}`);
  return { passed: 0, failed: 1, skipped: 0 };
}

async function runVitest(projects) {
  const report = join(reports, 'vitest.json');
  const selection = projects.flatMap((project) => ['--project', project]);
  const args = ['run', ...selection, '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
  const code = await runNode(join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs'), args, {
    NODE_ENV: 'test',
  });
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
  } = readReport(report) ?? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  // A file that does not load and an unhandled rejection fail the run without failing a test.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

async function runEndToEnd() {
  const tests = join(root, 'e2e/tests');
  if (!existsSync(tests) || !readdirSync(tests).some((name) => name.endsWith('.e2e.ts'))) throw new Error('There are none in e2e/tests.');
  await (browser === 'firefox' ? findFirefox() : findChromium());
  await build({ log: console.log });
  const report = join(reports, 'playwright.json');
  const cli = createRequire(join(root, 'e2e/package.json')).resolve('@playwright/test/cli');
  // A line per test is for somebody who watches. A log that keeps its last lines only must still hold what failed before.
  const progress = process.stdout.isTTY ? 'list' : 'dot';
  const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), `--reporter=${progress},json`, ...rest];
  const code = await runNode(cli, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_ENV: '', E2E_BROWSER: browser });
  const { expected, unexpected, skipped } = readReport(report)?.stats ?? { expected: 0, unexpected: 0, skipped: 0 };
  return { passed: expected, failed: unexpected === 0 && code !== 0 ? 1 : unexpected, skipped };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Resolves with the exit code; a signal counts as 1. A signal to us is passed on, and we end after the child. */
function runNode(program, args, env) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: withoutEmpty({ ...process.env, TZ: 'UTC', ...env }),
  });
  const pass = (signal) => child.kill(signal);
  process.on('SIGTERM', pass);
  process.on('SIGINT', ignoreInterrupt);
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', ignoreInterrupt);
      settle(code ?? 1);
    });
  });
}

/** Ctrl-C reaches the child by itself; we stay to print its result. */
function ignoreInterrupt() {}

function withoutEmpty(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
