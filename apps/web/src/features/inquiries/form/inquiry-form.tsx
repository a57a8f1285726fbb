import { type FieldOf, FORM_FIELDS, type FormField, isFormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import type { OtherCompany } from '@coverlight/domain/inquiries/coverage/other-company.ts';
import { Button, Fieldset, Group, Paper, Skeleton, Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type FieldErrors, FormProvider, useForm, useWatch } from 'react-hook-form';
import { applyFieldErrors, focusFirst } from '#lib/apply-field-errors.ts';
import { currentUser, useCurrentUser } from '#lib/session.ts';
import { completedDate } from '#ui/digit-mask.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { TwoColumns } from '#ui/two-columns.tsx';
import { CompanyNote } from './company-note.tsx';
import { ComboChooser } from './combo-chooser.tsx';
import { ExternalIdField } from './external-id-field.tsx';
import { type InquiryFormValues, type Prefill, toBody } from './form-values.ts';
import { noteCombo, noteProvider } from './habits.ts';
import classes from './inquiry-form.module.css';
import { Instructions } from './instructions.tsx';
import { PayerFields } from './payer-fields.tsx';
import { PayerNote } from './payer-note.tsx';
import { ProviderField } from './provider-field.tsx';
import { SchemaField } from './schema-field.tsx';
import { fieldFault, fieldOf, localToday, shownFields } from './schema-rules.ts';
import { type Fault, faultOfInquiry } from './submission-outcome.ts';
import { useSendKey } from '#lib/use-send-key.ts';
import { useKeptForm } from './use-kept-form.ts';
import { usePayerSchema } from './use-payer-schema.ts';
import { useSending } from './use-sending.ts';
import { useTypedFormMemory } from './use-typed-form-memory.ts';
import { WaitPanel } from './wait-panel.tsx';

// Most checks never need it.
const RecentAnswerDialog = lazy(async () => ({ default: (await import('./recent-answer-dialog.tsx')).RecentAnswerDialog }));

const DATES = ['patientBirthDate', 'asOfDate'] as const satisfies readonly FieldOf<'birth-date' | 'as-of-date'>[];
const PROVIDER_GONE = 'The provider used is no longer available, please select a different one.';
const PAYER_GONE = 'The payer used is no longer available, please select a different one.';
const SCHEMA_FAILED = 'The payer is having issues.';

export interface InquiryFormProps {
  title: string;
  payers: readonly Payer[];
  providers: readonly { id: string; name: string }[];
  prefill: Prefill;
  /** What stood here before a reload. */
  kept?: InquiryFormValues | null;
  /** The inquiry this one is a copy of. */
  parentId: string | null;
  /** The draft that this form edits. */
  draftId: string | null;
  /** The refused inquiry that this form corrects; null where there is none. */
  refused?: Inquiry | null;
  /** The company that an earlier answer sends to, which this form asks. */
  company?: OtherCompany;
  /** Takes a check that was sent to where it belongs; answers the case that shows it. */
  onSent?: (inquiry: Inquiry) => Promise<string>;
  /** Where the cursor is first; at the patient once the payer's fields are there. */
  startsAt?: 'choices' | 'patient';
}

/** New, copy and draft share this one form (docs/product.md 2.8). */
export function InquiryForm(props: InquiryFormProps) {
  const { payers, providers, prefill } = props;
  const bannerPlace = useRef<HTMLDivElement>(null);
  const model = useInquiryForm(props, () => bannerPlace.current?.focus({ preventScroll: true }));
  const { form, chosen, sending, shown } = model;
  const isBusy = sending.phase !== 'editing';
  return (
    <FormProvider {...form}>
      <PageTitle takesFocus={false}>{props.title}</PageTitle>
      <div className={classes.columns}>
        <Paper component="form" withBorder p="lg" radius="md" noValidate onSubmit={model.submit} aria-busy={isBusy}>
          <div ref={bannerPlace} tabIndex={-1} className={classes.banner}>
            <ErrorBanner message={model.banner} />
          </div>
          {model.banner.length === 0 && <ErrorBanner message={goneWords(prefill)} />}
          {props.company && <CompanyNote company={props.company} isFound={prefill.values.payer_id !== ''} />}
          <Fieldset variant="unstyled" disabled={isBusy}>
            <Stack>
              <TwoColumns>
                <ProviderField providers={providers} />
                <PayerFields
                  payers={payers}
                  {...(props.company?.name ? { wanted: props.company.name } : {})}
                  needsPlan={model.needsAll}
                  onPayerChange={model.startPayer}
                />
              </TwoColumns>
              <PayerNote payerName={chosen.name} expectation={chosen.expectation} />
              {chosen.hasFailed && <ErrorBanner message={SCHEMA_FAILED} onRetry={chosen.retry} />}
              {chosen.isLoading && <Skeleton height={120} />}
              {chosen.schema && (
                <>
                  <ComboChooser schema={chosen.schema} value={model.combo} onChange={model.chooseCombo} />
                  <TwoColumns>
                    {shown.map(
                      (name) =>
                        chosen.schema && (
                          <SchemaField key={name} name={name} schema={chosen.schema} payer={chosen.asked} validate={model.validate} />
                        ),
                    )}
                    <ExternalIdField />
                  </TwoColumns>
                </>
              )}
            </Stack>
          </Fieldset>
          {sending.phase === 'sending' ? (
            <WaitPanel
              payerName={chosen.name ?? 'the payer'}
              usualSeconds={chosen.expectation?.usual_seconds ?? null}
              onLeave={sending.leave}
            />
          ) : (
            <Group mt="xl" gap="sm">
              <Button type="submit" loading={sending.phase === 'checking'} disabled={isBusy}>
                Send inquiry
              </Button>
              <Button variant="default" onClick={() => void model.save()} loading={sending.phase === 'saving'} disabled={isBusy}>
                Save draft
              </Button>
            </Group>
          )}
        </Paper>
        <Instructions payerName={chosen.name} schema={chosen.schema} />
      </div>
      {sending.offer && (
        <Suspense>
          <RecentAnswerDialog
            recent={sending.offer.recent}
            onOpen={sending.openRecent}
            onOpenPerson={sending.openPerson}
            onSendAnyway={() => void sending.sendAnyway()}
            onCancel={sending.closeOffer}
          />
        </Suspense>
      )}
      <LeaveGuard mayLose={model.mayLose} message="What you entered has not been sent or saved as a draft." />
    </FormProvider>
  );
}

function useInquiryForm({ payers, prefill, ...props }: InquiryFormProps, focusBanner: () => void) {
  const router = useRouter();
  const [path] = useState(() => router.latestLocation.href);
  const userId = useRememberedUserId();
  const form = useForm<InquiryFormValues>({ defaultValues: prefill.values, shouldFocusError: false });
  const { isDirty } = form.formState;
  const combo = useWatch({ control: form.control, name: 'combo' });
  const [joined, setJoined] = useState<ReadonlySet<string>>(new Set());
  const [banner, setBanner] = useState<string[]>([]);
  const [origin, setOrigin] = useState({ parentId: props.parentId, draftId: props.draftId });
  const needsAll = useRef(true);
  const waitsForSchema = useRef(false);
  const chosen = usePayerSchema(form, payers, userId);
  const shown = chosen.schema ? shownFields(chosen.schema, combo, joined) : [];
  useTypedFormMemory(form, path, userId);
  useKeptForm(form, path, props.kept ?? null);
  useFocusFirst(form, prefill, props.startsAt === 'patient' ? shown[0] : null);

  const order = ['provider_id', 'payer_id', 'child_id', ...shown, 'externalId'];
  const fault = useRef<Fault | null>(null);
  const showFault = (next: Fault) => {
    fault.current = next;
    setJoined((before) => new Set([...before, ...Object.keys(next.fields).filter(isFormField)]));
    setBanner(next.banner);
    // A refused inquiry is kept; the next try corrects it, and a draft that was sent is none any more.
    if (next.refusedId) setOrigin({ parentId: next.refusedId, draftId: null });
  };
  const takes = (name: string) => chosen.schema !== undefined && (fieldOf(chosen.schema, name)?.allowed ?? false);
  const sending = useSending({ values: form.getValues, path, takes, onFault: showFault, onSent: props.onSent });
  useEffect(() => {
    // Only now can the fields take errors and the focus: while something is under way they are disabled, and those that join do not stand there.
    if (sending.phase !== 'editing' || fault.current === null) return;
    const { fields } = fault.current;
    fault.current = null;
    applyFieldErrors(form, { fields, banner: null }, order);
    // Without a field to correct the words above the form are what there is to go on from.
    if (Object.keys(fields).length > 0) return;
    window.scrollTo({ top: 0 });
    focusBanner();
  });
  // What an earlier refusal names is shown once the fields that can join are known; of another payer it says nothing.
  const earlier = useRef(prefill.isPayerGone ? null : (props.refused ?? null));
  useEffect(() => {
    if (earlier.current === null || chosen.schema === undefined) return;
    const { banner: reasons, ...rest } = faultOfInquiry(earlier.current, takes);
    earlier.current = null;
    showFault({ ...rest, banner: [...goneWords(prefill), ...reasons] });
  });
  const validate = (name: FormField) => {
    if (!chosen.schema) return true;
    return (
      fieldFault(name, form.getValues(), { schema: chosen.schema, shown, today: localToday(new Date()), needsAll: needsAll.current }) ??
      true
    );
  };
  const focusFault = (errors: FieldErrors<InquiryFormValues>) => focusFirst(form, errors, order);
  const start = (wantsAll: boolean) => {
    needsAll.current = wantsAll;
    setBanner([]);
    // Sent by a key, a date has not been left yet.
    for (const name of DATES) form.setValue(name, completedDate(form.getValues(name), localToday(new Date())));
  };
  const submit = () => {
    start(true);
    void form.handleSubmit(async (values) => {
      if (!chosen.schema) {
        waitsForSchema.current = chosen.isLoading;
        return;
      }
      noteProvider(userId, values.provider_id);
      await sending.send(toBody(values, { shown, ...origin }));
    }, focusFault)();
  };
  useSendKey(submit);
  useEffect(() => {
    // Sent before the payer's fields were there: as soon as they stand there it goes, or says what is missing.
    const isThere = chosen.schema !== undefined && (combo !== '' || chosen.schema.combos.length === 0);
    if (!waitsForSchema.current || !isThere) return;
    waitsForSchema.current = false;
    submit();
  });
  return {
    form,
    chosen,
    combo,
    shown,
    banner,
    sending,
    validate,
    needsAll: () => needsAll.current,
    submit: (event: React.FormEvent) => {
      event.preventDefault();
      submit();
    },
    save: async () => {
      start(false);
      await form.handleSubmit(async (values) => {
        // A draft never holds the SSN (docs/product.md 12).
        const kept = shown.filter((name) => FORM_FIELDS[name].kind !== 'ssn');
        await sending.save(toBody(values, { shown: kept, parentId: origin.parentId, draftId: null }), origin.draftId);
      }, focusFault)();
    },
    chooseCombo: (next: string) => {
      form.setValue('combo', next, { shouldDirty: true });
      noteCombo(userId, form.getValues('payer_id'), next);
    },
    startPayer: () => {
      earlier.current = null;
      waitsForSchema.current = false;
      setJoined(new Set());
      form.setValue('combo', '');
    },
    mayLose: () => isDirty && !sending.isDone() && sending.phase !== 'sending' && currentUser() !== null,
  };
}

const goneWords = (prefill: Prefill): string[] => [
  ...(prefill.isProviderGone ? [PROVIDER_GONE] : []),
  ...(prefill.isPayerGone ? [PAYER_GONE] : []),
];

/** The id of the person who opened the form; the session may end while it stands there. */
function useRememberedUserId(): string {
  const user = useCurrentUser();
  const [userId] = useState(user?.id ?? '');
  return userId;
}

/** The cursor starts where there is something to do. `first` is the patient's first field, undefined until it is there; null: not with the patient. */
function useFocusFirst(
  { setFocus }: { setFocus: (name: 'provider_id' | 'payer_id' | FormField) => void },
  { values }: Prefill,
  first: FormField | null | undefined,
): void {
  const isDone = useRef(false);
  const choice = values.provider_id === '' ? 'provider_id' : first === null || values.payer_id === '' ? 'payer_id' : null;
  const target = choice ?? first;
  useEffect(() => {
    if (isDone.current || !target) return;
    isDone.current = true;
    setFocus(target);
  }, [setFocus, target]);
}
