import { Button, Group, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SentForm as SentFormState } from '#lib/use-sent-form.ts';
import { ErrorBanner } from './error-banner.tsx';

// Comes with a dialog, which public screens would load for nothing before the first key is pressed.
const LeaveGuard = lazy(async () => ({ default: (await import('./leave-guard.tsx')).LeaveGuard }));

export interface SentFormProps<Values extends FieldValues> {
  sent: SentFormState<Values>;
  /** A verb. */
  submitLabel: string;
  children: ReactNode;
  /** Beside the submit button: the way back, for instance. */
  beside?: ReactNode;
  /** False where nothing worth keeping is typed. */
  asksBeforeLeaving?: boolean;
}

/** The frame of every plain form: banner, fields, button. */
export function SentForm<Values extends FieldValues>(props: SentFormProps<Values>) {
  const { sent, submitLabel, children, beside, asksBeforeLeaving = true } = props;
  const { errors, isSubmitting, isDirty } = sent.form.formState;
  return (
    <form onSubmit={sent.submit} noValidate aria-busy={isSubmitting}>
      <ErrorBanner message={errors.root?.message ?? null} />
      <Stack>{children}</Stack>
      <Group mt="lg" gap="sm">
        <Button type="submit" loading={isSubmitting}>
          {submitLabel}
        </Button>
        {beside}
      </Group>
      {asksBeforeLeaving && isDirty && (
        <Suspense>
          <LeaveGuard mayLose={sent.mayLose} message="What you entered has not been saved." />
        </Suspense>
      )}
    </form>
  );
}
