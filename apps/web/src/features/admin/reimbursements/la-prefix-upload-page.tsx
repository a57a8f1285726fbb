import { Anchor, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { UploadProgress, UploadWords } from '#ui/upload-progress.tsx';
import { UploadLine } from '../upload-line.tsx';
import { useUpload } from '../use-upload.ts';

export function LaPrefixUploadPage() {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const sending = useUpload('upload-la-prefixes', () => setTyped(''));
  const button = useKeptFocus<HTMLButtonElement>(sending.isSending);
  const send = () => {
    if (typed.trim() === '') setMissing('This field is required.');
    else sending.send(typed);
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Local Allowables', to: '/admin/la-prefixes' },
          { label: 'Upload', to: null },
        ]}
      />
      <PageTitle>Add Local Allowable Alphas</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <Stack>
          <Text size="sm">
            The list is converted into alpha prefixes, the first three characters of each member ID. An inquiry whose member ID matches one
            of them shows "Local Allowable" as the reimbursement estimate instead of individual percentages.
          </Text>
          <Textarea
            label="Member IDs"
            description="One on each line."
            required
            autosize={false}
            rows={14}
            spellCheck={false}
            value={typed}
            error={missing ?? (sending.words.length > 0 ? <UploadWords words={sending.words} /> : null)}
            disabled={sending.isSending}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setMissing(null);
              sending.reset();
            }}
          />
          <UploadProgress share={sending.share} />
          <UploadLine kind="upload-la-prefixes" />
          <Group>
            <Button ref={button} loading={sending.isSending} onClick={send}>
              Upload
            </Button>
            <Anchor component={Link} to="/admin/la-prefixes" size="sm">
              Back to the list
            </Anchor>
          </Group>
        </Stack>
      </Paper>
    </>
  );
}
