/**
 * Several plans in one answer: pVerify describes one, but the rows on the plan as a whole may name more, by description or, as with the parts
 * of Medicare, by kind of insurance. Each becomes a plan, and rows go to the plan they name.
 */
import type { AnswerLine, AnswerPlan } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';

/** `described` is the plan of the summary; it stays the first. */
export function splitPlans(described: AnswerPlan, lines: AnswerLine[]): { plans: AnswerPlan[]; lines: AnswerLine[] } {
  const heads = new Map<string, AnswerLine>();
  for (const line of lines) {
    const name = isPlanStatus(line) ? nameOf(line) : null;
    if (name !== null && !heads.has(name)) heads.set(name, line);
  }
  if (heads.size < 2) return splitSummary(described, lines);
  const names = [...heads.keys()];
  const isActive = (code: string | null | undefined) => /^[1-5]$/.test(code ?? '');
  // The summary has one status for all of them: it contradicts the rows only where it agrees with none.
  const isBacked = [...heads.values()].some((head) => isActive(head.kind) === isActive(described.status?.code));
  const first = isBacked ? { ...described, status: null } : described;
  const plans = [...heads.values()].map((head, index) => planOf(head, index === 0 ? first : null));
  return { plans, lines: lines.map((line) => ({ ...line, plan: placeOf(line, names, [...heads.values()]) })) };
}

/** A summary that names its plans in one text, as "Medicare Part A,Medicare Part B", where rows name one of them: each is a plan of its own. */
function splitSummary(described: AnswerPlan, lines: AnswerLine[]): { plans: AnswerPlan[]; lines: AnswerLine[] } {
  const names = (described.name ?? '').split(/,(?!\s)/).map((name) => name.trim());
  const partOf = (line: AnswerLine) =>
    [line.planName, line.insuranceType?.text ?? null].map((name) => names.findIndex((each) => each === name));
  if (names.length < 2 || !lines.some((line) => partOf(line).some((part) => part >= 0))) return { plans: [described], lines };
  const plans = names.map((name, part) => {
    const insuranceType = lines.find((line) => partOf(line).includes(part))?.insuranceType ?? null;
    if (part > 0) return { ...emptyPlan(), name, insuranceType, status: described.status };
    return {
      ...described,
      name,
      insuranceType: insuranceType ?? described.insuranceType,
      facts: [...described.facts, summaryName(described)],
    };
  });
  return { plans, lines: lines.map((line) => ({ ...line, plan: partOf(line).find((part) => part >= 0) ?? 0 })) };
}

const summaryName = ({ name }: AnswerPlan) => ({ label: 'Plan summary: Plan name', value: name ?? '' });

function isPlanStatus(line: AnswerLine): boolean {
  return /^[1-8]$/.test(line.kind) && (line.service === null || line.service.code === '30');
}

function nameOf(line: AnswerLine): string | null {
  return line.planName ?? line.insuranceType?.text ?? null;
}

/** The plan a row names; rows that name none belong to the first. */
function placeOf(line: AnswerLine, names: string[], heads: AnswerLine[]): number {
  const byName = line.planName === null ? -1 : names.indexOf(line.planName);
  if (byName >= 0) return byName;
  const type = line.insuranceType?.text;
  const sameType = heads.filter((head) => type !== undefined && head.insuranceType?.text === type);
  const [only] = sameType;
  return only !== undefined && sameType.length === 1 ? heads.indexOf(only) : 0;
}

/** What the row says of its plan; of the first plan the summary says the rest, and its own words for several plans stay a fact. */
function planOf(head: AnswerLine, described: AnswerPlan | null): AnswerPlan {
  const plan = described ?? emptyPlan();
  const name = head.planName ?? (described === null ? nameOf(head) : described.name);
  const facts = [...plan.facts];
  if (plan.name !== null && plan.name !== name) facts.push(summaryName(plan));
  const type = plan.insuranceType?.text ?? null;
  if (type !== null && head.insuranceType !== null && type !== head.insuranceType.text)
    facts.push({ label: 'Plan summary: Policy type', value: type });
  const valueOf = (label: string): string | null => head.facts.find((fact) => fact.label.toLowerCase() === label)?.value ?? null;
  return {
    ...plan,
    status: plan.status ?? { code: head.kind, text: head.kindText },
    name,
    insuranceType: head.insuranceType ?? plan.insuranceType,
    number: plan.number ?? valueOf('plan number'),
    networkName: plan.networkName ?? valueOf('plan network id number name'),
    groupNumber: plan.groupNumber ?? valueOf('group number'),
    groupName: plan.groupName ?? valueOf('group number name'),
    facts,
  };
}
