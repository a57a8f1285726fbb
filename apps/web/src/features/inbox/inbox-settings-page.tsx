import type { InboxSettings } from '@coverlight/contract/inbox/inbox.contract.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import { Anchor, Checkbox, Fieldset, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import type { DigitMask } from '#ui/digit-mask.ts';
import { DigitsField } from '#ui/digits-field.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { INBOX_CODES } from './inbox-filters.ts';
import classes from './inbox.module.css';
import { changeInboxSettings, inboxSettingsOptions, useStoreInboxSettings } from './inbox.queries.ts';
import { UsefulnessTable } from './usefulness-table.tsx';

const MAX_DAYS = 90;
const daysMask: DigitMask = { length: 2, format: (digits) => digits, fromPaste: (text) => text.replaceAll(/\D/g, '').slice(0, 2) };

/** What comes to the inbox of the organization, and how useful it was; for managers (docs/product.md 2.17). */
export function InboxSettingsPage() {
  const { data: settings, error } = useQuery(inboxSettingsOptions);
  if (error && !settings) return <LoadFailure error={error} />;
  return (
    <>
      <PageTitle takesFocus={false}>What changed: settings</PageTitle>
      {settings ? <SettingsForm settings={settings} /> : <FormLoading />}
      <UsefulnessTable />
    </>
  );
}

const daysFault = (digits: string): string | null =>
  Number(digits) >= 1 && Number(digits) <= MAX_DAYS ? null : `Please enter a number from 1 to ${MAX_DAYS}.`;

function SettingsForm({ settings }: { settings: InboxSettings }) {
  const store = useStoreInboxSettings();
  const sent = useSentForm({
    defaultValues: { ends_soon_days: String(settings.ends_soon_days), muted_codes: settings.muted_codes },
    fields: ['ends_soon_days', 'muted_codes'],
    fallback: UNKNOWN_ERROR,
    takesFocus: 'from-nobody',
    send: async ({ ends_soon_days: days, muted_codes: muted }) =>
      await changeInboxSettings({
        ends_soon_days: Number(days),
        muted_codes: INBOX_CODES.filter((code) => muted.includes(code)),
      }),
    done: (saved) => {
      store(saved);
      toast({ kind: 'success', message: 'The settings were saved. They hold for what comes from now on.' });
    },
  });
  const { form } = sent;
  return (
    <Paper withBorder p="lg" radius="md" mb="lg">
      <SentForm
        sent={sent}
        submitLabel="Save"
        beside={
          <Anchor component={Link} to="/inbox" size="sm">
            Back to What changed
          </Anchor>
        }
      >
        <DigitsField
          form={form}
          name="ends_soon_days"
          mask={daysMask}
          label="Days before its end from which a coverage ends soon"
          description={`1 to ${MAX_DAYS}`}
          check={daysFault}
        />
        <Controller
          control={form.control}
          name="muted_codes"
          render={({ field }) => (
            <Fieldset legend="What does not come to What changed" variant="unstyled">
              <Text size="sm" mb="xs">
                Answers and timelines still tell it.
              </Text>
              <Stack className={classes.codes}>
                {INBOX_CODES.map((code) => (
                  <Checkbox
                    key={code}
                    label={changeTitle(code)}
                    checked={field.value.includes(code)}
                    onChange={(event) =>
                      field.onChange(event.currentTarget.checked ? [...field.value, code] : field.value.filter((other) => other !== code))
                    }
                  />
                ))}
              </Stack>
            </Fieldset>
          )}
        />
      </SentForm>
    </Paper>
  );
}
