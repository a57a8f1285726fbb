/** How far checking gets a practice (product.md 20.8). */
import type { VerificationReport } from '@coverlight/contract/cases/reports.contract.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Tx } from '#db/client.ts';
import { sumCases, sumChecks, sumPeople, sumSpend } from './reports.repository.ts';

/** With one decimal, a half up; null of none. */
function ratio(part: number, of: number, scale: bigint): string | null {
  if (of === 0) return null;
  const tenths = (BigInt(part) * 20n * scale + BigInt(of)) / (BigInt(of) * 2n);
  return `${tenths / 10n}.${tenths % 10n}`;
}

const percent = (part: number, of: number) => ratio(part, of, 100n);
const minutes = (seconds: number) => ratio(seconds, 60, 1n) ?? '0.0';
const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10);

/** The first full hour of UTC in which it is that day for a practice: its midnight, whatever the season. */
function startOf(day: string): Date {
  const hours = Array.from({ length: 24 }, (_, hour) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`));
  return hours.find((at) => localDay(at, DEFAULT_ZONE) === day) ?? new Date(`${day}T00:00:00Z`);
}

/** `since` is a day of the practice. */
export async function makeReport(
  tx: Tx,
  organizationId: string,
  { since, now }: { since: string; now: Date },
): Promise<VerificationReport> {
  const from = startOf(since);
  const checks = await sumChecks(tx, organizationId, from);
  const cases = await sumCases(tx, organizationId, from);
  const people = await sumPeople(tx, organizationId, from);
  const total = (of: (person: (typeof people)[number]) => number) => people.reduce((sum, person) => sum + of(person), 0);
  const calls = total((person) => person.calls);
  const callSeconds = total((person) => person.call_seconds);
  const { sent, answered, refused, failed, open } = checks;
  return {
    since,
    until: localDay(now, DEFAULT_ZONE),
    checks: { sent, answered, refused, failed, open },
    answer_seconds: { median: rounded(checks.median), p95: rounded(checks.p95) },
    cases: { opened: cases.opened, ended: cases.ended },
    known: {
      first_answer: percent(cases.known_first, cases.cells),
      after_asking: percent(cases.known_asked, cases.cells),
      after_calls: percent(cases.known_called, cases.cells),
    },
    phone: {
      calls,
      minutes: minutes(callSeconds),
      on_hold_minutes: minutes(total((person) => person.hold_seconds)),
      minutes_per_call: ratio(callSeconds, calls * 60, 1n),
    },
    checks_per_person: ratio(checks.of_persons, checks.persons, 1n),
    by_user: people.map((person) => ({
      user: { id: person.user_id, name: person.name },
      checks: person.checks,
      calls: person.calls,
      call_minutes: minutes(person.call_seconds),
    })),
    spend: await sumSpend(tx, organizationId, from),
  };
}

/** Two columns, and a block of people below. */
export function reportRows({
  checks,
  answer_seconds: seconds,
  cases,
  known,
  phone,
  by_user: people,
  spend,
  ...days
}: VerificationReport): string[][] {
  const told = (value: string | number | null) => (value === null ? 'not known' : String(value));
  return [
    ['since', days.since],
    ['until', days.until],
    ['checks sent', told(checks.sent)],
    ['checks answered', told(checks.answered)],
    ['checks refused', told(checks.refused)],
    ['checks failed', told(checks.failed)],
    ['checks open', told(checks.open)],
    ['seconds to the answer, median', told(seconds.median)],
    ['seconds to the answer, 95th percentile', told(seconds.p95)],
    ['cases opened', told(cases.opened)],
    ['of these ended', told(cases.ended)],
    ['percent known at first answer', told(known.first_answer)],
    ['percent known after asking', told(known.after_asking)],
    ['percent known after calls', told(known.after_calls)],
    ['calls', told(phone.calls)],
    ['minutes on the phone', told(phone.minutes)],
    ['minutes on hold', told(phone.on_hold_minutes)],
    ['minutes a call', told(phone.minutes_per_call)],
    ['checks a patient', told(days.checks_per_person)],
    ['checks counted', told(spend.counted)],
    ['dollars beyond the plan', told(spend.dollars)],
    ...people.flatMap(({ user, ...sums }) => [
      [`${user.name}: checks`, told(sums.checks)],
      [`${user.name}: calls`, told(sums.calls)],
      [`${user.name}: minutes on the phone`, told(sums.call_minutes)],
    ]),
  ];
}
