/** `npm run billing:setup`: makes products, prices, meter and portal at the payment provider, as features/billing/plan-list.ts says. */
import { setUpBilling } from '#features/billing/set-up-billing.ts';
import { withDeps } from './with-deps.ts';

export async function run(): Promise<void> {
  await withDeps(async (deps) => {
    const { plans } = await setUpBilling(deps);
    process.stdout.write(`${plans} plans are set up at the payment provider\n`);
  });
}
