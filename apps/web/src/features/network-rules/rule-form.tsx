import { type NetworkRule, RULE_SOURCES, VERDICTS } from '@coverlight/contract/cases/network-rule.schema.ts';
import { Anchor, Button, Fieldset, Paper, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { LevelChoice } from '#features/cases/level-choice.tsx';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { providersOptions } from '#features/providers/providers.queries.ts';
import { placeErrors, REQUIRED, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { DigitsField } from '#ui/digits-field.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { createRule, previewRule, updateRule, useRefreshRules } from './network-rules.queries.ts';
import { RULE_FIELDS, ruleBody, ruleValues, type RuleValues } from './rule-values.ts';
import { previewWords, SOURCE_LABELS, VERDICT_LOOKS } from './rule-words.ts';

/** So many of thousands are offered at a time; typing narrows them down. */
const OFFERED = 60;

/** One rule. What it would have decided is said before it is saved. */
export function RuleForm({ rule }: { rule: NetworkRule | null }) {
  const router = useRouter();
  const refresh = useRefreshRules();
  const [isAsking, setIsAsking] = useState(false);
  const sent = useSentForm<RuleValues, NetworkRule>({
    defaultValues: ruleValues(rule),
    fields: RULE_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => (rule === null ? createRule(ruleBody(values)) : updateRule(rule, ruleBody(values))),
    done: async (saved) => {
      await refresh();
      toast({ kind: 'success', message: `Rule ${saved.order} was saved.` });
      await router.navigate({ to: '/network-rules' });
    },
    takesFocus: false,
  });
  const { form } = sent;
  const preview = useSingleMutation({ mutationFn: (values: RuleValues) => previewRule(ruleBody(values), rule?.id ?? null) });
  const tryOut = async (then?: () => void) => {
    // What is missing is told under its field before anything is asked.
    if (await form.trigger()) preview.mutate(form.getValues(), { onSuccess: () => then?.() });
    else document.querySelector<HTMLElement>('main form [aria-invalid="true"]')?.focus();
  };
  const submit: typeof sent.submit = (event) => {
    event?.preventDefault();
    void tryOut(() => setIsAsking(true));
  };
  const words = preview.data === undefined ? null : previewWords(preview.data);
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={{ ...sent, submit }}
        submitLabel={rule === null ? 'Add the rule' : 'Save the rule'}
        beside={
          <>
            <Button variant="default" loading={preview.isPending} onClick={() => void tryOut()}>
              Try it out
            </Button>
            <Anchor component={Link} to="/network-rules" size="sm">
              Back to the rules
            </Anchor>
          </>
        }
      >
        <RuleFields form={form} />
        <Text size="sm" role="status">
          {!preview.isPending && words}
        </Text>
        <ErrorBanner message={preview.isError ? previewFault(preview.error) : null} />
      </SentForm>
      <ConfirmDialog
        isOpen={isAsking}
        title={rule === null ? 'Add this rule?' : `Save rule ${rule.order}?`}
        confirmLabel={rule === null ? 'Add' : 'Save'}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          sent.submit();
        }}
      >
        <Text>{words}</Text>
      </ConfirmDialog>
    </Paper>
  );
}

