import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { readX12 } from './admin-x12.queries.ts';
import classes from './read-x12-page.module.css';
import { X12ReadingView } from './x12-reading.tsx';

const LARGEST = 1_000_000;
const TOO_LARGE = 'This is larger than 1 MB. Use npm run x12:read in a terminal.';

function messageOf(error: Error | null): string | null {
  if (error === null) return null;
  return error instanceof ApiFailure && error.status === 413 ? TOO_LARGE : 'The file could not be read. Please try again.';
}

/** What the product reads of an X12 file, beside its segments. Nothing of it is kept, here or on the server (docs/product.md 15.9). */
export function ReadX12Page() {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const forgetFile = useRef<() => void>(null);
  // Gone with the screen, since answers hold patients' data.
  const reading = useMutation({ mutationFn: readX12, gcTime: 0 });
  const read = (content: Blob | null) => {
    if (content === null) return;
    // The same file, mended, can then be chosen again.
    forgetFile.current?.();
    const words = content.size === 0 ? 'Please paste or choose a file first.' : content.size > LARGEST ? TOO_LARGE : null;
    setFault(words);
    if (words === null) reading.mutate(content);
    else reading.reset();
  };
  // Text that is dragged goes into the field, as everywhere.
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    read(file);
  };
  const allowDrop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  };
  return (
    <>
      <PageTitle>Read X12</PageTitle>
      <Paper withBorder p="lg" radius="md" mb="lg" onDragOver={allowDrop} onDrop={drop}>
        <Stack>
          <Text size="sm">
            Paste a 271, 270, 999, 997 or TA1, drop a file here, or choose one. You see what Coverlight reads of it, beside its segments.
            Nothing is stored.
          </Text>
          <Textarea
            label="X12"
            autosize={false}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: classes.input }}
            value={typed}
            error={fault}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setFault(null);
            }}
          />
          <Group>
            <Button loading={reading.isPending} onClick={() => read(new Blob([typed]))}>
              Read
            </Button>
            <FileButton onChange={read} resetRef={forgetFile}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileText size={18} aria-hidden />} disabled={reading.isPending}>
                  Choose a file
                </Button>
              )}
            </FileButton>
          </Group>
        </Stack>
      </Paper>
      <ErrorBanner message={messageOf(reading.error)} />
      <div role="status">{reading.data && <Text size="sm">{summaryOf(reading.data.transactions.length)}</Text>}</div>
      {reading.data && <X12ReadingView reading={reading.data} />}
    </>
  );
}

const summaryOf = (count: number): string => (count === 1 ? '1 transaction was read.' : `${count} transactions were read.`);
