/** The payment sandbox as the soak drives it: what a person or the provider itself would do there. */
import { createHmac } from 'node:crypto';

export const WEBHOOK_SECRET = 'whsec_sandbox';
const KEY = 'sk_test_sandbox';

export interface ProviderEvent {
  id: string;
  type: string;
  data: { object: { id: string; customer?: string | null } };
}

export interface RemoteState {
  id: string;
  status: string;
  cancel_at_period_end: boolean;
  default_payment_method: string | null;
  items: { data: { id: string; price: { id: string } }[] };
}

export interface Provider {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, form: Record<string, string>): Promise<T>;
  subscriptionOf(customer: string): Promise<RemoteState>;
  /** Every event that is kept, the oldest first. */
  events(): Promise<ProviderEvent[]>;
}

export function openProvider(baseUrl: string): Provider {
  const call = async <T>(path: string, form?: Record<string, string>): Promise<T> => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    });
    const body: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(body)}`);
    return body as T;
  };
  return {
    get: async (path) => await call(path),
    post: async (path, form) => await call(path, form),
    async subscriptionOf(customer) {
      const { data } = await call<{ data: RemoteState[] }>(`/v1/subscriptions?customer=${customer}&status=all`);
      const [found] = data;
      if (found === undefined) throw new Error(`${customer} has no subscription`);
      return found;
    },
    async events() {
      const all: ProviderEvent[] = [];
      for (;;) {
        const after = all.length === 0 ? '' : `&starting_after=${all.at(-1)?.id}`;
        const page = await call<{ data: ProviderEvent[]; has_more: boolean }>(`/v1/events?limit=100${after}`);
        all.push(...page.data);
        if (!page.has_more) return all.toReversed();
      }
    },
  };
}

/** As the provider signs a delivery that leaves now. */
export function signatureOf(body: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex')}`;
}
