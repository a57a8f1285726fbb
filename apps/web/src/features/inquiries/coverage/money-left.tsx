import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { planName } from '@coverlight/domain/inquiries/coverage/chart-lines.ts';
import { behaviouralAdministrators } from '@coverlight/domain/inquiries/coverage/carve-out.ts';
import { PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { type MoneyCell, moneyLeft, type MoneyValue } from '@coverlight/domain/inquiries/coverage/money-left.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { laterPayerWords, medicalPlanWords } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { useMemo } from 'react';
import { HelpMark } from '#ui/help-mark.tsx';
import { NotStated } from '#ui/money.tsx';
import { FilteredAway } from './filtered-away.tsx';
import { SourceButton } from './line-source.tsx';
import classes from './money-left.module.css';
import { PayerWords } from './payer-text.tsx';

const SIDE_LABELS = { in: 'in network', out: 'out of network' } as const;
/** More would push the levels of care off the first screen; all of them are one press away. */
const SHOWN_VALUES = 2;

const EMBEDDED = {
  term: 'embedded deductible',
  sentence:
    'Where the deductible is embedded, the plan pays for a member once that member’s own part is met; else the whole family amount comes first. Ask the payer which it is.',
};

interface MoneyLeftProps {
  inquiry: Inquiry;
  coverage: Coverage;
  plan: Plan;
  shown: Shown;
  /** Which answer it is of, where two stand on one page. */
  of?: string;
}

/** What is left of the two limits of the plan, in beside out of network: individual large, family small. */
export function MoneyLeft({ inquiry, coverage, plan, shown, of }: MoneyLeftProps) {
  const rows = useMemo(() => moneyLeft(plan), [plan]);
  const companies = useMemo(() => behaviouralAdministrators(coverage, plan), [coverage, plan]);
  const { plans } = coverage;
  const whose = [
    ...(plans.length > 1 ? [`Plan ${plans.indexOf(plan) + 1} of ${plans.length}: ${planName(plan)}`] : []),
    ...medicalPlanWords(companies),
    ...laterPayerWords(inquiry.warnings),
  ];
  return (
    <section className={classes.money} aria-label={of === undefined ? 'Money left' : `Money left, ${of}`}>
      {whose.map((words) => (
        <p key={words} className={classes.whose}>
          <PayerWords isClamped>{words}</PayerWords>
        </p>
      ))}
      <dl className={classes.limits}>
        {rows.flatMap(({ payment, cells }) =>
          cells.map((cell) => (
            <div key={`${payment} ${cell.side}`} className={classes.limit}>
              <dt>
                {payment === 'outOfPocket' ? (
                  <>
                    Out-of-pocket<span className={classes.wide}> limit</span>
                  </>
                ) : (
                  PAYMENT_LABELS[payment]
                )}
                {`, ${SIDE_LABELS[cell.side]}`}
              </dt>
              <Values cell={cell} payment={payment} shown={shown} />
            </div>
          )),
        )}
      </dl>
    </section>
  );
}

function Values({ cell, payment, shown }: { cell: MoneyCell; payment: keyof typeof PAYMENT_LABELS; shown: Shown }) {
  const label = (level: string) => `${PAYMENT_LABELS[payment]}, ${SIDE_LABELS[cell.side]}, ${level}`;
  const isKept = ({ line }: MoneyValue) => shown.hasLine(line);
  const all = [...cell.individual, ...cell.family, ...cell.others];
  const isSilent = all.length === 0;
  if (isSilent || !all.some(isKept)) return <dd className={classes.main}>{isSilent ? <NotStated /> : <FilteredAway />}</dd>;
  const [individual, family, others] = [cell.individual.filter(isKept), cell.family.filter(isKept), cell.others.filter(isKept)];
  const more = [individual, family].map((values) => Math.max(0, values.length - SHOWN_VALUES)).reduce((a, b) => a + b) + others.length;
  return (
    <>
      {individual.slice(0, SHOWN_VALUES).map((value) => (
        <Value key={value.line.line_ids.join()} value={value} label={label('individual')} isMain />
      ))}
      {individual.length === 0 && <dd className={classes.small}>Individual: not stated</dd>}
      {family.slice(0, SHOWN_VALUES).map((value) => (
        <Value key={value.line.line_ids.join()} value={value} label={label('family')} isMain={false} />
      ))}
      {payment === 'deductibles' && cell.side === 'in' && family.length > 0 && (
        <dd className={classes.help}>
          <HelpMark {...EMBEDDED} />
        </dd>
      )}
      {more > 0 && <dd className={classes.small}>{`and ${more} more, see limits below`}</dd>}
    </>
  );
}

function Value({ value, label, isMain }: { value: MoneyValue; label: string; isMain: boolean }) {
  const { left, rest, note, line } = value;
  return (
    <dd className={isMain ? classes.main : classes.small}>
      <SourceButton about={label} service="plan as a whole" lines={[line]}>
        {!isMain && 'Family '}
        {left !== null && <strong>{left}</strong>} {rest}
        {isMain && <span className={classes.level}> individual</span>}
      </SourceButton>
      {note !== null && (
        <span className={classes.note}>
          <PayerWords isClamped>{note}</PayerWords>
        </span>
      )}
    </dd>
  );
}
