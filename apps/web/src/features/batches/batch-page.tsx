import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotThere, LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Instant } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { LoadFailure } from '#ui/form-states.tsx';
import { KeysButton } from '#ui/keys-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { BATCH_LOOKS, SOURCE_WORDS } from './batch-words.ts';
import { batchOptions, useRemoveBatch } from './batches.queries.ts';
import { ColumnsStep } from './columns/columns-step.tsx';
import { ResultsStep } from './results/results-step.tsx';
import { ReviewStep } from './review/review-step.tsx';

const route = getRouteApi('/signed-in/batches/$id');

/** One list from its columns to its results, by where it stands (docs/product.md 2.18). */
export function BatchPage() {
  const { id } = route.useParams();
  const { data: batch, error, refetch } = useQuery(batchOptions(id));
  if (error && isNotThere(error)) return <LoadFailure error={error} />;
  return (
    <>
      <PageTitle takesFocus={false} actions={<KeysButton />}>
        Several checks
      </PageTitle>
      {error && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {batch && (
        <>
          <BatchHead batch={batch} />
          <Step key={batch.id} batch={batch} />
        </>
      )}
      {!batch && !error && <Skeleton height={320} role="status" aria-label="Loading" />}
    </>
  );
}

function BatchHead({ batch }: { batch: Batch }) {
  const look = BATCH_LOOKS[batch.state];
  return (
    <Group gap="sm" mb="md">
      <StatusBadge tone={look.tone} icon={look.icon}>
        {look.word}
      </StatusBadge>
      <Text size="sm" c="dimmed">
        {batch.rule !== null && `${batch.rule.name}, `}
        {SOURCE_WORDS[batch.source]}, {batch.provider.name}, {batch.user.name}, <Instant at={batch.started_at ?? batch.created_at} />
      </Text>
      <Anchor component={Link} to="/batches" size="sm">
        All lists
      </Anchor>
      {batch.state !== 'sending' && batch.state !== 'paused' && <DeleteBatch batch={batch} />}
    </Group>
  );
}

function Step({ batch }: { batch: Batch }) {
  const [isMapping, setIsMapping] = useState(false);
  if (batch.state === 'reading') return <Skeleton height={320} role="status" aria-label="The list is being read" />;
  if (batch.state === 'columns') return <ColumnsStep batch={batch} />;
  if (batch.state === 'review') {
    if (isMapping) return <ColumnsStep batch={batch} onDone={() => setIsMapping(false)} />;
    return <ReviewStep batch={batch} onColumns={() => setIsMapping(true)} />;
  }
  return <ResultsStep batch={batch} />;
}

function DeleteBatch({ batch }: { batch: Batch }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const removing = useRemoveBatch(batch.id);
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => void navigate({ to: '/batches' }),
      onError: (error) => {
        setIsAsking(false);
        toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR });
      },
    });
  return (
    <>
      <Button variant="subtle" c="red.9" size="compact-sm" onClick={() => setIsAsking(true)}>
        Delete the list
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this list?"
        confirmLabel="Delete"
        isDanger
        isBusy={removing.isPending}
        onConfirm={remove}
        onCancel={() => setIsAsking(false)}
      >
        <Text>
          {batch.started_at === null
            ? 'Its rows are gone for good. Nothing of it has been asked.'
            : 'Its rows are gone for good. The checks that came of it stay in Inquiries.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
