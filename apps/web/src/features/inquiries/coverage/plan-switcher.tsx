import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { planDifferences } from '@coverlight/domain/inquiries/coverage/plan-differences.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './plan-switcher.module.css';
import { PayerWords } from './payer-text.tsx';
import { useReading } from './reading.ts';
import { usePrinting } from './use-printing.ts';

/** More lines would push the levels of care off the first screen. */
const SHOWN_PLANS = 2;

interface PlanSwitcherProps {
  plans: readonly Plan[];
  /** Index of the plan that the head of the answer tells of. */
  leading: number;
  /** Index of the plan that shows. */
  chosen: number;
  onChoose: (index: number) => void;
}

/** The plans that do not show, one line each: what differs from the one that does, and the switch to it (docs/product.md 10.1). */
export function PlanSwitcher({ plans, leading, chosen, onChoose }: PlanSwitcherProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = plans[chosen];
  if (!shown) return null;
  const others = plans.map((plan, index) => ({ plan, index })).filter(({ index }) => index !== chosen);
  const listed = showsAll ? others : others.slice(0, SHOWN_PLANS);
  return (
    <section className={classes.switcher} aria-label={`${plans.length} plans`}>
      {chosen !== leading && (
        <p className={classes.shown}>
          {`Plan ${chosen + 1} of ${plans.length}: `}
          <PayerWords isClamped>{nameOf(shown, chosen)}</PayerWords>
        </p>
      )}
      <ul className={classes.plans}>
        {listed.map(({ plan, index }) => (
          // Two plans may agree in every word; their place is what tells them apart.
          <li key={index}>
            <OtherPlan plan={plan} index={index} shown={shown} onChoose={() => onChoose(index)} />
          </li>
        ))}
      </ul>
      {others.length > listed.length && (
        <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
          {others.length - listed.length === 1 ? '1 more plan' : `${others.length - listed.length} more plans`}
        </UnstyledButton>
      )}
    </section>
  );
}

const nameOf = (plan: Plan, index: number) => plan.name ?? plan.insurance_type ?? `plan ${index + 1}, name not stated`;

function OtherPlan({ plan, index, shown, onChoose }: { plan: Plan; index: number; shown: Plan; onChoose: () => void }) {
  const reading = useReading();
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = usePrinting() || isOpened;
  const { tone, label } = statusWords(plan.status, plan.status_code, reading);
  const differences = planDifferences(shown, plan, reading).filter((words) => !words.startsWith('Status '));
  return (
    <div className={classes.plan}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <UnstyledButton className={classes.words} aria-expanded={isOpen} onClick={() => setIsOpened(!isOpened)}>
        <strong>
          <PayerWords isClamped>{nameOf(plan, index)}</PayerWords>
        </strong>{' '}
        <PayerWords isClamped>{differences.length === 0 ? 'says the same' : differences.join(', ')}</PayerWords>
      </UnstyledButton>
      <Button variant="default" size="compact-xs" className="no-print" onClick={onChoose}>
        {`Show plan ${index + 1}`}
      </Button>
    </div>
  );
}
