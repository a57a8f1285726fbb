/** Starts the product that the tests share, signs every demo person in once, and stops it all after the last test. */
import { request } from '@playwright/test';
import { PASSWORD, PEOPLE, PEOPLE_NAMES, productUrl, sessionFile } from './product.ts';
import { startServer } from './server.ts';

export default async function startProduct(): Promise<() => Promise<void>> {
  const product = await startServer();
  // Workers get the environment of this process.
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_SANDBOX_URL = product.sandboxUrl;
  process.env.E2E_FOLDER = product.folder;
  try {
    await Promise.all(PEOPLE_NAMES.map(signIn));
  } catch (error) {
    await product.stop();
    throw error;
  }
  return async () => {
    await product.stop();
    const complaints = product.complaints();
    if (complaints.length > 0) throw new Error(`The server logged errors:\n${complaints.join('\n')}`);
  };
}

async function signIn(person: (typeof PEOPLE_NAMES)[number]): Promise<void> {
  const context = await request.newContext({ baseURL: productUrl() });
  const reply = await context.post('/api/v1/auth/login', { data: { email: PEOPLE[person], password: PASSWORD } });
  if (!reply.ok()) throw new Error(`${PEOPLE[person]} could not sign in: ${reply.status()}.`);
  await context.storageState({ path: sessionFile(person) });
  await context.dispose();
}
