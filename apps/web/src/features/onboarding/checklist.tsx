import type { Onboarding } from '@coverlight/contract/onboarding/onboarding.contract.ts';
import { PLAN_LIST_PATH, WELCOME_PATH } from '@coverlight/domain/auth/session-gate.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';
import classes from './checklist.module.css';
import { onboardingOptions, useDismissOnboarding } from './onboarding.queries.ts';

type Step = keyof Omit<Onboarding, 'is_dismissed'>;

const STEPS: readonly { step: Step; label: string; to: string; todo: string }[] = [
  { step: 'has_facility', label: 'Your facility', to: '/organization/providers/new', todo: 'Add it' },
  { step: 'has_first_check', label: 'A first check', to: WELCOME_PATH, todo: 'Try it with a sample patient' },
  { step: 'has_plan', label: 'A plan', to: PLAN_LIST_PATH, todo: 'See the plans' },
  { step: 'has_colleagues', label: 'Your colleagues', to: '/organization/users/new', todo: 'Invite somebody' },
];

/** Whatever needs a plan first is offered once there is one. */
const isOpen = (step: Step, { has_plan: hasPlan }: Onboarding): boolean => hasPlan || step === 'has_first_check' || step === 'has_plan';

/** What is left to do, with the way to it. */
export function Steps({ onboarding }: { onboarding: Onboarding }) {
  return (
    <ul className={classes.steps}>
      {STEPS.map(({ step, label, to, todo }) => {
        const Sign = onboarding[step] ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={step}>
            <Sign size={18} aria-hidden />
            <span>
              {label}
              {onboarding[step] && <span className="visually-hidden">: done</span>}
            </span>
            {!onboarding[step] && isOpen(step, onboarding) && (
              <Anchor component={Link} to={to} size="sm">
                {todo}
              </Anchor>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Above the list until everything is done or a manager says that it is enough (docs/product.md 2.15). */
export function Checklist() {
  const { data: onboarding } = useQuery(onboardingOptions);
  const dismiss = useDismissOnboarding();
  if (onboarding === undefined || onboarding.is_dismissed || STEPS.every(({ step }) => onboarding[step])) return null;
  return (
    <section className={classes.checklist} aria-label="First steps">
      <Group justify="space-between">
        <Text fw={600}>First steps</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(undefined, { onError: () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 }) })}
        >
          Dismiss
        </Button>
      </Group>
      <Steps onboarding={onboarding} />
    </section>
  );
}
