import type { RemittedClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { NOT_STATED } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { moneyText } from '#ui/money.tsx';
import classes from '../estimates.module.css';

export type ClaimAmounts = NonNullable<RemittedClaim['amounts']>;

const money = (value: string | null) => (value === null ? NOT_STATED : moneyText(value));

/** "03/03/2026", "03/03/2026 to 03/07/2026". */
export function claimDays({ from, to }: Pick<ClaimAmounts, 'from' | 'to'>): string {
  if (from === null) return 'Day not stated';
  return to === null || to === from ? usDate(from) : `${usDate(from)} to ${usDate(to)}`;
}

/** The four amounts, and each line of the claim behind a fold. */
export function ClaimAmountsView({ amounts }: { amounts: ClaimAmounts }) {
  const { billed, allowed, paid, patient, is_allowed_worked_out: isWorkedOut, lines } = amounts;
  const facts = [
    { label: 'Billed', value: money(billed) },
    { label: isWorkedOut ? 'Allowed (worked out)' : 'Allowed', value: money(allowed) },
    { label: 'Paid', value: money(paid) },
    { label: 'Patient’s', value: money(patient) },
  ];
  return (
    <>
      <dl className={classes.amounts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 1 && (
        <details className={classes.fold}>
          <summary>{`${lines.length} lines`}</summary>
          <ul className={classes.steps}>
            {lines.map((line, index) => (
              // Lines have no number of their own, and may be alike.
              <li key={index}>
                {[
                  line.code ?? 'No code',
                  line.on === null ? null : usDate(line.on),
                  `billed ${moneyText(line.billed)}`,
                  `allowed ${money(line.allowed)}`,
                  `paid ${moneyText(line.paid)}`,
                  `patient’s ${moneyText(line.patient)}`,
                ]
                  .filter((part) => part !== null)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
