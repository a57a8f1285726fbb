import { CODE_TYPES } from '@coverlight/contract/cases/estimate.schema.ts';
import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { activeProvidersOptions } from '#features/providers/providers.queries.ts';
import { REQUIRED } from '#lib/form-errors.ts';
import { Choice } from '#ui/choice.tsx';
import { TwoColumns } from '#ui/two-columns.tsx';
import { messageOf } from '#ui/tied-field.ts';
import { AmountField } from './amount-field.tsx';
import { EMPTY_LINE, type EstimateValues, isBlank, isWhole } from './estimate-values.ts';

interface EstimateLinesProps {
  form: UseFormReturn<EstimateValues>;
  /** A Good Faith Estimate names at least one service. */
  isNeeded: boolean;
  facility: string;
}

/** What is charged, line by line. Codes stand without their words, which are not ours; the service is named in the practice's own. */
export function EstimateLines({ form, isNeeded, facility }: EstimateLinesProps) {
  const lines = useWatch({ control: form.control, name: 'lines' });
  const change = (next: EstimateValues['lines']) => form.setValue('lines', next, { shouldDirty: true });
  const providers = useQuery(activeProvidersOptions);
  const isMeant = (index: number) => {
    const line = form.getValues(`lines.${index}`);
    return (isNeeded && index === 0) || !isBlank(line);
  };
  return (
    <Fieldset legend="Services and charges" variant="unstyled">
      <Stack mt="xs">
        <Text size="sm" c="dimmed">
          {isNeeded ? 'At least one, each with its expected charge.' : 'Needed before it is handed over.'} Name each service in your own
          words.
        </Text>
        {lines.map((_line, index) => (
          // Lines have no name of their own, and their fields are known by their place.
          <Fieldset key={index} legend={`Service ${index + 1}`}>
            <Stack>
              <TextInput
                label="Service"
                autoComplete="off"
                maxLength={200}
                error={messageOf({ form, name: `lines.${index}.service` })}
                {...form.register(`lines.${index}.service`, {
                  validate: (typed) => typed.trim() !== '' || !isMeant(index) || REQUIRED,
                })}
              />
              <TwoColumns>
                <TextInput label="Code (optional)" autoComplete="off" maxLength={20} {...form.register(`lines.${index}.code`)} />
                <Controller
                  control={form.control}
                  name={`lines.${index}.code_type`}
                  render={({ field: choice }) => (
                    <Choice
                      label="Kind of code"
                      value={choice.value}
                      options={[{ value: '', label: 'None' }, ...CODE_TYPES.map((value) => ({ value, label: value }))]}
                      onChange={choice.onChange}
                    />
                  )}
                />
                <TextInput
                  label="Diagnosis codes (optional)"
                  autoComplete="off"
                  maxLength={100}
                  {...form.register(`lines.${index}.diagnosis`)}
                />
                <Controller
                  control={form.control}
                  name={`lines.${index}.provider_id`}
                  render={({ field: choice }) => (
                    <Choice
                      label="Billed by"
                      value={choice.value}
                      options={[
                        { value: '', label: facility },
                        ...(providers.data ?? [])
                          .filter(({ name }) => name !== facility)
                          .map(({ id, name }) => ({ value: id, label: name })),
                      ]}
                      onChange={choice.onChange}
                    />
                  )}
                />
                <AmountField
                  form={form}
                  name={`lines.${index}.quantity`}
                  label="How many"
                  check={(typed) => (isWhole(typed, 1000) ? null : 'Please enter a whole number from 1 to 1000.')}
                />
                <TextInput
                  label="State and place"
                  placeholder="CA, Long Beach"
                  autoComplete="off"
                  maxLength={100}
                  {...form.register(`lines.${index}.place`)}
                />
                <TextInput label="How often (optional)" autoComplete="off" maxLength={100} {...form.register(`lines.${index}.frequency`)} />
                <TextInput
                  label="Charge of one"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={14}
                  error={messageOf({ form, name: `lines.${index}.charge` })}
                  {...form.register(`lines.${index}.charge`, {
                    validate: (typed) =>
                      !isMeant(index) ||
                      /^\d{1,9}(\.\d{1,2})?$/.test(typed.replaceAll(/[$,\s]/g, '')) ||
                      'Please enter dollars such as 150.00.',
                  })}
                />
              </TwoColumns>
              {lines.length > 1 && (
                <div>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => change(lines.filter((_each, at) => at !== index))}
                  >{`Remove service ${index + 1}`}</Button>
                </div>
              )}
            </Stack>
          </Fieldset>
        ))}
        <Group>
          <Button variant="default" onClick={() => change([...lines, EMPTY_LINE])}>
            Add a service
          </Button>
        </Group>
        {isNeeded && (
          <Textarea
            label="Services to be scheduled apart (optional)"
            description="One a line. The paper names them; they are in no sum of it."
            autosize
            minRows={2}
            maxLength={2000}
            {...form.register('apart')}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
