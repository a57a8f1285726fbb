import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { activeProvidersOptions } from '#features/providers/providers.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import type { InquiryFormValues } from './form-values.ts';
import { useKeptValues } from './use-kept-form.ts';

export interface Choices {
  payers: readonly Payer[];
  providers: readonly { id: string; name: string }[];
  /** What stood here before a reload; null: nothing did. */
  kept: InquiryFormValues | null;
}

/** Loads what the form chooses from, then shows it. */
export function FormChoices({ children }: { children: (choices: Choices) => ReactNode }) {
  const router = useRouter();
  const [path] = useState(() => router.latestLocation.href);
  const kept = useKeptValues(path);
  const payers = useQuery(payersOptions);
  const providers = useQuery(activeProvidersOptions);
  if (payers.isError || providers.isError) {
    const retry = () => void Promise.all([payers.refetch(), providers.refetch()]);
    return <ErrorBanner message={LIST_ERROR} onRetry={retry} />;
  }
  if (payers.isPending || providers.isPending || kept.isPending)
    return <Skeleton height={320} role="status" aria-label="Loading the form" />;
  return children({ payers: payers.data, providers: providers.data, kept: kept.values });
}
