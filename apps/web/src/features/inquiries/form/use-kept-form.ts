import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { canKeepForms, dropKeptForm, hasKeptForm, importFormKey, keepForm, readKeptForm } from '#lib/kept-form.ts';
import { fetchFormKey } from '../inquiries.queries.ts';
import type { InquiryFormValues } from './form-values.ts';

const KEEP_AFTER_MS = 150;

const keyOptions = queryOptions({
  queryKey: ['inquiries', 'form-key'],
  queryFn: async () => await importFormKey(await fetchFormKey()),
  staleTime: Number.POSITIVE_INFINITY,
});
/** Null where it cannot be had: then nothing is kept. */
const keyFrom = async (client: QueryClient) => await client.fetchQuery(keyOptions).catch(() => null);

/** What stood in this form before a reload of the tab; `values` null: nothing did. Nobody may type before it is there. */
export function useKeptValues(path: string): { isPending: boolean; values: InquiryFormValues | null } {
  const client = useQueryClient();
  const [read, setRead] = useState<{ values: InquiryFormValues | null } | null>(() => (hasKeptForm(path) ? null : { values: null }));
  useEffect(() => {
    if (read !== null) return undefined;
    let isHere = true;
    void keyFrom(client)
      .then(async (key) => key && ((await readKeptForm(path, key)) as InquiryFormValues | null))
      .then((values) => isHere && setRead({ values }));
    return () => {
      isHere = false;
    };
  }, [client, path, read]);
  return { isPending: read === null, values: read?.values ?? null };
}

/** A reload of the tab gives the form back. Leaving the form, the end of the session and another person's session end what is kept. */
export function useKeptForm(form: UseFormReturn<InquiryFormValues>, path: string, kept: InquiryFormValues | null): void {
  const client = useQueryClient();
  const [before] = useState(kept);
  useEffect(() => {
    // A reset would forget the fields that stand there already, and the focus with them.
    for (const name of before ? (Object.keys(before) as (keyof InquiryFormValues)[]) : []) {
      form.setValue(name, before?.[name] ?? '', { shouldDirty: true });
    }
  }, [form, before]);
  useEffect(() => {
    if (!canKeepForms()) return undefined;
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = async () => {
      const key = await keyFrom(client);
      // The SSN is kept nowhere (docs/product.md 12).
      if (key && isHere) await keepForm(path, { ...form.getValues(), patientSSN: '' }, key, () => isHere);
    };
    const watching = form.watch((_values, { type }) => {
      // Without a type it is what the form itself sets, as when it opens.
      if (type === undefined && !form.formState.isDirty) return;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), KEEP_AFTER_MS);
    });
    return () => {
      isHere = false;
      clearTimeout(timer);
      watching.unsubscribe();
      dropKeptForm();
    };
  }, [client, form, path]);
}
