import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { SentForm as SentFormState } from '#lib/use-sent-form.ts';
import { ErrorBanner } from './error-banner.tsx';
import { LeaveGuard } from './leave-guard.tsx';

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
  const { errors, isSubmitting } = sent.form.formState;
  const button = useRef<HTMLButtonElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    // A button at work is disabled and so loses the focus; keyboards go on where they were unless a field has something to say.
    if (wasSubmitting.current && !isSubmitting && document.activeElement === document.body) button.current?.focus();
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting]);
  return (
    <form onSubmit={sent.submit} noValidate aria-busy={isSubmitting}>
      <ErrorBanner message={errors.root?.message ?? null} />
      <Stack>{children}</Stack>
      <Group mt="lg" gap="sm">
        <Button ref={button} type="submit" loading={isSubmitting}>
          {submitLabel}
        </Button>
        {beside}
      </Group>
      {asksBeforeLeaving && <LeaveGuard mayLose={sent.mayLose} message="What you entered has not been saved." />}
    </form>
  );
}
