/** The same for persons, and for what changed (access-requests.ts). */
import { get, send, type Build } from './access-request.ts';
import { newId } from './factories.ts';

export const personAccessRequests: Readonly<Record<string, Build>> = {
  'persons.list': get(() => '/persons'),
  'persons.get': get(({ person }) => `/persons/${person}`),
  'persons.events': get(({ person }) => `/persons/${person}/events`),
  'persons.proposals': get(({ person }) => `/persons/${person}/proposals`),
  'persons.decide': send(
    'PUT',
    ({ person, otherPerson }) => `/persons/${person}/proposals/${otherPerson}`,
    () => ({ is_different: true }),
  ),
  'persons.merge': send(
    'POST',
    ({ person }) => `/persons/${person}/merge`,
    ({ otherPerson }) => ({ other_id: otherPerson, version: 1 }),
  ),
  // One check alone cannot be split off.
  'persons.split': send(
    'POST',
    ({ person }) => `/persons/${person}/split`,
    ({ complete }) => ({ inquiry_ids: [complete], version: 1 }),
  ),
  'persons.undoMove': ({ person }) => ({ method: 'POST', url: `/api/v1/persons/${person}/moves/${newId()}/undo` }),
  'persons.archive': send(
    'PUT',
    ({ person }) => `/persons/${person}/archive`,
    () => ({ is_archived: true, version: 1 }),
  ),
  'persons.changes': get(({ complete }) => `/inquiries/${complete}/changes`),
};
