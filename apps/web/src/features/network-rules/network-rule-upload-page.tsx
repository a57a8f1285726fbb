import { Anchor, Button, FileInput, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { uploadRules, useRefreshRules } from './network-rules.queries.ts';

const COLUMNS = [
  ['verdict', 'in, out, single-case or ask'],
  ['source', 'contract, portal, call or directory'],
  ['payer, facility', 'by name'],
  ['levels', 'dtx, rtc, php, iop, op'],
  ['plan words, network words, insurance types, states, group numbers, prefixes', 'several of them with a bar | between'],
  ['from, to', 'as 2027-06-30'],
  ['note', 'in your words'],
] as const;

/** Rules from a file, behind those there are: all of it, or nothing. */
export function NetworkRuleUploadPage() {
  const router = useRouter();
  const refresh = useRefreshRules();
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const sending = useSingleMutation({
    mutationFn: (chosen: File) => uploadRules(chosen, setShare).finally(() => setShare(null)),
    onSuccess: async (count) => {
      await refresh();
      toast({ kind: 'success', message: count === 1 ? '1 rule was added.' : `${count} rules were added.` });
      await router.navigate({ to: '/network-rules' });
    },
  });
  const button = useKeptFocus<HTMLButtonElement>(sending.isPending);
  const send = () => {
    if (file === null) setMissing('Please choose a file.');
    else sending.mutate(file);
  };
  return (
    <>
      <PageTitle>Import network rules</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <Stack>
          <Text size="sm">
            A CSV file without a header row, one rule on each line. All of it is taken, behind the rules there are, or nothing. The columns,
            in this order; all but the first two may be empty:
          </Text>
          <ol>
            {COLUMNS.map(([names, what]) => (
              <li key={names}>
                <strong>{names}</strong>: {what}
              </li>
            ))}
          </ol>
          <FileInput
            label="CSV file"
            placeholder="Choose a file"
            accept=".csv,text/csv"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the file' }}
            value={file}
            disabled={sending.isPending}
            error={missing}
            onChange={(next) => {
              setFile(next);
              setMissing(null);
              sending.reset();
            }}
          />
          <ErrorBanner message={sending.isError ? wordsOf(sending.error) : null} />
          {share !== null && <Progress value={Math.round(share * 100)} aria-label="Upload" />}
          <Group>
            <Button ref={button} leftSection={<IconUpload size={18} aria-hidden />} loading={sending.isPending} onClick={send}>
              Import
            </Button>
            <Anchor component={Link} to="/network-rules" size="sm">
              Back to the rules
            </Anchor>
          </Group>
        </Stack>
      </Paper>
    </>
  );
}

/** What the server said of the file, line by line. */
function wordsOf(error: unknown): readonly string[] {
  const words = error instanceof ApiFailure ? Object.values(error.errors).flat() : [];
  return words.length === 0 ? [UNKNOWN_ERROR] : words;
}
