/**
 * Behind Original Medicare pVerify may find a private plan that took over, ask it by itself, and keep its answer under an id of its own.
 * Both answers belong together: what to bill follows from the second (product.md 11.2).
 */
import { emptyEntity } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import type { AnswerEntity, AnswerPlan, PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import type { RequestId } from '#ports/clearinghouse.ts';
import { isJsonObject } from '../fact-reader.ts';
import { mapPverifySummary } from './pverify.mapper.ts';
import { followUpSchema } from './pverify.schema.ts';

const ROLE = 'Medicare Advantage payer';
/** Under which the second answer stands beside the first in the raw one. */
const RAW_KEY = 'RecursiveAnswer';

/** Where the second answer waits; null where there is none. */
export function followUpIdOf(body: unknown): RequestId | null {
  const id = followUpSchema.safeParse(body).data?.RecursiveRequestId ?? null;
  return id === null || id === '0' ? null : id;
}

export interface Told {
  answer: PayerAnswer;
  raw: unknown;
}

/** The second answer's plans after the first's, with its lines; nothing of either is lost. */
export function withFollowUp({ answer, raw }: Told, id: RequestId, body: unknown): Told {
  const second = mapPverifySummary(body, []);
  const memberId = second.subscriber?.memberId ?? second.patient?.memberId ?? null;
  const shift = answer.plans.length;
  const lines = second.lines.map((line) => ({ ...line, id: `${RAW_KEY}.${line.id}`, plan: line.plan + shift }));
  const plans = second.plans.map((plan, index): AnswerPlan => {
    const named = [
      { label: 'Payer', value: second.payer.name },
      { label: 'Member ID', value: memberId },
    ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
    const whole = index === 0 ? second.facts : [];
    return { ...plan, name: plan.name ?? second.payer.name, facts: [...named, ...plan.facts, ...whole] };
  });
  const advantage = { ...emptyEntity({ code: null, text: ROLE }), name: second.payer.name, memberId };
  const both: PayerAnswer = {
    ...answer,
    plans: [...answer.plans.map((plan, index) => (index === 0 ? naming(plan, advantage) : plan)), ...plans],
    lines: [...answer.lines, ...lines],
    notices: [...answer.notices, ...second.notices],
    answeredFor: [...answer.answeredFor, ...second.answeredFor],
    facts: [...answer.facts, { label: 'Follow-up request', value: id }],
  };
  return { answer: both, raw: isJsonObject(raw) ? { ...raw, [RAW_KEY]: body } : raw };
}

/** What is known where the second answer cannot be had: that there is one, and under which id. */
export function withoutFollowUp({ answer, raw }: Told, id: RequestId, why: string): Told {
  const notice = { kind: 'other', text: `The clearinghouse also asked the Medicare Advantage plan. ${why}` };
  return {
    answer: {
      ...answer,
      plans: answer.plans.map((plan, index) => (index === 0 ? naming(plan, emptyEntity({ code: null, text: ROLE })) : plan)),
      notices: [...answer.notices, notice],
      facts: [...answer.facts, { label: 'Follow-up request', value: id }],
    },
    raw,
  };
}

/** Medicare's own summary mostly names the private plan already; the member id there only its own answer tells. */
function naming(plan: AnswerPlan, advantage: AnswerEntity): AnswerPlan {
  const known = plan.additionalPayers.find((payer) => payer.role.text === ROLE);
  if (known === undefined) return { ...plan, additionalPayers: [...plan.additionalPayers, advantage] };
  const filled = { ...known, name: known.name ?? advantage.name, memberId: known.memberId ?? advantage.memberId };
  return { ...plan, additionalPayers: plan.additionalPayers.map((payer) => (payer === known ? filled : payer)) };
}
