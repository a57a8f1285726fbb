import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { type CareLevel, careChoice, careChoiceWords } from '@coverlight/domain/inquiries/care-choice.ts';
import { LEVELS_OF_CARE } from '@coverlight/domain/inquiries/coverage/care-levels.ts';
import { Checkbox, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { lazy, type Ref, Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import classes from './care-field.module.css';
import type { InquiryFormValues } from './form-values.ts';

// Most choose levels and never see the codes.
const ServiceTypeField = lazy(async () => ({ default: (await import('./service-type-field.tsx')).ServiceTypeField }));

export interface CareFieldProps {
  /** The payer's field of service types. */
  field: PayerField;
  payerName: string;
  /** Codes that the payer takes and does not answer about. */
  silentServices: readonly string[];
  value: string[];
  onChange: (codes: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
  isRequired: boolean;
  ref: Ref<HTMLInputElement>;
}

/** What care is meant. The levels choose the service types by the payer's own rules; the service types are one press away. */
export function CareField(props: CareFieldProps) {
  const { field, payerName, silentServices, value, onChange, onBlur, error, isRequired, ref } = props;
  const { control, setValue } = useFormContext<InquiryFormValues>();
  const levels = useWatch({ control, name: 'careLevels' });
  const [isOpened, setIsOpened] = useState(false);
  const foldId = useId();
  const choice = useMemo(() => careChoice(levels, field, silentServices), [levels, field, silentServices]);
  const offered = value.filter((code) => field.options.some(({ id }) => id === code));
  const { asks } = careChoiceWords({ codes: offered, levels: [] }, { payerName, field });
  const { notes } = careChoiceWords(choice, { payerName, field });
  useEffect(() => {
    // Another payer, or what is known of this one, changes what stands for the levels.
    if (levels.length > 0) setValue('serviceType', choice.codes);
  }, [levels, choice, setValue]);
  const choose = (next: string[]) => {
    const chosen = LEVELS_OF_CARE.map(({ key }) => key).filter((key) => next.includes(key));
    setValue('careLevels', chosen, { shouldDirty: true });
    onChange(careChoice(chosen, field, silentServices).codes);
  };
  const chooseByHand = (codes: string[]) => {
    setValue('careLevels', [] satisfies CareLevel[], { shouldDirty: true });
    onChange(codes);
  };
  return (
    <Stack gap={6} className={classes.care}>
      <Checkbox.Group label="What care?" withAsterisk={isRequired} value={levels} onChange={choose} error={isOpened ? undefined : error}>
        <Group gap="6px 18px" mt={4}>
          {LEVELS_OF_CARE.map(({ key, name }, index) => (
            <Checkbox key={key} value={key} label={name} onBlur={onBlur} {...(index === 0 ? { ref } : {})} />
          ))}
        </Group>
      </Checkbox.Group>
      <div role="status">
        {offered.length > 0 && <Text size="sm">{`${asks}.`}</Text>}
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
      </div>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpened} aria-controls={foldId} onClick={() => setIsOpened(!isOpened)}>
        <IconChevronRight size={16} className={classes.chevron} data-open={isOpened} aria-hidden />
        Choose service types
      </UnstyledButton>
      <div id={foldId} hidden={!isOpened}>
        {isOpened && (
          <Suspense fallback={<Skeleton height={60} />}>
            <ServiceTypeField field={field} value={value} onChange={chooseByHand} onBlur={onBlur} error={error} isRequired={isRequired} />
          </Suspense>
        )}
      </div>
    </Stack>
  );
}
