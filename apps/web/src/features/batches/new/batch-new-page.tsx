import { Anchor, Button, Group, Paper, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { lastProvider, noteProvider } from '#features/inquiries/form/habits.ts';
import { activeProvidersOptions } from '#features/providers/providers.queries.ts';
import { LIST_ERROR, placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSendKey } from '#lib/use-send-key.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { UploadProgress } from '#ui/upload-progress.tsx';
import { BatchNav } from '../batch-nav.tsx';
import { batchKeys, bringIn, type BroughtIn } from '../batches.queries.ts';
import { DropPlace } from './drop-place.tsx';
import { type Cells, countFilled, textOf } from './grid-text.ts';
import { ListGrid } from './list-grid.tsx';

/** Brings a list in: pasted, typed, or as a file (docs/product.md 2.18). */
export function BatchNewPage() {
  const providers = useQuery(activeProvidersOptions);
  return (
    <>
      <PageTitle takesFocus={false}>Check several</PageTitle>
      <BatchNav />
      {providers.isError ? (
        <ErrorBanner message={LIST_ERROR} onRetry={() => void providers.refetch()} />
      ) : providers.isPending ? (
        <Skeleton height={320} role="status" aria-label="Loading the form" />
      ) : (
        <BringIn providers={providers.data} />
      )}
    </>
  );
}

const FIELDS = ['provider_id', 'file', 'text'] as const;

function BringIn({ providers }: { providers: readonly { id: string; name: string }[] }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [providerId, setProviderId] = useState(() => usualProvider(providers, user?.id));
  const [cells, setCells] = useState<Cells>([]);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [missing, setMissing] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const isLeaving = useRef(false);
  const reading = useSingleMutation({
    mutationFn: (list: BroughtIn) => {
      if ('file' in list) setShare(0);
      return bringIn(list, setShare);
    },
    onSettled: () => setShare(null),
    onSuccess: (batch) => {
      if (user) noteProvider(user.id, providerId);
      client.setQueryData(batchKeys.one(batch.id), batch);
      isLeaving.current = true;
      void navigate({ to: '/batches/$id', params: { id: batch.id } });
    },
  });
  const button = useKeptFocus<HTMLButtonElement>(reading.isPending);
  useFirstPlace(providerId === '');
  const refused = reading.error === null ? null : placeErrors(reading.error, FIELDS, TRY_LATER);
  const wordsOf = (field: (typeof FIELDS)[number]) => missing[field] ?? refused?.fields[field];
  const begin = (brought: File | null) => {
    const hasList = brought !== null || countFilled(cells) > 0;
    setMissing({
      ...(providerId === '' ? { provider_id: 'Please choose a provider.' } : {}),
      ...(hasList ? {} : { text: 'Please paste a list with its heading, or choose a file.' }),
    });
    if (providerId === '' || !hasList) return;
    reading.mutate(brought === null ? { text: textOf(cells), providerId } : { file: brought, providerId });
  };
  useSendKey(() => begin(file));
  const takeFile = (next: File | null) => {
    setFile(next);
    reading.reset();
    if (next !== null) begin(next);
  };
  return (
    <Paper withBorder p="lg" radius="md">
      <form
        noValidate
        aria-busy={reading.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          begin(file);
        }}
      >
        <ErrorBanner message={refused?.banner ?? null} />
        <Stack>
          <Select
            label="Provider"
            withAsterisk
            description={<MissingProvider />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={providers.map(({ id, name }) => ({ value: id, label: name }))}
            value={providerId === '' ? null : providerId}
            onChange={(value) => setProviderId(value ?? '')}
            searchable={providers.length > 8}
            allowDeselect={false}
            placeholder={providers.length === 0 ? 'No active provider' : 'Choose'}
            error={wordsOf('provider_id')}
            data-provider
          />
          <DropPlace file={file} isBusy={reading.isPending} error={wordsOf('file')} onFile={takeFile}>
            <ListGrid
              cells={cells}
              error={wordsOf('text')}
              onChange={(next) => {
                setCells(next);
                setMissing({});
                reading.reset();
              }}
            />
          </DropPlace>
          <UploadProgress share={share} />
          <Group>
            <Button ref={button} type="submit" loading={reading.isPending}>
              Read the list
            </Button>
            <Text size="sm" c="dimmed">
              Nothing is asked yet: you see every row and what it costs first.
            </Text>
          </Group>
        </Stack>
      </form>
      <LeaveGuard mayLose={() => cells.length > 0 && !isLeaving.current} message="The list that you entered has not been read." />
    </Paper>
  );
}

/** The only one, or the one that was asked under last. */
function usualProvider(providers: readonly { id: string }[], userId: string | undefined): string {
  const last = userId === undefined ? null : lastProvider(userId);
  return providers.find(({ id }) => id === last)?.id ?? (providers.length === 1 ? (providers[0]?.id ?? '') : '');
}

function MissingProvider() {
  const user = useCurrentUser();
  if (!isManager(user)) return 'Not in the list? Please ask your manager to add the provider.';
  return (
    <>
      Not in the list?{' '}
      <Anchor component={Link} to="/organization/providers/new" inherit>
        Add a provider
      </Anchor>
    </>
  );
}

/** The cursor stands where the list is put, unless something has to be chosen first. */
function useFirstPlace(isProviderMissing: boolean): void {
  const [wanted] = useState(isProviderMissing ? '[data-provider]' : '[data-list-paste]');
  useEffect(() => document.querySelector<HTMLElement>(wanted)?.focus(), [wanted]);
}
