import { AUDIT_KINDS } from '@coverlight/contract/audit/audit.contract.ts';
import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { KIND_LABELS } from './audit-words.ts';
import type { AuditFilters } from './audit-filters.ts';
import { PERIODS } from './audit-period.ts';

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
        data={[{ value: '', label: 'All actions' }, ...AUDIT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))]}
        value={filters.kind}
        allowDeselect={false}
        w={170}
        onChange={(kind) => onChange({ kind: kind ?? '' })}
      />
    </Group>
  );
}

function DayInput({ label, value, onChange }: { label: string; value: string; onChange: (digits: string) => void }) {
  return <DigitsInput mask={dateMask} label={label} placeholder="MM/DD/YYYY" w={140} value={value} onChange={onChange} />;
}
