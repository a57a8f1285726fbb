/** `npm run check`: everything that can be said about the code without a browser. What CI runs, in under three minutes on two cores. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runAll } from './run-all.mjs';

const isStatic = await runAll([
  { name: 'types', command: 'node', args: ['tools/typecheck.mjs'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'dependency rules', command: 'node', args: ['tools/deps.mjs'] },
  { name: 'dead code', command: 'knip', args: [] },
]);
// `--static`: for .ci/run, whose next command runs these tests together with all others.
const areTestsGreen = process.argv.includes('--static') || runTests();
process.exitCode = isStatic && areTestsGreen ? 0 : 1;

function runTests() {
  const program = fileURLToPath(new URL('test.mjs', import.meta.url));
  return spawnSync(process.execPath, [program, 'unit', 'web', 'api'], { stdio: 'inherit' }).status === 0;
}
