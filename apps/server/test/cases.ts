/** Cases for tests, as the repositories store them. */
import { insertCallSheet } from '../src/features/cases/calls/calls.repository.ts';
import { insertCaseInquiry } from '../src/features/cases/case-inquiries.repository.ts';
import { insertCaseTask } from '../src/features/cases/tasks/case-tasks.repository.ts';
import { insertCase } from '../src/features/cases/cases.repository.ts';
import { insertEstimateClaim } from '../src/features/estimates/claims/estimate-claims.repository.ts';
import { insertEstimate } from '../src/features/estimates/estimates.repository.ts';
import { insertNetworkRule } from '../src/features/network-rules/network-rules.repository.ts';
import { newId, type Store, type User } from './factories.ts';

export interface CaseObjects {
  case: string;
  caseTask: string;
  callSheet: string;
  estimate: string;
}

/** Of one owner, with a task, a call sheet and an estimate. */
export async function createCase(
  store: Store,
  owner: Pick<User, 'id' | 'organization_id'>,
  { inquiry, provider }: { inquiry: string; provider: string },
): Promise<CaseObjects> {
  const keys = await store.keys.keysOf(owner.organization_id);
  const now = new Date();
  const [id, task, sheet, estimate] = [newId(), newId(), newId(), newId()];
  await store.database.asOrganization(owner.organization_id, async (tx) => {
    await insertCase(tx, keys, {
      id,
      inquiryId: inquiry,
      providerId: provider,
      levels: ['op'],
      state: 'new',
      payment: null,
      reason: null,
      userId: owner.id,
      now,
    });
    await insertCaseInquiry(tx, keys, {
      caseId: id,
      inquiryId: inquiry,
      role: 'main',
      company: null,
      hop: 0,
      userId: owner.id,
      now,
    });
    await insertCaseTask(tx, keys, {
      id: task,
      caseId: id,
      code: 'by-hand',
      subject: task,
      title: 'Ask for the card',
      assigneeId: null,
      dueOn: null,
      userId: owner.id,
      now,
    });
    await insertCallSheet(tx, keys, {
      id: sheet,
      caseId: id,
      inquiryId: inquiry,
      content: {
        company: null,
        purpose: null,
        phone: null,
        phone_origin: null,
        phones: [],
        questions: [
          {
            question: 'single-case',
            level: null,
            network: null,
            words: 'Is a single case agreement possible?',
            said: null,
            said_by: null,
            company: null,
            types: ['yes', 'no'],
          },
        ],
        fixed: ['single-case'],
      },
      userId: owner.id,
      now,
    });
    await insertEstimate(
      tx,
      keys,
      {
        id: estimate,
        case_id: id,
        kind: 'gfe',
        state: 'draft',
        content: { lines: [], apart: [], basis: null, low: null, high: null, missing: [], range: null, due_words: null, actuals: [] },
        scheduled_on: null,
        service_on: null,
        requested_on: null,
        zone: 'America/Los_Angeles',
        due_at: null,
        delivered_how: null,
        delivered_at: null,
        delivered_by: null,
        replaces: null,
        created_by: owner.id,
      },
      now,
    );
  });
  return { case: id, caseTask: task, callSheet: sheet, estimate };
}

/** An estimate of the case that was handed over, and a claim that is stored with it. */
export async function createEstimateClaim(
  store: Store,
  owner: Pick<User, 'id' | 'organization_id'>,
  { case: case_id, provider, payer }: { case: string; provider: string; payer: string },
): Promise<{ deliveredEstimate: string; estimateClaim: string }> {
  const keys = await store.keys.keysOf(owner.organization_id);
  const now = new Date();
  const [deliveredEstimate, estimateClaim] = [newId(), newId()];
  await store.database.asOrganization(owner.organization_id, async (tx) => {
    await insertEstimate(
      tx,
      keys,
      {
        id: deliveredEstimate,
        case_id,
        kind: 'gfe',
        state: 'delivered',
        content: { lines: [], apart: [], basis: null, low: null, high: null, missing: [], range: null, due_words: null, actuals: [] },
        scheduled_on: null,
        service_on: null,
        requested_on: null,
        zone: 'America/Los_Angeles',
        due_at: null,
        delivered_how: 'paper',
        delivered_at: now,
        delivered_by: owner.id,
        replaces: null,
        created_by: owner.id,
      },
      now,
    );
    await insertEstimateClaim(tx, keys, {
      id: estimateClaim,
      estimate_id: deliveredEstimate,
      provider_id: provider,
      payer_id: payer,
      level: null,
      origin: 'file',
      added_by: owner.id,
      added_at: now,
      content: {
        from: null,
        to: null,
        payer: null,
        status: 'Denied',
        billed: '10.00',
        allowed: null,
        is_allowed_worked_out: false,
        paid: '0.00',
        patient: '10.00',
        lines: [],
        numbers: [],
        bill: null,
        rank: null,
        identity: estimateClaim,
        keys: { employer: null, group: null, prefix: null },
        share: null,
      },
    });
  });
  return { deliveredEstimate, estimateClaim };
}

export async function createNetworkRule(store: Store, organizationId: string): Promise<string> {
  const keys = await store.keys.keysOf(organizationId);
  const id = newId();
  await store.database.asOrganization(organizationId, async (tx) => {
    const terms = { levels: [], plan_words: [], network_words: [], insurance_types: [], states: [], group_numbers: [], prefixes: [] };
    const rule = { id, order: 1, payer_id: null, provider_id: null, ...terms, from: null, to: null, note: null };
    await insertNetworkRule(tx, keys, { ...rule, verdict: 'in', source: 'contract' }, new Date());
  });
  return id;
}
