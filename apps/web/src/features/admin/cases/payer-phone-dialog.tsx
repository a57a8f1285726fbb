import { PAYER_PHONE_KINDS, type PayerPhone } from '@coverlight/contract/admin/admin-cases.contract.ts';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { REQUIRED, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Choice } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { listPayers, PAYERS_KEY } from '../payers/admin-payers.queries.ts';
import { type Choice as Found, SearchedSelect } from '../searched-select.tsx';
import { createPayerPhone, PAYER_PHONES_KEY, updatePayerPhone } from './payer-phones.queries.ts';

export const KIND_LABELS: Readonly<Record<PayerPhone['kind'], string>> = {
  eligibility: 'Eligibility and benefits',
  authorization: 'Authorization',
  claims: 'Claims',
};

interface Values {
  payer: Found | null;
  kind: PayerPhone['kind'];
  phone: string;
  note: string;
}

/** `phone` null: a new one. Payer and kind of a known one stay. */
export function PayerPhoneDialog({ phone, onClose }: { phone: PayerPhone | null; onClose: () => void }) {
  const client = useQueryClient();
  const sent = useSentForm<Values, PayerPhone>({
    defaultValues: {
      payer: phone === null ? null : { id: phone.payer_id, name: phone.payer_name },
      kind: phone?.kind ?? 'eligibility',
      phone: phone?.phone ?? '',
      note: phone?.note ?? '',
    },
    fields: ['payer', 'kind', 'phone', 'note'],
    fallback: UNKNOWN_ERROR,
    send: (values) => {
      const rest = { phone: values.phone, note: values.note === '' ? null : values.note };
      return phone === null
        ? createPayerPhone({ payer_id: values.payer?.id ?? '', kind: values.kind, ...rest })
        : updatePayerPhone(phone.id, rest);
    },
    done: async () => {
      await client.invalidateQueries({ queryKey: PAYER_PHONES_KEY });
      onClose();
    },
    takesFocus: false,
  });
  const { form } = sent;
  return (
    <Dialog isOpen title={phone === null ? 'Add a number' : 'Edit the number'} onClose={onClose}>
      <SentForm
        sent={sent}
        submitLabel="Save"
        asksBeforeLeaving={false}
        beside={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {phone === null ? (
          <>
            <Controller
              control={form.control}
              name="payer"
              rules={{ validate: (payer) => payer !== null || REQUIRED }}
              render={({ field }) => (
                <SearchedSelect
                  label="Payer"
                  queryKey={[...PAYERS_KEY, 'choice']}
                  fetchPage={listPayers}
                  value={field.value}
                  onChange={field.onChange}
                  error={form.formState.errors.payer?.message}
                />
              )}
            />
            <Controller
              control={form.control}
              name="kind"
              render={({ field }) => (
                <Choice
                  label="For"
                  value={field.value}
                  options={PAYER_PHONE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
                  onChange={field.onChange}
                />
              )}
            />
          </>
        ) : (
          <Text>{`${phone.payer_name}, ${KIND_LABELS[phone.kind].toLowerCase()}`}</Text>
        )}
        <PhoneField form={form} name="phone" />
        <TextField form={form} name="note" label="Note" isRequired={false} maxLength={200} autoComplete="off" />
      </SentForm>
    </Dialog>
  );
}
