/** What a person's page says of the checks that its viewer may see (product.md 18.3). Knows no clock. */
import type { PlanState, StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { policiesOf } from '../changes/policies.ts';
import { askedDay } from '../inquiries/asked-day.ts';

export interface PersonCheck {
  id: string;
  status: StoredInquiryStatus;
  created_at: Date;
  answered_at: Date | null;
  /** YYYY-MM-DD; null: the day of asking. */
  as_of_date: string | null;
  has_coverage: boolean;
  plan_status: string | null;
  plan_state: PlanState | null;
  may_be_somebody_else: boolean;
  /** The one it was merged into, if it was. */
  payer_id: string;
  payer_name: string;
  /** As typed. */
  patient: string;
  birth_date: string | null;
  member_id: string | null;
  /** The practice's own number. */
  external_id: string | null;
  relationship: string | null;
  returned: { name: string; member_id: string | null; birth_date: string | null } | null;
}

const isAnswer = (check: PersonCheck): boolean => check.status === 'complete' && check.has_coverage && !check.may_be_somebody_else;
const WITHOUT_ANSWER: ReadonlySet<StoredInquiryStatus> = new Set(['error', 'failure', 'unknown']);

const firstOf = <Value>(checks: readonly PersonCheck[], read: (check: PersonCheck) => Value | null | undefined | ''): Value | null => {
  for (const check of checks) {
    const value = read(check);
    if (value !== null && value !== undefined && value !== '') return value;
  }
  return null;
};

/** As typed last, else as returned by an answer that is not about somebody else. `checks` newest first, as below. */
export function headOf(checks: readonly PersonCheck[]): { name: string; dob: string | null } {
  const own = checks.filter((check) => !check.may_be_somebody_else);
  return {
    name: firstOf(checks, ({ patient }) => patient) ?? firstOf(own, ({ returned }) => returned?.name) ?? '',
    dob: firstOf(checks, (check) => check.birth_date) ?? firstOf(own, ({ returned }) => returned?.birth_date),
  };
}

/** The practice's own number as typed last; null where none was. */
export const externalIdOf = (checks: readonly PersonCheck[]): string | null => firstOf(checks, (check) => check.external_id);

/** As typed, else as returned; each once, the newest first. */
export function memberIdsOf(checks: readonly PersonCheck[]): string[] {
  const ids = checks.map((check) => check.member_id || (check.may_be_somebody_else ? null : check.returned?.member_id) || null);
  return [...new Set(ids.filter((id) => id !== null))];
}

/** `asOf`: the day asked for, YYYY-MM-DD. */
export type AnswerOfPerson = PersonCheck & { asOf: string };

export interface PolicyOfPerson {
  payer: { id: string; name: string };
  member_id: string | null;
  relationship: string | null;
  /** The newest complete answer whose day asked for has come. */
  latest: AnswerOfPerson | null;
  /** Newer than that answer; brought none. */
  refused: PersonCheck | null;
  /** The newest first. */
  checkIds: string[];
}

/** `today` (YYYY-MM-DD) is the practice's. The policy that was checked last leads. */
export function policiesOfPerson(checks: readonly PersonCheck[], today: string): PolicyOfPerson[] {
  const told = checks.toReversed().map((check) => {
    const returned = check.may_be_somebody_else ? null : check.returned?.member_id;
    return { id: check.id, payerId: check.payer_id, memberIds: [check.member_id, returned].filter((id) => typeof id === 'string'), check };
  });
  const all = policiesOf(told).map(({ answers }) => answers.map(({ check }) => check).toReversed());
  const place = new Map(checks.map(({ id }, index) => [id, index]));
  const placeOf = (policy: readonly PersonCheck[]) => place.get(policy[0]?.id ?? '') ?? checks.length;
  return all.toSorted((a, b) => placeOf(a) - placeOf(b)).map((own) => policyOf(own, today));
}

function policyOf(checks: readonly PersonCheck[], today: string): PolicyOfPerson {
  const [newest] = checks;
  if (newest === undefined) throw new Error('a policy without a check');
  const latest = newestAnswer(checks, today);
  const since =
    latest === null
      ? checks
      : checks.slice(
          0,
          checks.findIndex(({ id }) => id === latest.id),
        );
  return {
    payer: { id: newest.payer_id, name: newest.payer_name },
    member_id: memberIdsOf(checks)[0] ?? null,
    relationship: firstOf(checks, (check) => check.relationship),
    latest,
    refused: since.find(({ status }) => WITHOUT_ANSWER.has(status)) ?? null,
    checkIds: checks.map(({ id }) => id),
  };
}

/** The newest complete answer whose day asked for has come; null where there is none. */
export function newestAnswer(checks: readonly PersonCheck[], today: string): AnswerOfPerson | null {
  const latest = checks.find((check) => isAnswer(check) && askedDay(check) <= today);
  return latest ? { ...latest, asOf: askedDay(latest) } : null;
}
