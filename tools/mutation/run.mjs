/**
 * `npm run test:mutation`: makes one change at a time to the code and runs its tests, which must fail each time. Nothing is written: the
 * change is only in what the tests load. Three parts, or those named:
 *   access   each access check taken away; the access tests must notice all
 *   domain   slips that were once missed in packages/domain (domain-mutants.mjs); its tests must notice all
 *   random   100 random slips in packages/domain; its tests must notice 95. What the type checker refuses is no slip that could stay, and
 *            another is drawn. `--seed 7` draws the same again, `--count 20` draws fewer, `--files coverage` draws from the files of
 *            that name.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { accessMutants } from './access-mutants.mjs';
import { domainMutants } from './domain-mutants.mjs';
import { draw, everyMutant } from './random-mutants.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A change that makes a loop endless is noticed too. */
const LONGEST_RUN_MS = 180_000;
const ALL_PARTS = ['access', 'domain', 'random'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string', default: '100' }, files: { type: 'string', default: '' } },
});
const unknown = positionals.filter((part) => !ALL_PARTS.includes(part));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${ALL_PARTS.join(', ')}.`);
const parts = positionals.length > 0 ? positionals : ALL_PARTS;

let isEnough = true;
// Tests that fail anyway notice nothing.
for (const part of new Set(parts.map((each) => (each === 'access' ? 'access' : 'domain'))))
  if (await fails(part, null)) {
    console.error(`The tests of ${part} fail by themselves.`);
    isEnough = false;
  }
if (isEnough) {
  if (parts.includes('access')) isEnough = (await tryAll('access', accessMutants.map(inItsPlace), 1)) && isEnough;
  if (parts.includes('domain')) isEnough = (await tryAll('domain', domainMutants.map(inItsPlace), 1)) && isEnough;
  if (parts.includes('random')) {
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    console.log(`random: --seed ${seed}`);
    const drawn = draw(everyMutant(root, new RegExp(values.files)), seed);
    isEnough = (await tryAll('domain', drawn, 0.95, Number(values.count))) && isEnough;
  }
}
process.exitCode = isEnough ? 0 : 1;

/** @returns {{ name: string, file: string, start: number, end: number, to: string }} */
function inItsPlace([name, file, from, to]) {
  const start = readFileSync(join(root, file), 'utf8').indexOf(from);
  if (start < 0) throw new Error(`${name}: its text does not stand in ${file}`);
  return { name, file, start, end: start + from.length, to };
}

/** Whether at least this share of the changes was noticed, of all of them or of so many. */
async function tryAll(part, mutants, share, count = Infinity) {
  const seen = { noticed: 0, UNNOTICED: 0 };
  for (const mutant of mutants) {
    if (seen.noticed + seen.UNNOTICED === count) break;
    const started = Date.now();
    const word = (await isSeen(part, mutant)) ? 'noticed' : (await passesTypes(part, mutant)) ? 'UNNOTICED' : 'no types';
    if (word in seen) seen[word] += 1;
    console.log(`${word.padEnd(9)} ${mutant.name} (${Math.round((Date.now() - started) / 1000)} s)`);
  }
  const tried = seen.noticed + seen.UNNOTICED;
  console.log(`${part}: ${seen.noticed} of ${tried} changes were noticed`);
  return tried > 0 && seen.noticed >= tried * share;
}

/** Asked of a copy, since nothing is written here. Access checks are taken away whole, so types say nothing of them. */
async function passesTypes(part, { file, start, end, to }) {
  if (part === 'access') return true;
  const copy = mkdtempSync(join(tmpdir(), 'mutant-types-'));
  try {
    for (const kept of ['tsconfig.base.json', 'packages']) cpSync(join(root, kept), join(copy, kept), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const source = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(copy, file), source.slice(0, start) + to + source.slice(end));
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const child = spawn(process.execPath, [tsc, '--project', join(copy, 'packages/domain')], { stdio: 'ignore' });
    return await new Promise((settle) => child.once('exit', (code) => settle(code === 0)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The file's own tests first: most changes end there, in a second. */
async function isSeen(part, mutant) {
  const own = mutant.file.replace(/\.ts$/, '.test.ts');
  if (part === 'domain' && existsSync(join(root, own)) && (await fails(part, mutant, [own]))) return true;
  return await fails(part, mutant);
}

/** Runs the tests of a part, or those files of it, until the first failure. */
function fails(part, mutant, files = []) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const config = join(root, 'tools/mutation/vitest.config.mjs');
  const args = [vitest, 'run', '--config', config, '--bail', '1', '--reporter', 'dot', ...files];
  const env = { ...process.env, NODE_ENV: 'test', TZ: 'UTC', MUTATION: JSON.stringify({ part, mutant }) };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore', timeout: LONGEST_RUN_MS, killSignal: 'SIGKILL' });
  return new Promise((settle) => child.once('exit', (code) => settle(code !== 0)));
}
