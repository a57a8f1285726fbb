import { PAYMENT_WAYS, type CareLevelKey, type PaymentWay } from '@coverlight/contract/cases/case.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { activeProvidersOptions } from '#features/providers/providers.queries.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Choice } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { messageOf } from '#ui/tied-field.ts';
import { PAYMENT_LABELS } from '../case-words.ts';
import { createCase, useShowCase } from '../cases.queries.ts';
import { LevelChoice } from '../level-choice.tsx';

interface Values {
  levels: CareLevelKey[];
  provider_id: string;
  payment: PaymentWay | '';
  reason: string;
}

/** The levels that were asked about stand there already. */
export function StartCaseDialog({ inquiry, onClose }: { inquiry: Inquiry; onClose: () => void }) {
  const router = useRouter();
  const show = useShowCase();
  const providers = useQuery(activeProvidersOptions);
  const sent = useSentForm<Values, Awaited<ReturnType<typeof createCase>>>({
    defaultValues: { levels: inquiry.submission.careLevels ?? [], provider_id: inquiry.provider.id, payment: '', reason: '' },
    fields: ['levels', 'provider_id', 'payment', 'reason'],
    fallback: UNKNOWN_ERROR,
    send: ({ payment, reason, ...values }) =>
      createCase({ ...values, inquiry_id: inquiry.id, payment: payment === '' ? null : payment, reason: reason === '' ? null : reason }),
    done: async (made) => {
      await show(made);
      await router.navigate({ to: '/cases/$id', params: { id: made.id } });
    },
    takesFocus: false,
  });
  const { form } = sent;
  // The facility of the check may not be active any more: it is offered all the same, and the server has the say.
  const known = providers.data ?? [];
  const offered = known.some(({ id }) => id === inquiry.provider.id) ? known : [inquiry.provider, ...known];
  return (
    <Dialog isOpen title="Start a case" size="lg" onClose={onClose}>
      <SentForm
        sent={sent}
        submitLabel="Start the case"
        asksBeforeLeaving={false}
        beside={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <Controller
          control={form.control}
          name="levels"
          rules={{ validate: (levels) => levels.length > 0 || 'Please choose at least one level of care.' }}
          render={({ field }) => (
            <LevelChoice
              label="Which levels are sought?"
              value={field.value}
              onChange={field.onChange}
              error={messageOf({ form, name: 'levels' })}
            />
          )}
        />
        <Controller
          control={form.control}
          name="provider_id"
          render={({ field }) => (
            <Choice
              label="Facility"
              value={field.value}
              options={offered.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="payment"
          render={({ field }) => (
            <Choice
              label="How it is paid"
              value={field.value}
              options={[{ value: '', label: 'Not asked yet' }, ...PAYMENT_WAYS.map((value) => ({ value, label: PAYMENT_LABELS[value] }))]}
              onChange={field.onChange}
            />
          )}
        />
        <TextField form={form} name="reason" label="Why (optional)" isRequired={false} maxLength={200} autoComplete="off" />
      </SentForm>
    </Dialog>
  );
}
