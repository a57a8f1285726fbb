import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { Estimate, EstimateKind } from '@coverlight/contract/cases/estimate.schema.ts';
import { GRID_NETWORKS } from '@coverlight/contract/cases/case-grid.schema.ts';
import { Anchor, Fieldset, Paper, Stack, Switch, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { levelName, leadingNetwork, NETWORK_LABELS } from '../case-words.ts';
import { useRefreshCases } from '../cases.queries.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { Choice } from '#ui/choice.tsx';
import { dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { DigitsField } from '#ui/digits-field.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { AmountField } from './amount-field.tsx';
import { EstimateLines } from './estimate-lines.tsx';
import { ESTIMATE_FIELDS, estimateBody, estimateValues, type EstimateValues, isShare, isWhole } from './estimate-values.ts';
import { KIND_LABELS } from './estimate-words.ts';
import { changeEstimate, createEstimate } from './estimates.queries.ts';

interface EstimateFormProps {
  of: Case;
  kind: EstimateKind;
  /** The draft that is changed. */
  draft?: Estimate;
  /** The estimate in whose place the new one stands. */
  replaces?: Estimate;
}

/** One form for a Good Faith Estimate and an ordinary one. What stays empty is taken from the case, and what nobody said stays unknown. */
export function EstimateForm({ of, kind, draft, replaces }: EstimateFormProps) {
  const router = useRouter();
  const refresh = useRefreshCases();
  const start = { kind, level: of.levels[0] ?? 'op', network: leadingNetwork(of.network.verdict) };
  const sent = useSentForm<EstimateValues, Estimate>({
    defaultValues: estimateValues(draft ?? replaces ?? null, start),
    fields: ESTIMATE_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => {
      const body = estimateBody(values);
      if (draft) return changeEstimate(draft, body);
      return createEstimate(of.id, { ...body, kind, zone: browserZone(), ...(replaces ? { replaces: replaces.id } : {}) });
    },
    done: async () => {
      await refresh();
      toast({ kind: 'success', message: `The ${KIND_LABELS[kind]} was saved as a draft.` });
      await router.navigate({ to: '/cases/$id', params: { id: of.id } });
    },
    takesFocus: false,
  });
  const { form } = sent;
  const hasBasis = useWatch({ control: form.control, name: 'hasBasis' });
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={sent}
        submitLabel="Save as a draft"
        beside={
          <Anchor size="sm" renderRoot={(props) => <Link to="/cases/$id" params={{ id: of.id }} {...props} />}>
            Back to the case
          </Anchor>
        }
      >
        {kind === 'gfe' && (
          <Text size="sm">
            For patients without insurance, or who want no claim filed. Business days and federal holidays say until when it is to be handed
            over; a day shows once the days below are there.
          </Text>
        )}
        <Days form={form} kind={kind} />
        <Controller
          control={form.control}
          name="hasBasis"
          render={({ field }) => (
            <Switch
              ref={field.ref}
              label="Work out what the plan and the patient may pay"
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
              onBlur={field.onBlur}
            />
          )}
        />
        {hasBasis && <Basis form={form} of={of} />}
        <EstimateLines form={form} isNeeded={kind === 'gfe'} facility={of.provider.name} />
      </SentForm>
    </Paper>
  );
}

const dayFault = (digits: string) => (isoFromDateDigits(digits) === null ? 'Please enter a valid date.' : null);

function Days({ form, kind }: { form: UseFormReturn<EstimateValues>; kind: EstimateKind }) {
  return (
    <TwoColumns>
      <DigitsField form={form} name="service_on" mask={dateMask} label="First day of service" isRequired={false} check={dayFault} />
      <DigitsField
        form={form}
        name="scheduled_on"
        mask={dateMask}
        label="Scheduled on"
        description="Empty: today, where a service day is named"
        isRequired={false}
        check={dayFault}
      />
      {kind === 'gfe' && (
        <DigitsField
          form={form}
          name="requested_on"
          mask={dateMask}
          label="Asked for by the patient on"
          isRequired={false}
          check={dayFault}
        />
      )}
    </TwoColumns>
  );
}

function Basis({ form, of }: { form: UseFormReturn<EstimateValues>; of: Case }) {
  return (
    <Fieldset legend="Arithmetic" variant="unstyled">
      <Stack mt="xs">
        <Text size="sm" c="dimmed">
          Amounts of one session. What stays empty is taken from the case where it is told once and clearly.
        </Text>
        <TwoColumns>
          <Controller
            control={form.control}
            name="level"
            render={({ field }) => (
              <Choice
                label="Level of care"
                value={field.value}
                options={of.levels.map((value) => ({ value, label: levelName(value) }))}
                onChange={field.onChange}
              />
            )}
          />
          <Controller
            control={form.control}
            name="network"
            render={({ field }) => (
              <Choice
                label="Network"
                value={field.value}
                options={GRID_NETWORKS.map((value) => ({ value, label: NETWORK_LABELS[value] }))}
                onChange={field.onChange}
              />
            )}
          />
          <AmountField form={form} name="fee" label="Fee of one session" isRequired />
          <AmountField
            form={form}
            name="sessions"
            label="Sessions"
            isRequired
            check={(typed) => (isWhole(typed, 366) ? null : 'Please enter a whole number from 1 to 366.')}
          />
          <AmountField form={form} name="allowed_low" label="Allowed, lowest" />
          <AmountField form={form} name="allowed_high" label="Allowed, highest" />
          <AmountField
            form={form}
            name="share"
            label="Patient’s share in percent"
            check={(typed) => (isShare(typed) ? null : 'Please enter a percentage from 0 to 100.')}
          />
          <AmountField form={form} name="copay" label="Or copayment a session" />
          <AmountField form={form} name="deductible_left" label="Left of the deductible" />
          <AmountField form={form} name="out_of_pocket_left" label="Left to the out-of-pocket limit" />
        </TwoColumns>
      </Stack>
    </Fieldset>
  );
}
