import { Button, FileInput, Group, Paper, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CARD_WIDTH } from '#ui/theme.ts';
import { UploadProgress, UploadWords } from '#ui/upload-progress.tsx';
import { UploadLine } from './upload-line.tsx';
import type { UploadKind } from './uploads.ts';
import { useUpload } from './use-upload.ts';

export interface CsvUploadProps {
  kind: UploadKind;
  /** In their order: 'CODE, NAME'. */
  columns: string;
  /** Asked before the file is sent. */
  question?: string;
  /** What more there is to know about the file. */
  children?: ReactNode;
  beside?: ReactNode;
  done?: () => void | Promise<void>;
}

const isCsv = (file: File) => /\.csv$/i.test(file.name) || file.type === 'text/csv';

/** Chooses a CSV file and sends it. */
export function CsvUpload({ kind, columns, question, children, beside, done }: CsvUploadProps) {
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const sending = useUpload(kind, async () => {
    setFile(null);
    await done?.();
  });
  const button = useKeptFocus<HTMLButtonElement>(sending.isSending);
  const begin = () => {
    const fault = file === null ? 'Please choose a file.' : isCsv(file) ? null : 'Please choose a CSV file.';
    setMissing(fault);
    if (file === null || fault !== null) return;
    if (question === undefined) sending.send(file);
    else setIsAsking(true);
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <Stack>
        <Text size="sm">
          A CSV file without a header row. Columns: <strong>{columns}</strong>.
        </Text>
        {children}
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          value={file}
          disabled={sending.isSending}
          error={missing}
          onChange={(next) => {
            setFile(next);
            setMissing(null);
            sending.reset();
          }}
        />
        <UploadWords words={sending.words} />
        <UploadProgress share={sending.share} />
        <UploadLine kind={kind} />
        <Group>
          <Button ref={button} leftSection={<IconUpload size={18} aria-hidden />} loading={sending.isSending} onClick={begin}>
            Upload
          </Button>
          {beside}
        </Group>
      </Stack>
      {question !== undefined && file !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={`Upload ${file.name}?`}
          confirmLabel="Upload"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            sending.send(file);
          }}
        >
          <Text>{question}</Text>
        </ConfirmDialog>
      )}
    </Paper>
  );
}
