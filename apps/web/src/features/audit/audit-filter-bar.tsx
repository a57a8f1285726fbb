import { AUDIT_ACTIONS, AUDIT_KINDS } from '@coverlight/contract/audit/audit-actions.ts';
import { type ComboboxData, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usersOptions } from '#features/users/users.queries.ts';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { actionWords, KIND_LABELS } from './audit-words.ts';
import { type AuditFilters, auditFilters } from './audit-filters.ts';
import { PERIODS } from './audit-period.ts';

/** All, all of a kind, or a single one. */
const ACTIONS: ComboboxData<AuditFilters['action']> = [
  { value: '', label: 'All actions' },
  ...AUDIT_KINDS.map((kind) => ({
    group: KIND_LABELS[kind],
    items: [
      { value: kind, label: `${KIND_LABELS[kind]}: all` },
      ...AUDIT_ACTIONS[kind].map((action) => ({ value: action, label: actionWords(action) })),
    ],
  })),
];

/** By period, user and action (docs/product.md 2.13). `onChange` follows every change. */
export function AuditFilterBar({ onChange }: { onChange: () => void }) {
  const filters = auditFilters.use();
  const users = useQuery(usersOptions);
  const set = (next: Partial<AuditFilters>) => {
    auditFilters.set(next);
    onChange();
  };
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="Period"
        data={[...PERIODS]}
        value={filters.choice}
        allowDeselect={false}
        w={170}
        onChange={(choice) => set({ choice: choice ?? 'week' })}
      />
      {filters.choice === 'own' && (
        <>
          <DayInput label="From" value={filters.fromDigits} onChange={(fromDigits) => set({ fromDigits })} />
          <DayInput label="To" value={filters.toDigits} onChange={(toDigits) => set({ toDigits })} />
        </>
      )}
      <Select
        label="User"
        data={[
          { value: '', label: 'All Users' },
          ...(users.data ?? []).map((user) => ({ value: user.id, label: `${user.first_name} ${user.last_name}` })),
        ]}
        value={filters.userId}
        allowDeselect={false}
        searchable
        w={220}
        onChange={(userId) => set({ userId: userId ?? '' })}
      />
      <Select
        label="Action"
        data={ACTIONS}
        value={filters.action}
        allowDeselect={false}
        searchable
        w={260}
        onChange={(action) => set({ action: action ?? '' })}
      />
    </Group>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (digits: string) => void }) {
  return <DigitsInput mask={dateMask} label={label} placeholder="MM/DD/YYYY" w={140} value={value} onChange={onChange} />;
}
