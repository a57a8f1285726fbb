import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { activeProvidersOptions } from '#features/providers/providers.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';

export interface Choices {
  payers: readonly Payer[];
  providers: readonly { id: string; name: string }[];
}

/** Loads what the form chooses from, then shows it. */
export function FormChoices({ children }: { children: (choices: Choices) => ReactNode }) {
  const payers = useQuery(payersOptions);
  const providers = useQuery(activeProvidersOptions);
  if (payers.isError || providers.isError) {
    const retry = () => void Promise.all([payers.refetch(), providers.refetch()]);
    return <ErrorBanner message={LIST_ERROR} onRetry={retry} />;
  }
  if (payers.isPending || providers.isPending) return <Skeleton height={320} role="status" aria-label="Loading the form" />;
  return children({ payers: payers.data, providers: providers.data });
}
