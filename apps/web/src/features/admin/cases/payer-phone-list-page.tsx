import { PAYER_PHONE_KINDS, type PayerPhone } from '@coverlight/contract/admin/admin-cases.contract.ts';
import { phoneText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Column } from '#ui/data-table.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { AdminSection } from '../admin-section.tsx';
import { failed } from '../failed-toast.ts';
import { RowSwitch } from '../row-switch.tsx';
import { KIND_LABELS, PayerPhoneDialog } from './payer-phone-dialog.tsx';
import {
  confirmEstimateNotice,
  estimateNoticeOptions,
  listPayerPhones,
  PAYER_PHONES_KEY,
  removePayerPhone,
} from './payer-phones.queries.ts';

const store = createMemoryStore<ListView>({ page: 1, sort: '', q: '' });

/** Numbers that call sheets fall back to, and whether counsel has read the papers for patients (product.md 20.2, 20.7). */
export function PayerPhoneListPage() {
  const view = store.use();
  const [opened, setOpened] = useState<PayerPhone | 'new' | null>(null);
  return (
    <Stack>
      <PageTitle
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
            Add a number
          </Button>
        }
      >
        Payers’ phone numbers
      </PageTitle>
      <Text size="sm">{`At most one of each kind a payer (${PAYER_PHONE_KINDS.map((kind) => KIND_LABELS[kind].toLowerCase()).join(', ')}). A call sheet takes it where no answer names a number.`}</Text>
      <div>
        <AdminList
          label="Payers’ phone numbers"
          columns={columnsOf(setOpened)}
          rowId={(row) => row.id}
          rowLabel={(row) => `${row.payer_name}, ${KIND_LABELS[row.kind]}`}
          empty="No numbers yet. Add one."
          view={view}
          onView={store.set}
          queryKey={PAYER_PHONES_KEY}
          fetchPage={({ page, limit }, signal) => listPayerPhones({ page, limit }, signal)}
        />
      </div>
      <EstimateNoticeSection />
      {opened !== null && <PayerPhoneDialog phone={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

const columnsOf = (onEdit: (phone: PayerPhone) => void): readonly Column<PayerPhone>[] => [
  { id: 'payer', header: 'Payer', cell: (row) => row.payer_name },
  { id: 'kind', header: 'For', cell: (row) => KIND_LABELS[row.kind] },
  { id: 'phone', header: 'Phone', cell: (row) => <span className="tabular">{phoneText(row.phone)}</span> },
  { id: 'note', header: 'Note', cell: (row) => row.note ?? 'none' },
  { id: 'actions', header: 'Actions', isHeaderHidden: true, cell: (row) => <PhoneActions phone={row} onEdit={() => onEdit(row)} /> },
];

function PhoneActions({ phone, onEdit }: { phone: PayerPhone; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const name = `${KIND_LABELS[phone.kind].toLowerCase()} of ${phone.payer_name}`;
  const remove = useSingleMutation({
    mutationFn: () => removePayerPhone(phone.id),
    onSuccess: async () => {
      setIsAsking(false);
      await client.invalidateQueries({ queryKey: PAYER_PHONES_KEY });
    },
    onError: (error) => failed(error),
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="subtle" aria-label={`Edit the number for ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"

        aria-label={`Delete the number for ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete the number for ${name}?`}
        confirmLabel="Delete"
        isDanger
        isBusy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <Text>New call sheets do not offer it any more. Those that were made keep it.</Text>
      </ConfirmDialog>
    </Group>
  );
}

function EstimateNoticeSection() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(estimateNoticeOptions);
  const save = async (isOn: boolean) => {
    await confirmEstimateNotice(isOn);
    await client.invalidateQueries({ queryKey: estimateNoticeOptions.queryKey });
  };
  return (
    <AdminSection title="Text of estimates">
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      <Stack gap="xs">
        <Text size="sm">
          Good Faith Estimates and estimates print as drafts for counsel until it is confirmed here that legal counsel has read their text,
          in English and in Spanish.
        </Text>
        {data && <RowSwitch label="Counsel has read the text" isOn={data.is_confirmed} save={save} />}
        {data?.confirmed_by && <Text size="xs" c="dimmed">{`Confirmed by ${data.confirmed_by}.`}</Text>}
      </Stack>
    </AdminSection>
  );
}
