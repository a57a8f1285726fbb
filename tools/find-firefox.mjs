/** Finds a Firefox for `npm run test:e2e -- --browser firefox`: FIREFOX_PATH, else the system's. */
import { spawnSync } from 'node:child_process';

/** Older ones lack commands of WebDriver BiDi by which the tests drive it. */
const OLDEST = 143;

/** Throws, saying what to do, where no usable Firefox is found. */
export function findFirefox() {
  const found = [];
  for (const program of process.env.FIREFOX_PATH ? [process.env.FIREFOX_PATH] : ['firefox', 'firefox-esr']) {
    const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const version = /Firefox (\d+)/.exec(stdout ?? '')?.[1];
    if (status !== 0 || version === undefined) continue;
    if (Number(version) >= OLDEST) return { executablePath: pathOf(program), channel: 'moz-firefox' };
    found.push(version);
  }
  const told = found.length === 0 ? 'No Firefox was found.' : `Firefox ${found.join(', ')} is too old.`;
  throw new Error(`${told} Install Firefox ${OLDEST} or newer, or set FIREFOX_PATH to the program.`);
}

const pathOf = (program) =>
  program.includes('/') ? program : spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
