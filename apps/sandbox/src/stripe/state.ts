/** Everything one sandbox remembers, and the way its changes are told. One per running sandbox; nothing is kept elsewhere. */
import { isDeepStrictEqual } from 'node:util';
import { newId } from './identifiers.ts';
import type { Fraction } from './money.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { noSuch } from './stripe-error.ts';
import type {
  CheckoutLineItem,
  CheckoutSession,
  Coupon,
  Customer,
  Discount,
  Event,
  EventType,
  Invoice,
  InvoiceLine,
  List,
  Meter,
  MeterEvent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  PromotionCode,
  Subscription,
} from './wire-types.ts';

export const apiVersion = '2026-10-28.endive';

/** What an item was charged from `from` to the end of its period, as the net amount of a whole period: the base of a later credit. */
type Debit = { perPeriod: Fraction; from: number };
/** A proration that waits for the next invoice, with the discounts that are already taken off. */
type PendingLine = { line: InvoiceLine; usedDiscounts: string[] };
/** Usage of a metered price that an item had for a part of the period; `to` is exclusive. */
export type UsageWindow = { item: string; price: Price; from: number; to: number };
export type SubscriptionRecord = {
  object: Subscription;
  /** Period n runs from `anchor` + n intervals; -1 is a trial before the anchor. */
  anchor: number;
  period: number;
  debits: Record<string, Debit>;
  usageFrom: Record<string, number>;
  pending: PendingLine[];
  usage: UsageWindow[];
};
export type Card = { number: string; isSecured: boolean };
export type StoredCheckout = {
  session: CheckoutSession;
  items: { price: string; quantity: number | undefined }[];
  metadata: Record<string, string>;
  description: string | null;
  trialEnd: number | null;
  trialDays: number | undefined;
  discount: { coupon: string; promotionCode: string | null } | undefined;
  /** As they were when the session was paid. */
  soldItems: List<CheckoutLineItem> | undefined;
  /** A card that waits for its holder's confirmation. */
  waitingCard: PaymentMethod | undefined;
};
export type StoredPortal = {
  session: PortalSession;
  /** The last part of the link. */
  secret: string;
  /** Set once the link has been opened: from then on the visit belongs to that browser. */
  cookie: string | undefined;
  openUntil: number;
  waitingCard?: PaymentMethod;
  /** What to say on the next page. */
  done?: string;
};

type Origin = { id: string; idempotency_key: string | null } | null;
export type StripeState = {
  customers: Map<string, Customer>;
  products: Map<string, Product>;
  prices: Map<string, Price>;
  coupons: Map<string, Coupon>;
  couponProducts: Map<string, string[]>;
  promotionCodes: Map<string, PromotionCode>;
  discounts: Map<string, Discount>;
  paymentMethods: Map<string, PaymentMethod>;
  /** Card numbers by payment method: they decide what a charge does and never leave. */
  cards: Map<string, Card>;
  subscriptions: Map<string, SubscriptionRecord>;
  invoices: Map<string, Invoice>;
  /** Metered lines of drafts, which follow the usage until the draft is final. */
  openUsage: Map<string, { line: string; window: UsageWindow }[]>;
  /** Tries so far and the moment of the first failure, by invoice. */
  dunning: Map<string, { firstFailedAt: number; retries: number }>;
  meters: Map<string, Meter>;
  /** By the name of the event. */
  meterEvents: Map<string, { list: MeterEvent[]; identifiers: Set<string> }>;
  checkouts: Map<string, StoredCheckout>;
  portals: Map<string, StoredPortal>;
  portalConfigurations: Map<string, PortalConfiguration>;
  events: Map<string, Event>;
  schedule: Schedule;
  /** Unix seconds. During a catch-up it is the moment of the step that runs, not the moment of the clock. */
  now: () => number;
  runAt: (moment: number, run: () => void) => void;
  /** Stops the time at a moment while the clock is being moved; undefined lets it go again. */
  hold: (moment: number | undefined) => void;
  /** Whether anybody is told of events, and how many there were since the last call. */
  hasReceiver: () => boolean;
  takeEmitted: () => number;
  /** Runs with the request that causes the events, or null for what the sandbox does by itself. */
  runFor: <T>(origin: Origin, run: () => T) => T;
  emit: (type: EventType, subject: object, previous?: Record<string, unknown>) => void;
  publicUrl: () => string;
};

type StateDeps = { clock: { now: () => Date }; publicUrl: () => string; hasReceiver: () => boolean; onEvent: (event: Event) => void };

/** The collections of a state; together they are all that has to be kept to go on later. */
export const objectKinds = [
  'customers',
  'products',
  'prices',
  'coupons',
  'couponProducts',
  'promotionCodes',
  'discounts',
  'paymentMethods',
  'cards',
  'subscriptions',
  'invoices',
  'openUsage',
  'dunning',
  'meters',
  'meterEvents',
  'checkouts',
  'portals',
  'portalConfigurations',
  'events',
] as const;
type Objects = Pick<StripeState, (typeof objectKinds)[number]>;

function noObjects(): Objects {
  return {
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    couponProducts: new Map(),
    promotionCodes: new Map(),
    discounts: new Map(),
    paymentMethods: new Map(),
    cards: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    openUsage: new Map(),
    dunning: new Map(),
    meters: new Map(),
    meterEvents: new Map(),
    checkouts: new Map(),
    portals: new Map(),
    portalConfigurations: new Map(),
    events: new Map(),
  };
}

export function createState(deps: StateDeps): StripeState {
  let moment: number | undefined;
  let held: number | undefined;
  let emitted = 0;
  let origin: Origin = null;
  const objects = noObjects();
  const now = () => moment ?? held ?? Math.floor(deps.clock.now().getTime() / 1000);
  return {
    ...objects,
    schedule: createSchedule(),
    now,
    runAt: (at, run) => {
      moment = at;
      try {
        run();
      } finally {
        moment = undefined;
      }
    },
    hold: (at) => {
      held = at;
    },
    hasReceiver: deps.hasReceiver,
    takeEmitted: () => {
      const count = emitted;
      emitted = 0;
      return count;
    },
    runFor: (by, run) => {
      origin = by;
      try {
        return run();
      } finally {
        origin = null;
      }
    },
    emit: (type, subject, previous) => {
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        data: { object: structuredClone(subject), ...(previous ? { previous_attributes: structuredClone(previous) } : {}) },
        livemode: false,
        pending_webhooks: 1,
        request: origin,
        type,
      };
      objects.events.set(event.id, event);
      emitted += 1;
      deps.onEvent(event);
    },
    publicUrl: deps.publicUrl,
  };
}

/** Changes a stored object and tells what it was before; nothing is told when nothing changed. */
export function change<T extends object>(state: StripeState, type: EventType, stored: T, mutate: (stored: T) => void): void {
  const before = structuredClone(stored);
  mutate(stored);
  emitChange(state, type, before, stored);
}

export function emitChange(state: StripeState, type: EventType, before: object, after: object): void {
  const now = new Map<string, unknown>(Object.entries(after));
  const previous = Object.entries(before).filter(([key, value]) => !isDeepStrictEqual(value, now.get(key)));
  if (previous.length > 0) state.emit(type, after, Object.fromEntries(previous));
}

/** The object of that id, or the API's 404 naming the parameter it came in. */
export function getStored<T>(objects: Map<string, T>, id: string, what: string, param?: string): T {
  const found = objects.get(id);
  if (found === undefined) throw noSuch(what, id, param);
  return found;
}
