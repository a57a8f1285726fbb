import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { EstimateKind } from '@coverlight/contract/cases/estimate.schema.ts';
import { Alert, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { levelName } from '../case-words.ts';
import { maySeeReimbursements } from '#features/reimbursements/may-see-reimbursements.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { EstimateCard } from './estimate-card.tsx';
import classes from './estimates.module.css';
import { rangeBasis, rangeText } from './estimate-words.ts';
import { estimatesOptions, rangeOptions } from './estimates.queries.ts';

/** What care may cost the patient: a range with what it rests on, and the papers made from it (product.md 20.6, 20.7). */
export function EstimatesSection({ of }: { of: Case }) {
  const { data, isError, refetch } = useQuery(estimatesOptions(of.id));
  const user = useCurrentUser();
  const isEnded = ['admitted', 'declined', 'closed'].includes(of.state);
  const isOwed = of.payment === 'uninsured' || of.payment === 'self-pay';
  const hasGfe = data?.some(({ kind, state }) => kind === 'gfe' && state !== 'replaced') ?? true;
  return (
    <section className={classes.section} aria-labelledby="estimates">
      <div className={classes.head}>
        <Title order={2} id="estimates">
          Estimates
        </Title>
        {!isEnded && (
          <Group gap="xs">
            <NewEstimate caseId={of.id} kind="estimate" label="New estimate" />
            {of.payment !== 'insured' && <NewEstimate caseId={of.id} kind="gfe" label="New Good Faith Estimate" />}
          </Group>
        )}
      </div>
      {isOwed && !hasGfe && !isEnded && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} p="xs">
          A Good Faith Estimate is owed to patients without insurance, and to those who want no claim filed.
        </Alert>
      )}
      {maySeeReimbursements(user) && of.levels.map((level) => <RangeLine key={level} of={of} level={level} />)}
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={60} role="status" aria-label="Loading the estimates" />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No estimates yet.
        </Text>
      )}
      {data?.map((estimate) => (
        <EstimateCard key={estimate.id} estimate={estimate} />
      ))}
      <Text size="xs" c="dimmed">
        Legal counsel has to read the text of these papers before a patient gets one. Until that is confirmed, each is marked as a draft for
        counsel.
      </Text>
    </section>
  );
}

function NewEstimate({ caseId, kind, label }: { caseId: string; kind: EstimateKind; label: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => <Link to="/cases/$id/estimates/new" params={{ id: caseId }} search={{ kind }} {...props} />}
    >
      {label}
    </Button>
  );
}

/** What payers allowed before, of one level: a range, never a point. */
function RangeLine({ of, level }: { of: Case; level: Case['levels'][number] }) {
  const { data, isError, refetch } = useQuery(rangeOptions(of.id, level));
  if (isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={40} role="status" aria-label="Loading the range" />;
  return (
    <div>
      <Text size="sm">
        {`${levelName(level)}, allowed before: `}
        <strong>{rangeText(data)}</strong>
      </Text>
      <Text size="xs" c="dimmed">
        {rangeBasis(data)}
      </Text>
    </div>
  );
}
