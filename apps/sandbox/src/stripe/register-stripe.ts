/** A server that speaks Stripe's API as far as this product uses it, with hosted pages, webhooks and a clock that can be moved. */
import type { FastifyInstance } from 'fastify';
import { serveApi, type JournalEntry } from './api-server.ts';
import { checkoutPages } from './checkout.pages.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { couponRoutes } from './coupons.routes.ts';
import { customerRoutes } from './customers.routes.ts';
import { eventRoutes } from './events.routes.ts';
import { invoicePages } from './invoice.pages.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { meterRoutes } from './meters.routes.ts';
import { paymentMethodRoutes } from './payment-methods.routes.ts';
import { portalPages } from './portal.pages.ts';
import { portalRoutes } from './portal.routes.ts';
import { priceRoutes } from './prices.routes.ts';
import { promotionCodeRoutes } from './promotion-codes.routes.ts';
import { restoreSnapshot, takeSnapshot, type SnapshotStorage } from './snapshot.ts';
import { createState } from './state.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { createTimeline } from './timeline.ts';
import { createWebhooks, type WebhookMode } from './webhooks.ts';

export type StripeDeps = {
  clock: { now(): Date; onAdvance(listener: (now: Date) => void | Promise<void>): void };
  journal: { record(entry: JournalEntry): void };
  /** Where events go; nowhere while undefined. */
  webhookUrl: () => string | undefined;
  webhookSecret: string;
  faults: { next(vendor: 'stripe', path: string): string | undefined };
  /** The sandbox's own address, for the links to its pages; without a slash at the end. */
  publicUrl: () => string;
  /** Where its memory outlives a restart; without it the sandbox forgets everything when it stops. */
  storage?: SnapshotStorage;
};
export type StripeSandbox = { setWebhookMode(mode: WebhookMode): void; stop(): void };

const tickMs = 1_000;

export function registerStripe(app: FastifyInstance, deps: StripeDeps): StripeSandbox {
  const clockSeconds = () => Math.floor(deps.clock.now().getTime() / 1000);
  const webhooks = createWebhooks({ url: deps.webhookUrl, secret: deps.webhookSecret, now: () => state.now() });
  const state = createState({
    clock: deps.clock,
    publicUrl: deps.publicUrl,
    hasReceiver: () => deps.webhookUrl() !== undefined,
    onEvent: (event) => webhooks.send(event),
  });
  const earlier = deps.storage?.read();
  if (earlier) restoreSnapshot(state, earlier);
  const timeline = createTimeline(state, webhooks, clockSeconds);
  deps.clock.onAdvance(() => timeline.advance());
  const save = () => {
    if (deps.storage && timeline.takeActivity()) deps.storage.write(takeSnapshot(state));
  };
  // Time also passes without anybody moving the clock.
  const ticker = setInterval(() => {
    timeline.catchUp();
    webhooks.retryDue();
    save();
  }, tickMs);
  ticker.unref();

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const routes = [customerRoutes, paymentMethodRoutes, priceRoutes, meterRoutes, couponRoutes, promotionCodeRoutes];
    const more = [subscriptionRoutes, invoiceRoutes, eventRoutes, checkoutRoutes, portalRoutes];
    serveApi(
      scope,
      { state, timeline, journal: deps.journal, faults: deps.faults },
      [...routes, ...more].flatMap((make) => make(state)),
    );
    checkoutPages(scope, state, timeline);
    portalPages(scope, state, timeline);
    invoicePages(scope, state, timeline);
  });

  return {
    setWebhookMode: (mode) => webhooks.setMode(mode),
    stop: () => {
      clearInterval(ticker);
      save();
      webhooks.stop();
    },
  };
}
