/** The objects that the calls of the access table name. */
import { listViews } from '../src/features/inquiries/views/inquiry-views.repository.ts';
import type { AccessObjects, Build } from './access-request.ts';
import { createBatch, createRule } from './batches.ts';
import { createCase, createEstimateClaim, createNetworkRule } from './cases.ts';
import { aCoverage } from './coverages.ts';
import { createInquiry, createProvider, newId, personOf, type Store, type User } from './factories.ts';
import { createItem } from './inbox-items.ts';
import { createInvite } from './invites.ts';
import { createView } from './views.ts';

/** Ids that nothing has. */
export const noObjects = (): AccessObjects => ({
  draft: newId(),
  complete: newId(),
  open: newId(),
  refused: newId(),
  provider: newId(),
  payer: newId(),
  user: newId(),
  invite: newId(),
  view: newId(),
  batch: newId(),
  rule: newId(),
  item: newId(),
  person: newId(),
  otherPerson: newId(),
  case: newId(),
  caseTask: newId(),
  callSheet: newId(),
  estimate: newId(),
  deliveredEstimate: newId(),
  estimateClaim: newId(),
  networkRule: newId(),
});

type Name = keyof AccessObjects;
const OF_CASE = ['case', 'caseTask', 'callSheet', 'estimate', 'deliveredEstimate', 'estimateClaim'] as const;
const EVERY = new Set(Object.keys(noObjects()) as Name[]);

/** What the call reads of its objects. */
export function namesIn(build: Build): ReadonlySet<Name> {
  const names = new Set<Name>();
  build(new Proxy(noObjects(), { get: (objects, name) => (names.add(name as Name), Reflect.get(objects, name)) }));
  return names;
}

/** The one it has, since a user may have so many only. */
async function viewOf(store: Store, owner: Making['owner']): Promise<string> {
  const keys = await store.keys.keysOf(owner.organization_id);
  const whose = { organizationId: owner.organization_id, userId: owner.id };
  const [view] = await store.database.asOrganization(owner.organization_id, async (tx) => await listViews(tx, keys, whose));
  return view?.id ?? (await createView(store, owner));
}

interface Making {
  owner: Pick<User, 'id' | 'organization_id'>;
  payer: string;
  /** Others are ids that nothing has. */
  names?: ReadonlySet<Name>;
}

/** All of one owner, and made for this call alone: a call may change or remove them. */
export async function createAccessObjects(store: Store, { owner, payer, names = EVERY }: Making): Promise<AccessObjects> {
  const { organization_id, id: user_id } = owner;
  const isNamed = (...some: Name[]) => some.some((name) => names.has(name));
  const objects = { ...noObjects(), payer, user: user_id };
  const provider = (await createProvider(store, { organization_id })).id;
  const inquiry = async (status: 'draft' | 'complete' | 'max-retry' | 'error') => {
    const coverage = status === 'complete' ? { coverage: aCoverage() } : {};
    return (await createInquiry(store, { organization_id, user_id, provider_id: provider, payer_id: payer, status, ...coverage })).id;
  };
  objects.provider = provider;
  if (isNamed('draft')) objects.draft = await inquiry('draft');
  if (isNamed('refused')) objects.refused = await inquiry('error');
  if (isNamed('complete', 'person', ...OF_CASE)) objects.complete = await inquiry('complete');
  if (isNamed('open', 'otherPerson')) objects.open = await inquiry('max-retry');
  if (isNamed('person')) objects.person = await personOf(store, organization_id, objects.complete);
  if (isNamed('otherPerson')) objects.otherPerson = await personOf(store, organization_id, objects.open);
  if (isNamed(...OF_CASE)) Object.assign(objects, await createCase(store, owner, { inquiry: objects.complete, provider }));
  if (isNamed('deliveredEstimate', 'estimateClaim'))
    Object.assign(objects, await createEstimateClaim(store, owner, { case: objects.case, provider, payer }));
  if (isNamed('networkRule')) objects.networkRule = await createNetworkRule(store, organization_id);
  if (isNamed('invite')) objects.invite = (await createInvite(store, { organization_id })).id;
  if (isNamed('view')) objects.view = await viewOf(store, owner);
  if (isNamed('batch')) objects.batch = await createBatch(store, { organization_id, user_id, provider_id: provider });
  if (isNamed('rule')) objects.rule = await createRule(store, owner);
  if (isNamed('item')) objects.item = await createItem(store, owner, payer);
  return objects;
}
