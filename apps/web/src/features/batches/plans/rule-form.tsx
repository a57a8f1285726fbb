import { REUSE_DAYS } from '@coverlight/contract/batches/batch.schema.ts';
import type { RecheckRule } from '@coverlight/contract/batches/recheck.schema.ts';
import { Anchor, Fieldset, Group, Paper, Radio, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Controller, useWatch } from 'react-hook-form';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Choice } from '#ui/choice.tsx';
import type { DigitMask } from '#ui/digit-mask.ts';
import { DigitsField } from '#ui/digits-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { createRule, updateRule, useRefreshRules } from './rechecks.queries.ts';
import { RulePayers } from './rule-payers.tsx';
import { bodyOf, NEW_RULE, valuesOf } from './rule-values.ts';
import { KINDS } from './rule-words.ts';

const numberMask = (length: number): DigitMask => ({
  length,
  format: (digits) => digits,
  fromPaste: (text) => text.replaceAll(/\D/g, '').slice(0, length),
});
const within = (least: number, most: number) => (digits: string) =>
  Number(digits) >= least && Number(digits) <= most ? null : `Please enter a number from ${least} to ${most.toLocaleString('en-US')}.`;

/** Makes a rule, or changes the given one. */
export function RuleForm({ rule }: { rule: RecheckRule | null }) {
  const navigate = useNavigate();
  const refresh = useRefreshRules();
  const sent = useSentForm({
    defaultValues: rule === null ? NEW_RULE : valuesOf(rule),
    fields: [
      'name',
      'kind',
      'day',
      'days',
      'payers',
      'tags',
      'with_appointment',
      'active_within_days',
      'monthly_budget',
      'reuse_days',
      'is_on',
    ],
    fallback: UNKNOWN_ERROR,
    send: async (values) => {
      const body = bodyOf(values, rule?.who.insurance_types);
      return rule === null ? await createRule(body) : await updateRule(rule.id, body);
    },
    done: async (saved) => {
      await refresh();
      toast({ kind: 'success', message: `${saved.name} was saved.` });
      await navigate({ to: '/plans' });
    },
  });
  const { form } = sent;
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={sent}
        submitLabel="Save"
        beside={
          <Anchor component={Link} to="/plans" size="sm">
            Back to what is planned
          </Anchor>
        }
      >
        <TextField form={form} name="name" label="Name" maxLength={60} autoComplete="off" />
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <Radio.Group label="When" value={field.value} onChange={field.onChange} name="kind">
              <Stack gap="xs" mt={4}>
                {KINDS.map(({ kind: one, label, help }) => (
                  <Radio key={one} value={one} label={label} description={help} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
        {kind === 'monthly' && (
          <DigitsField form={form} name="day" mask={numberMask(2)} label="Day of the month" description="1 to 28" check={within(1, 28)} />
        )}
        {kind === 'before_appointment' && (
          <DigitsField form={form} name="days" mask={numberMask(2)} label="Days before it" description="1 to 14" check={within(1, 14)} />
        )}
        <Fieldset legend="Who">
          <Stack>
            <Controller
              control={form.control}
              name="payers"
              render={({ field }) => <RulePayers chosen={field.value} onChange={field.onChange} />}
            />
            <TextField
              form={form}
              name="tags"
              isRequired={false}
              label="Tags of their appointments"
              description="As your lists have them, with commas between them. Empty: any."
              autoComplete="off"
            />
            <SwitchField form={form} name="with_appointment" label="Only with an appointment to come" />
            <DigitsField
              form={form}
              name="active_within_days"
              isRequired={false}
              mask={numberMask(3)}
              label="Checked or seen within so many days"
              description="Empty: whenever"
              check={within(1, 730)}
            />
          </Stack>
        </Fieldset>
        <Group align="flex-start">
          <DigitsField
            form={form}
            name="monthly_budget"
            mask={numberMask(6)}
            label="Checks a month at most"
            description="A hard stop"
            check={within(0, 100_000)}
          />
          <Controller
            control={form.control}
            name="reuse_days"
            render={({ field }) => (
              <Choice
                label="Answers that are reused"
                options={REUSE_DAYS.map((days) => ({ value: String(days), label: reuseWords(days) }))}
                value={String(field.value)}
                onChange={(value) => field.onChange(REUSE_DAYS.find((days) => String(days) === value) ?? field.value)}
              />
            )}
          />
        </Group>
        <SwitchField form={form} name="is_on" label="On" />
      </SentForm>
    </Paper>
  );
}

const reuseWords = (days: number): string => (days === 0 ? 'Ask everybody' : days === 1 ? 'Of the last day' : `Of the last ${days} days`);
