/** Finds a Firefox for `npm run test:e2e -- --browser firefox`: FIREFOX_PATH, else the system's. */
import { spawnSync } from 'node:child_process';

/** Older ones lack a command of WebDriver BiDi that Playwright sends for each context (emulation.setMediaFeaturesOverride, Mozilla's bug 2064354). */
const OLDEST = 159;

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
