/** `npm run billing:reconcile`: what also happens every hour, for an operator who does not want to wait for it. */
import { reconcileBilling } from '#features/billing/reconcile-billing.ts';
import { withDeps } from './with-deps.ts';

export async function run(): Promise<void> {
  await withDeps(async (deps) => await reconcileBilling(deps));
}
