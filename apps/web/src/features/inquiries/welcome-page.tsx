import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { PLAN_LIST_PATH } from '@coverlight/domain/auth/session-gate.ts';
import { Alert, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Steps } from '#features/onboarding/checklist.tsx';
import { onboardingOptions, useSample } from '#features/onboarding/onboarding.queries.ts';
import { TRY_LATER } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SampleAnswer } from './sample-answer.tsx';

/** After registration: what the product does, before anybody is shown a price (docs/product.md 2.15). */
export function WelcomePage() {
  const { data: onboarding, isPending } = useQuery(onboardingOptions);
  return (
    <Stack>
      <PageTitle>Welcome</PageTitle>
      {onboarding && <Steps onboarding={onboarding} />}
      {/* Steps that come later would move the button away under the hand that presses it. */}
      {isPending ? <Skeleton height={240} maw={640} role="status" aria-label="Loading" /> : <Sample />}
    </Stack>
  );
}

function Sample() {
  const sample = useSample();
  if (sample.data !== undefined) return <Answered inquiry={sample.data} />;
  return (
    <>
      {sample.isError && <ErrorBanner message={TRY_LATER} />}
      <SamplePatient isPending={sample.isPending} onRun={() => sample.mutate()} />
    </>
  );
}

function SamplePatient({ isPending, onRun }: { isPending: boolean; onRun: () => void }) {
  return (
    <Card withBorder maw={640}>
      <Stack gap="sm">
        <Text fw={600}>See a check before you decide anything</Text>
        <Text size="sm">
          Ottoline Quackenbush, born 07/19/1984, member ID XQZ100200300, of Fern Valley Health. Patient and payer are invented: nobody is
          asked, nothing is billed, and the answer is one that we recorded, read as a real one would be.
        </Text>
        <Group>
          <Button loading={isPending} onClick={onRun}>
            Run the sample check
          </Button>
          <Button component={Link} to={PLAN_LIST_PATH} variant="subtle">
            Skip, see the plans
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Answered({ inquiry }: { inquiry: Inquiry }) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <Alert ref={notice} tabIndex={-1} color="blue" title="This is a sample">
        <Group justify="space-between">
          <Text size="sm">Patient and payer are invented, nobody was asked, and this answer is kept nowhere.</Text>
          <Button component={Link} to={PLAN_LIST_PATH} size="compact-md">
            Go on to the plans
          </Button>
        </Group>
      </Alert>
      <SampleAnswer inquiry={inquiry} />
    </>
  );
}
