/** Follows the chosen payer: its schema, the child a member id points to, the combo to start with (docs/product.md 2.8). */
import type { Payer, PayerExpectation, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { payerExpectationOptions, payerSchemaOptions, resolveChildPayer } from '#features/payers/payers.queries.ts';
import type { InquiryFormValues } from './form-values.ts';
import { usualCombo } from './habits.ts';
import { fieldOf, startingCombo } from './schema-rules.ts';

/** So many characters of a member id tell the child of a group. */
const PREFIX_LENGTH = 3;

const NONE: readonly string[] = [];

export interface ChosenPayer {
  payer: Payer | null;
  /** The name of the child if one is chosen, else of the payer. */
  name: string | null;
  schema: PayerSchema | undefined;
  /** The one that is asked, as the fields need to know it. */
  asked: { name: string; silentServices: readonly string[] };
  /** Undefined while it is not there, and where it could not be had. */
  expectation: PayerExpectation | undefined;
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

export function usePayerSchema(form: UseFormReturn<InquiryFormValues>, payers: readonly Payer[], userId: string): ChosenPayer {
  const [payerId, childId] = useWatch({ control: form.control, name: ['payer_id', 'child_id'] });
  const payer = payers.find((one) => one.id === payerId) ?? null;
  const askedId = childId || payerId;
  const query = useQuery({
    ...payerSchemaOptions(askedId),
    enabled: askedId !== '',
    // Between a group and its child the form keeps standing; values are kept either way.
    ...(childId === '' ? {} : { placeholderData: keepPreviousData }),
  });
  const schema = askedId === '' ? undefined : query.data;
  const expectation = useQuery({ ...payerExpectationOptions(askedId), enabled: askedId !== '' });
  useChildOfPrefix(form, payer);
  useSchemaTakesOver(form, schema, { payerId, userId });
  const name = payer?.children.find((child) => child.id === childId)?.name ?? payer?.name ?? null;
  return {
    payer,
    name,
    schema,
    asked: { name: name ?? 'The payer', silentServices: expectation.data?.silent_services ?? NONE },
    expectation: expectation.data,
    isLoading: askedId !== '' && query.isPending,
    hasFailed: query.isError && askedId !== '',
    retry: () => void query.refetch(),
  };
}

function useChildOfPrefix(form: UseFormReturn<InquiryFormValues>, payer: Payer | null): void {
  const memberId = useWatch({ control: form.control, name: 'memberId' });
  const prefix = memberId
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, PREFIX_LENGTH)
    .toUpperCase();
  const groupId = payer?.is_group ? payer.id : '';
  const child = useQuery({
    queryKey: ['payers', groupId, 'child-of', prefix],
    queryFn: () => resolveChildPayer(groupId, prefix),
    enabled: groupId !== '' && prefix.length === PREFIX_LENGTH,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const found = child.data ?? null;
  useEffect(() => {
    // A child that a person chose stays.
    if (found !== null && form.getValues('child_id') === '') form.setValue('child_id', found, { shouldDirty: true, shouldValidate: true });
  }, [found, form]);
}

/** Choices that the new schema does not offer are dropped; all that was typed stays. */
function useSchemaTakesOver(
  form: UseFormReturn<InquiryFormValues>,
  schema: PayerSchema | undefined,
  of: { payerId: string; userId: string },
): void {
  const { payerId, userId } = of;
  useEffect(() => {
    if (!schema) return;
    form.setValue('combo', startingCombo(schema, form.getValues('combo'), usualCombo(userId, payerId)));
    const offered = (name: string) => new Set(fieldOf(schema, name)?.options.map((option) => option.id));
    const services = offered('serviceType');
    const kept = form.getValues('serviceType').filter((code) => services.has(code));
    const only = services.size === 1 ? [...services] : kept;
    form.setValue('serviceType', only);
    for (const name of ['patientGender', 'subscriberRelationship'] as const) {
      const options = offered(name);
      if (options.size > 0 && !options.has(form.getValues(name))) form.setValue(name, '');
    }
  }, [schema, form, payerId, userId]);
}
