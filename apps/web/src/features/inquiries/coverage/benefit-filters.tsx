import { NETWORK_CODES, PAYMENT_TYPES, type Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isFolded } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { Button, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { countChoices, type FilterChoices, NO_CHOICES } from './benefit-filter-state.ts';
import classes from './benefit-filters.module.css';
import { NETWORK_LABELS, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerWords } from './payer-text.tsx';

const LEVELS = ['All', 'Family', 'Individual'] as const;
const NETWORKS = NETWORK_CODES.map((value) => ({ value, label: NETWORK_LABELS[value] }));
const PAYMENTS = PAYMENT_TYPES.map((value) => ({ value, label: PAYMENT_LABELS[value] }));

interface BenefitFiltersProps {
  plans: readonly Plan[];
  choices: FilterChoices;
  onChange: (choices: FilterChoices) => void;
}

/** What narrows the answer down, behind one button. */
export function BenefitFilters({ plans, choices, onChange }: BenefitFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = countChoices(choices);
  return (
    <aside className={classes.filters} aria-label="Filters">
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
      </Button>
      <div className={classes.panel} hidden={!isOpen}>
        <Levels chosen={choices.level} onChange={(level) => onChange({ ...choices, level })} />
        <Boxes legend="Network" options={NETWORKS} chosen={choices.networks} onChange={(networks) => onChange({ ...choices, networks })} />
        <Boxes legend="Payment" options={PAYMENTS} chosen={choices.payments} onChange={(payments) => onChange({ ...choices, payments })} />
        <Boxes
          legend="Benefit types"
          options={benefitTypes(plans)}
          chosen={choices.benefits}
          onChange={(benefits) => onChange({ ...choices, benefits })}
        />
        {chosen > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_CHOICES)}>
            Clear filters
          </Button>
        )}
        <Text size="xs" c="dimmed">
          Nothing ticked shows everything. The PDF shows the same.
        </Text>
      </div>
    </aside>
  );
}

function Levels({ chosen, onChange }: { chosen: FilterChoices['level']; onChange: (level: FilterChoices['level']) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend>Level</legend>
      {LEVELS.map((level) => (
        <label key={level}>
          <input type="radio" name={name} checked={level === chosen} onChange={() => onChange(level)} />
          {level}
        </label>
      ))}
    </fieldset>
  );
}

interface BoxesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Plain boxes of the browser: the screen must not wait for the code of a list with a search. */
function Boxes<Value extends string>({ legend, options, chosen, onChange }: BoxesProps<Value>) {
  if (options.length === 0) return null;
  const toggle = (value: Value) => onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      <div className={classes.boxes}>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            <PayerWords isClamped>{label}</PayerWords>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The services that the answer tells of, behavioural health first. One without a code cannot be chosen and always shows. */
function benefitTypes(plans: readonly Plan[]): { value: string; label: string }[] {
  const names = new Map<string, string>();
  const groups = plans.flatMap((plan) => plan.benefit_groups);
  for (const group of [...groups.filter(({ code }) => !isFolded(code)), ...groups]) {
    if (group.code !== null && !names.has(group.code)) names.set(group.code, group.name);
  }
  return [...names].map(([value, label]) => ({ value, label }));
}
