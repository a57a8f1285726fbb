import { NETWORK_CODES, type NetworkCode, PAYMENT_TYPES, type Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { Button, Checkbox, MultiSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { countChoices, type FilterChoices, NO_CHOICES } from './benefit-filter-state.ts';
import classes from './benefit-filters.module.css';
import { PAYMENT_LABELS } from './line-words.ts';

const LEVELS = ['All', 'Family', 'Individual'] as const;
const NETWORK_LABELS: Readonly<Record<NetworkCode, string>> = {
  inNetwork: 'In network',
  outOfNetwork: 'Out of network',
  noNetwork: 'Unknown or not stated',
  notApplicableNetwork: 'Applies to both',
};

interface BenefitFiltersProps {
  plans: readonly Plan[];
  choices: FilterChoices;
  onChange: (choices: FilterChoices) => void;
}

/** The boxes beside the benefits; on a narrow screen behind a button. */
export function BenefitFilters({ plans, choices, onChange }: BenefitFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = countChoices(choices);
  return (
    <aside className={classes.filters} aria-label="Filters">
      <Button
        variant="default"
        className={classes.toggle}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      <div className={classes.panel} data-open={isOpen}>
        <Title order={2} className={classes.title}>
          Filters
        </Title>
        <FilterBoxes plans={plans} choices={choices} onChange={onChange} />
        {chosen > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_CHOICES)}>
            Clear filters
          </Button>
        )}
        <Text size="xs" c="dimmed">
          Nothing ticked shows everything. The PDF follows these filters.
        </Text>
      </div>
    </aside>
  );
}

function FilterBoxes({ plans, choices, onChange }: BenefitFiltersProps) {
  return (
    <>
      <Radio.Group label="Level" value={choices.level} onChange={(level) => onChange({ ...choices, level: level })}>
        <Stack gap={6} mt={4}>
          {LEVELS.map((level) => (
            <Radio key={level} value={level} label={level} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group label="Network" value={[...choices.networks]} onChange={(networks) => onChange({ ...choices, networks })}>
        <Stack gap={6} mt={4}>
          {NETWORK_CODES.map((code) => (
            <Checkbox key={code} value={code} label={NETWORK_LABELS[code]} size="xs" />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group label="Payment" value={[...choices.payments]} onChange={(payments) => onChange({ ...choices, payments })}>
        <Stack gap={6} mt={4}>
          {PAYMENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={PAYMENT_LABELS[type]} size="xs" />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Benefit types"
        data={benefitTypes(plans)}
        value={[...choices.benefits]}
        onChange={(benefits) => onChange({ ...choices, benefits })}
        placeholder={choices.benefits.length === 0 ? 'All' : ''}
        searchable
        clearable
        size="xs"
      />
    </>
  );
}

/** The services that the answer tells of; one without a code cannot be chosen and always shows. */
function benefitTypes(plans: readonly Plan[]): { value: string; label: string }[] {
  const names = new Map<string, string>();
  for (const group of plans.flatMap((plan) => plan.benefit_groups)) {
    if (group.code !== null && !names.has(group.code)) names.set(group.code, `${group.name} (${group.code})`);
  }
  return [...names].map(([value, label]) => ({ value, label }));
}
