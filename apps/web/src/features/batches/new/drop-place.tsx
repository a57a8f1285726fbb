import { FileInput, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './drop-place.module.css';

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface DropPlaceProps {
  file: File | null;
  isBusy: boolean;
  error?: string | undefined;
  onFile: (file: File | null) => void;
  children: ReactNode;
}

/** A file may be dropped anywhere on it, or chosen. */
export function DropPlace({ file, isBusy, error, onFile, children }: DropPlaceProps) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    setIsOver(false);
    if (dropped === undefined) return;
    event.preventDefault();
    if (!isBusy) onFile(dropped);
  };
  return (
    <div
      role="presentation"
      className={classes.place}
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
      <FileInput
        label="Or a file"
        description="CSV or XLSX, at most 5 MB and 10,000 rows. Drop it here, or choose it."
        placeholder="Choose a file"
        accept={ACCEPTED}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        value={file}
        disabled={isBusy}
        error={error}
        onChange={onFile}
      />
      {isOver && (
        <Text size="sm" fw={600} mt="xs">
          Let go to bring the file in.
        </Text>
      )}
    </div>
  );
}
