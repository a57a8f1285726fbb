/** What the payment vendor needs of the sandbox, in its own words. */

import type { SandboxContext } from './context.ts';
import type { StripeDeps } from './stripe/register-stripe.ts';

export function stripeDeps(context: SandboxContext, publicUrl: () => string): StripeDeps {
  const { clock, faults, journal, webhooks } = context;
  return {
    clock,
    journal: {
      record({ method, path, status, refused, detail }) {
        const entry = {
          at: clock.now().toISOString(),
          method,
          path,
          parameters: Object.keys(partOf(detail, 'params') ?? {}),
          status,
          fault: textOf(partOf(detail, 'fault')),
          refused: refused ?? null,
          sent: JSON.stringify(detail ?? {}),
        };
        journal.record('stripe', entry);
        journal.finish('stripe', entry);
      },
    },
    webhookUrl: () => webhooks.url ?? undefined,
    webhookSecret: webhooks.secret,
    faults: { next: (vendor, path) => faults.take(vendor, { method: null, path, body: '' })?.kind },
    publicUrl,
  };
}

function partOf(value: unknown, name: string): object | string | null {
  const part: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return typeof part === 'object' || typeof part === 'string' ? part : null;
}

const textOf = (part: object | string | null) => (typeof part === 'string' ? part : null);
