import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { Title, UnstyledButton } from '@mantine/core';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './plan-switcher.module.css';
import { PayerWords } from './payer-text.tsx';
import { useReading } from './reading.ts';

interface PlanSwitcherProps {
  plans: readonly Plan[];
  /** Index of the plan whose details show. */
  chosen: number;
  onChoose: (index: number) => void;
}

/** All plans that the payer told of, led by their number; one is open below (docs/product.md 10.1). */
export function PlanSwitcher({ plans, chosen, onChoose }: PlanSwitcherProps) {
  const reading = useReading();
  return (
    <section>
      <Title order={2} mb={6}>{`${plans.length} plans`}</Title>
      <ul className={classes.plans}>
        {plans.map((plan, index) => {
          const { tone, label } = statusWords(plan.status, plan.status_code, reading);
          const details = [plan.insurance_type, plan.number, plan.group_name].filter((part) => part !== null);
          return (
            // Two plans may agree in every word; their place is what tells them apart.
            <li key={index}>
              <UnstyledButton className={classes.choice} aria-pressed={index === chosen} onClick={() => onChoose(index)}>
                <span className={classes.name}>
                  {plan.name === null ? `Plan ${index + 1}, name not stated` : <PayerWords isClamped>{plan.name}</PayerWords>}
                </span>
                <StatusBadge tone={tone}>{label}</StatusBadge>
                {details.length > 0 && (
                  <span className={classes.details}>
                    <PayerWords isClamped>{details.join(' · ')}</PayerWords>
                  </span>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
