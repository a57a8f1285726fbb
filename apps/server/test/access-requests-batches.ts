/** The same for lists of many, and for planned checks. */
import { get, send, type Build } from './access-request.ts';
import { A_RULE } from './batches.ts';

export const batchAccessRequests: Readonly<Record<string, Build>> = {
  'batches.list': get(() => '/batches'),
  'batches.create': send(
    'POST',
    () => '/batches',
    (objects) => ({ source: 'paste', text: 'Last Name\tMember ID\nQuill\tXQT1', provider_id: objects.provider }),
  ),
  'batches.get': get((objects) => `/batches/${objects.batch}`),
  'batches.update': send(
    'PUT',
    (objects) => `/batches/${objects.batch}`,
    () => ({ ceiling: 5 }),
  ),
  'batches.payers': get((objects) => `/batches/${objects.batch}/payers`),
  'batches.rows': get((objects) => `/batches/${objects.batch}/rows`),
  'batches.updateRow': send(
    'PATCH',
    (objects) => `/batches/${objects.batch}/rows/2`,
    () => ({ is_done: true }),
  ),
  'batches.start': send(
    'POST',
    (objects) => `/batches/${objects.batch}/start`,
    () => ({}),
  ),
  'batches.pause': (objects) => ({ method: 'POST', url: `/api/v1/batches/${objects.batch}/pause` }),
  'batches.resume': (objects) => ({ method: 'POST', url: `/api/v1/batches/${objects.batch}/resume` }),
  'batches.stop': (objects) => ({ method: 'POST', url: `/api/v1/batches/${objects.batch}/stop` }),
  'batches.remove': (objects) => ({ method: 'DELETE', url: `/api/v1/batches/${objects.batch}` }),
  'batches.export': get((objects) => `/batches/${objects.batch}/export?format=csv`),
  'rechecks.list': get(() => '/recheck-rules'),
  'rechecks.create': send(
    'POST',
    () => '/recheck-rules',
    () => A_RULE,
  ),
  'rechecks.stop': send(
    'PUT',
    () => '/recheck-rules',
    () => ({ is_stopped: false }),
  ),
  'rechecks.update': send(
    'PUT',
    (objects) => `/recheck-rules/${objects.rule}`,
    () => ({ is_on: false }),
  ),
  'rechecks.remove': (objects) => ({ method: 'DELETE', url: `/api/v1/recheck-rules/${objects.rule}` }),
  'rechecks.preview': get(() => '/recheck-rules/preview'),
  'rechecks.appointments': get(() => '/appointments'),
};
