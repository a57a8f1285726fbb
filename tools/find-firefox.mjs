/** Finds a Firefox for `npm run test:e2e -- --browser firefox`: FIREFOX_PATH, else the system's. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontConfiguration, unpackPackage } from './find-chromium.mjs';

/** The extended support release that Debian's stable releases bring; nothing older was tried. */
const OLDEST = 153;
/** Its driver cannot ask for reduced motion, which some journeys do; here all have it. */
const PREFERENCES = { 'ui.prefersReducedMotion': 1 };

/**
 * Rejects, saying what to do, where no usable Firefox is found.
 * @returns {Promise<{ executablePath: string, channel: string, args: string[], env: Record<string, string>, firefoxUserPrefs: Record<string, number> }>}
 *   `env`: as of `findChromium`.
 */
export async function findFirefox() {
  const found = [];
  for (const program of process.env.FIREFOX_PATH ? [process.env.FIREFOX_PATH] : ['firefox', 'firefox-esr']) {
    const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const version = /Firefox (\d+)/.exec(stdout ?? '')?.[1];
    if (status !== 0 || version === undefined) continue;
    if (Number(version) >= OLDEST) {
      // Its sandbox keeps the pages from fonts that are not the system's. It only ever opens our own pages.
      const env = { FONTCONFIG_FILE: await packagedFonts(), MOZ_DISABLE_CONTENT_SANDBOX: '1' };
      return { executablePath: pathOf(program), channel: 'moz-firefox', args: [], env, firefoxUserPrefs: PREFERENCES };
    }
    found.push(version);
  }
  const told = found.length === 0 ? 'No Firefox was found.' : `Firefox ${found.join(', ')} is too old.`;
  throw new Error(`${told} Install Firefox ${OLDEST} or newer, or set FIREFOX_PATH to the program.`);
}

const pathOf = (program) =>
  program.includes('/') ? program : spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();

/** Tests of sizes are made for the letters that come with the package of Chromium, whatever else the machine has. */
async function packagedFonts() {
  const folder = await unpackPackage();
  const file = join(folder, 'package-fonts.conf');
  if (!existsSync(file)) writeFileSync(file, fontConfiguration(folder, [`${folder}/fonts`]));
  return file;
}
