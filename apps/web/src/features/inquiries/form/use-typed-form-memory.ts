import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { forgetTypedForm, rememberTypedForm, typedForm } from '#lib/form-memory.ts';
import { onSessionEnded } from '#lib/session.ts';
import type { InquiryFormValues } from './form-values.ts';

/** What was typed when the session ended stands there again once the same person is back in this tab (docs/product.md 4.2). */
export function useTypedFormMemory(form: UseFormReturn<InquiryFormValues>, key: string, userId: string): void {
  useEffect(() => {
    const typed = typedForm(key, userId) as InquiryFormValues | null;
    if (typed) form.reset(typed, { keepDefaultValues: true });
    forgetTypedForm(key);
    return onSessionEnded((end) => {
      // Who signed out on purpose leaves nothing behind.
      if (end === 'refused') rememberTypedForm(key, userId, form.getValues());
    });
  }, [form, key, userId]);
}