/** The server's words of a try name the whole rule. */
const previewFault = (error: unknown): string => placeErrors(error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR;

const dayFault = (digits: string) => (isoFromDateDigits(digits) === null ? 'Please enter a valid date.' : null);

function RuleFields({ form }: { form: UseFormReturn<RuleValues> }) {
  const { errors } = form.formState;
  return (
    <>
      <TwoColumns>
        <Controller
          control={form.control}
          name="verdict"
          rules={{ required: REQUIRED }}
          render={({ field }) => (
            <Select
              ref={field.ref}
              label="What it says"
              placeholder="Choose"
              data={VERDICTS.map((value) => ({ value, label: VERDICT_LOOKS[value].label }))}
              value={field.value === '' ? null : field.value}
              onChange={(value) => field.onChange(value ?? '')}
              onBlur={field.onBlur}
              error={errors.verdict?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="source"
          rules={{ required: REQUIRED }}
          render={({ field }) => (
            <Select
              ref={field.ref}
              label="Known from"
              placeholder="Choose"
              data={RULE_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
              value={field.value === '' ? null : field.value}
              onChange={(value) => field.onChange(value ?? '')}
              onBlur={field.onBlur}
              error={errors.source?.message}
            />
          )}
        />
      </TwoColumns>
      <Fieldset legend="Applies to answers of" variant="unstyled">
        <Stack mt="xs">
          <Text size="sm" c="dimmed">
            What stays empty asks for nothing. Of several words in one field, any fits.
          </Text>
          <TwoColumns>
            <PayerField form={form} />
            <FacilityField form={form} />
          </TwoColumns>
          <Controller
            control={form.control}
            name="levels"
            render={({ field }) => (
              <LevelChoice label="Levels of care" value={field.value} onChange={field.onChange} error={errors.levels?.message} />
            )}
          />
          <TwoColumns>
            <TextField
              form={form}
              name="plan_words"
              label="Words in the plan’s name"
              description="Commas between, such as PPO, Choice"
              isRequired={false}
              autoComplete="off"
            />
            <TextField
              form={form}
              name="network_words"
              label="Words in the network’s name"
              description="Commas between"
              isRequired={false}
              autoComplete="off"
            />
            <TextField
              form={form}
              name="insurance_types"
              label="Insurance types"
              description="Commas between, as the answers name them"
              isRequired={false}
              autoComplete="off"
            />
            <TextField
              form={form}
              name="states"
              label="States of the member"
              description="Two letters, such as CA, NV"
              isRequired={false}
              autoComplete="off"
            />
            <TextField
              form={form}
              name="group_numbers"
              label="Group numbers"
              description="Commas between"
              isRequired={false}
              autoComplete="off"
            />
            <TextField
              form={form}
              name="prefixes"
              label="Member ID begins with"
              description="Three letters or digits each"
              isRequired={false}
              autoComplete="off"
            />
          </TwoColumns>
        </Stack>
      </Fieldset>
      <TwoColumns>
        <DigitsField
          form={form}
          name="from"
          mask={dateMask}
          label="From"
          description="First day of service"
          isRequired={false}
          check={dayFault}
        />
        <DigitsField
          form={form}
          name="to"
          mask={dateMask}
          label="Until"
          description="Last day of service; empty: without end"
          isRequired={false}
          check={dayFault}
        />
      </TwoColumns>
      <TextField form={form} name="note" label="Note" isRequired={false} maxLength={500} autoComplete="off" />
      <TextField
        form={form}
        name="order"
        label="Place in the list"
        description="The first rule that fits decides. Empty: at the end"
        isRequired={false}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
      />
    </>
  );
}

function PayerField({ form }: { form: UseFormReturn<RuleValues> }) {
  const payers = useQuery(payersOptions);
  const all = (payers.data ?? []).flatMap((payer) => [payer, ...payer.children]);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (
    <Controller
      control={form.control}
      name="payer_id"
      render={({ field }) => (
        <Select
          ref={field.ref}
          label="Payer"
          placeholder="Any"
          data={[...names].map(([value, label]) => ({ value, label }))}
          limit={OFFERED}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the payer' }}
          nothingFoundMessage="No payer has this name"
          value={field.value === '' ? null : field.value}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          error={form.formState.errors.payer_id?.message}
        />
      )}
    />
  );
}

function FacilityField({ form }: { form: UseFormReturn<RuleValues> }) {
  const providers = useQuery(providersOptions);
  return (
    <Controller
      control={form.control}
      name="provider_id"
      render={({ field }) => (
        <Select
          ref={field.ref}
          label="Facility"
          placeholder="Any"
          data={(providers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the facility' }}
          value={field.value === '' ? null : field.value}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          error={form.formState.errors.provider_id?.message}
        />
      )}
    />
  );
}
