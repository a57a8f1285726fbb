import { AUDIT_ACTIONS, AUDIT_KINDS } from '@coverlight/contract/audit/audit-actions.ts';
import { type ComboboxData, Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { actionWords, KIND_LABELS } from './audit-words.ts';
import type { AuditFilters } from './audit-filters.ts';
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

export interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (next: Partial<AuditFilters>) => void;
  /** Whose deeds: a manager chooses among members, an admin among everybody. */
  children: ReactNode;
}

/** By period, person and action (docs/product.md 2.13, 2.14). */
export function AuditFilterBar({ filters, onChange, children }: AuditFilterBarProps) {
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="Period"
        data={[...PERIODS]}
        value={filters.choice}
        allowDeselect={false}
        w={170}
        onChange={(choice) => onChange({ choice: choice ?? 'week' })}
      />
      {filters.choice === 'own' && (
        <>
          <DayInput label="From" value={filters.fromDigits} onChange={(fromDigits) => onChange({ fromDigits })} />
          <DayInput label="To" value={filters.toDigits} onChange={(toDigits) => onChange({ toDigits })} />
        </>
      )}
      {children}
      <Select
        label="Action"
        data={ACTIONS}
        value={filters.action}
        allowDeselect={false}
        searchable
        w={260}
        onChange={(action) => onChange({ action: action ?? '' })}
      />
    </Group>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (digits: string) => void }) {
  return <DigitsInput mask={dateMask} label={label} placeholder="MM/DD/YYYY" w={140} value={value} onChange={onChange} />;
}
