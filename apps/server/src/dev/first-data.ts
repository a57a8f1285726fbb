/** What a fresh installation loads by itself: the payers, and on a development machine the demo organizations (product.md 16.5). */
import type { Deps } from '#deps.ts';
import { setUpBilling } from '#features/billing/set-up-billing.ts';
import { wasSynced } from '#features/payers/payer-sources.repository.ts';
import { listings, syncPayersAsSystem } from '#features/payers/sync-payers.ts';
import { safeError } from '#http/log-safety.ts';
import { curateDemoPayers } from './demo-payers.ts';
import { enterCorePayers } from './demo-core-payers.ts';
import { DEMO_ACCOUNTS, DEMO_EMAILS, DEMO_PASSWORD, seedDemo } from './demo-data.ts';
import { seedDemoEstimates } from './demo-estimates.ts';
import { subscribeDemo } from './demo-subscriptions.ts';

/** Before the server listens: whoever signs in with a demo address meanwhile is told to wait, not that the password is wrong. */
export async function announceDemo({ config, db, loadingAccounts }: Pick<Deps, 'config' | 'db' | 'loadingAccounts'>): Promise<void> {
  if (config.environment !== 'development') return;
  for (const email of DEMO_EMAILS) {
    const found = await db.lookup('find-account', 'SELECT * FROM find_account($1)', [email]);
    if (found.length === 0) loadingAccounts.add(email);
  }
}

/** Never throws: a clearinghouse that is away must not keep the server from serving. */
export async function loadFirstData(deps: Deps): Promise<void> {
  await setUpPlans(deps);
  try {
    await loadPayers(deps);
  } catch (error) {
    deps.log.warn({ err: safeError(error) }, 'the payers could not be loaded; run npm run payers:sync');
  }
  if (deps.config.environment !== 'development') return;
  try {
    await loadDemo(deps);
  } catch (error) {
    deps.log.warn({ err: safeError(error) }, 'the demo data could not be loaded; run npm run db:seed');
  } finally {
    deps.loadingAccounts.clear();
  }
}

/** Only where nobody pays: elsewhere an operator decides when prices are made. */
async function setUpPlans(deps: Deps): Promise<void> {
  if (deps.config.environment !== 'development') return;
  try {
    await setUpBilling(deps);
  } catch (error) {
    deps.log.warn({ err: safeError(error) }, 'the plans could not be set up; run npm run billing:setup');
  }
}

/** Of each clearinghouse until that was done once: a start that was killed in the middle is made good by the next. */
async function loadPayers(deps: Deps): Promise<void> {
  for (const { id } of listings(deps)) {
    if (await deps.db.withoutOrganization(async (tx) => await wasSynced(tx, id))) continue;
    const counts = await syncPayersAsSystem(deps, id);
    deps.log.info({ source: id, ...counts }, 'payers loaded');
  }
}

/** Makes the demo organizations where they are missing, and tells how to sign in. */
export async function loadDemo(deps: Deps): Promise<void> {
  await curateDemoPayers(deps);
  await enterCorePayers(deps);
  await seedDemo(deps);
  await seedDemoEstimates(deps);
  await subscribeDemo(deps).catch((error: unknown) => {
    deps.log.warn({ err: safeError(error) }, 'the demo subscriptions are not known to the payment provider');
  });
  process.stdout.write(`Demo accounts, password '${DEMO_PASSWORD}':\n${DEMO_ACCOUNTS.map((account) => `  ${account}\n`).join('')}`);
}
