import type { AdminPayer } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiFailure } from '#lib/api.ts';
import { applyFieldErrors, focusFirst } from '#lib/apply-field-errors.ts';
import { placeErrors } from '#lib/form-errors.ts';
import { currentUser } from '#lib/session.ts';
import { type SentForm, trimmed } from '#lib/use-sent-form.ts';
import { toast } from '#ui/toast.ts';
import { updatePayer, useRefreshPayers } from './admin-payers.queries.ts';
import { type EditedBeside, PAYER_FIELDS, payerChange, payerStart, type PayerValues } from './payer-values.ts';

const OUTDATED = 'Changed by someone else meanwhile.';
const statusOf = (error: unknown) => (error instanceof ApiFailure ? error.status : null);

/** Saves a payer. Refused fields and somebody else's change are told; any other failure is only logged (docs/product.md 2.14). */
export function usePayerForm(
  payer: AdminPayer,
  edited: EditedBeside,
): { sent: SentForm<PayerValues>; isOutdated: boolean; takeOver: (newest: AdminPayer) => void } {
  const router = useRouter();
  const refresh = useRefreshPayers();
  const form = useForm<PayerValues>({ defaultValues: payerStart(payer), shouldFocusError: false });
  const [isOutdated, setIsOutdated] = useState(false);
  const isLeaving = useRef(false);
  const { isDirty } = form.formState;
  const isEdited = isDirty || Object.keys(payerChange(payer, { values: payerStart(payer), ...edited })).length > 0;

  const tell = (error: unknown) => {
    const status = statusOf(error);
    setIsOutdated(status === 409);
    if (status === 409 || status === 422) applyFieldErrors(form, placeErrors(error, PAYER_FIELDS, OUTDATED), PAYER_FIELDS);
    // The product asks for it: nothing on the screen, something to find when somebody wonders.
    // oxlint-disable-next-line no-console
    else console.error('Saving the payer failed.', error);
  };
  const save = async (typed: PayerValues) => {
    try {
      const { payer: saved } = await updatePayer(payer, payerChange(payer, { values: trimmed(typed), ...edited }));
      isLeaving.current = true;
      toast({ kind: 'success', message: `${saved.name} was updated successfully.` });
      await refresh();
      await router.navigate({ href: `/admin/payers/${payer.id}` });
    } catch (error) {
      tell(error);
    }
  };
  const submit: SentForm<PayerValues>['submit'] = (event) => {
    event?.preventDefault();
    if (form.formState.isSubmitting) return;
    void form.handleSubmit(save, (errors) => focusFirst(form, errors, PAYER_FIELDS))();
  };
  const takeOver = (newest: AdminPayer) => {
    form.reset(payerStart(newest), { keepDirtyValues: true });
    setIsOutdated(false);
  };
  return { sent: { form, submit, mayLose: () => isEdited && !isLeaving.current && currentUser() !== null }, isOutdated, takeOver };
}
