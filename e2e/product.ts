/** What tests know of the product under test: where it runs, and who may sign in. */
import { join } from 'node:path';

/** People of the demo data, and those that the setup adds. */
export const PEOPLE = {
  manager: 'manager@demo.test',
  standard: 'standard@demo.test',
  restricted: 'restricted@demo.test',
  otherManager: 'manager@other.test',
  admin: 'admin@demo.test',
} as const;
export type Person = keyof typeof PEOPLE;
export const PEOPLE_NAMES = Object.keys(PEOPLE) as Person[];
export const PASSWORD = 'harbor lights at night';

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the product was not started.`);
  return value;
}

export const productUrl = () => setting('E2E_BASE_URL');
export const sandboxUrl = () => setting('E2E_SANDBOX_URL');
export const dataFolder = () => join(setting('E2E_FOLDER'), 'data');
/** Cookies of a person who signed in before the tests. */
export const sessionFile = (person: Person) => join(setting('E2E_FOLDER'), `${person}.session.json`);

/** Signed in nowhere. What a test opens has its session unless told otherwise, and signing in ends the session it comes with. */
export const NOBODY = { cookies: [], origins: [] };
