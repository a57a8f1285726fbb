import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSingleKeys } from '#lib/use-single-keys.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSendKey } from '#lib/use-send-key.ts';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { useUpdateBatch } from '../batches.queries.ts';
import { ColumnTable } from './column-table.tsx';
import { draftOf, isDateColumn, mappingOf, withNextOrder, type MappingDraft } from './mapping-draft.ts';

interface ColumnsStepProps {
  batch: Batch;
  /** After rows were made of a list that had been read before. */
  onDone?: () => void;
}

/** Which sheet, then what its columns mean. Enter accepts what is proposed. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { batch } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  // Held here: a refusal is still said where the columns of another sheet have come instead.
  const update = useUpdateBatch(batch.id);
  const chooseAgain = () => {
    update.reset();
    setIsChoosing(true);
  };
  if (batch.sheets !== null && (batch.sheet === null || isChoosing))
    return <SheetChoice batch={batch} sheets={batch.sheets} onDone={() => setIsChoosing(false)} />;
  return (
    // Another sheet has other columns.
    <Columns key={batch.sheet ?? ''} {...props} update={update} {...(batch.sheets === null ? {} : { onOtherSheet: chooseAgain })} />
  );
}

function SheetChoice({ batch, sheets, onDone }: { batch: Batch; sheets: readonly string[]; onDone: () => void }) {
  const update = useUpdateBatch(batch.id);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section aria-label="Sheets">
      <Title order={2} mb="xs">
        Which sheet?
      </Title>
      <ErrorBanner message={update.error && placeErrors(update.error, [], UNKNOWN_ERROR).banner} />
      <Text mb="sm">The workbook has several sheets. One of them is read.</Text>
      <Stack gap="xs" align="flex-start">
        {sheets.map((sheet, at) => (
          <Button
            key={sheet}
            {...(at === 0 ? { ref: first } : {})}
            variant="default"
            loading={update.isPending && update.variables !== undefined && 'sheet' in update.variables && update.variables.sheet === sheet}
            onClick={() => update.mutate({ sheet }, { onSuccess: onDone })}
          >
            {sheet}
          </Button>
        ))}
      </Stack>
    </section>
  );
}

interface ColumnsProps extends ColumnsStepProps {
  update: ReturnType<typeof useUpdateBatch>;
  onOtherSheet?: () => void;
}

function Columns({ batch, update, onDone, onOtherSheet }: ColumnsProps) {
  const [draft, setDraft] = useState(() => draftOf(batch));
  const accept = useKeptFocus<HTMLButtonElement>(update.isPending);
  useEffect(() => accept.current?.focus(), [accept]);
  useOrderKey(draft, setDraft);
  const send = () => {
    if (update.isPending) return;
    update.mutate({ mapping: mappingOf(draft), sheet: batch.sheet }, onDone === undefined ? {} : { onSuccess: onDone });
  };
  useSendKey(send);
  return (
    <section aria-label="Columns">
      <Title order={2} mb="xs">
        What the columns mean
      </Title>
      <Text mb="sm">
        {batch.is_mapping_remembered
          ? 'A list with these headings came before: everything is as it was confirmed then.'
          : 'Guessed from the headings. Please look whether it is right; the next list with these headings comes back like this.'}
      </Text>
      <ErrorBanner message={update.error && placeErrors(update.error, [], UNKNOWN_ERROR).banner} />
      <Group mb="md">
        <Button ref={accept} loading={update.isPending} onClick={send}>
          Accept the columns
        </Button>
        {onOtherSheet && (
          <Button variant="default" onClick={onOtherSheet}>
            Choose another sheet
          </Button>
        )}
        {onDone && (
          <Button variant="default" onClick={onDone}>
            Back to the rows
          </Button>
        )}
        {update.isPending && (
          <Text size="sm" role="status">
            Every row is being checked…
          </Text>
        )}
      </Group>
      <ColumnTable columns={batch.columns} draft={draft} onChange={setDraft} />
    </section>
  );
}

/** D changes the order of the first column of days, or of the one in whose row the focus stands. */
function useOrderKey(draft: MappingDraft, onChange: (draft: MappingDraft) => void): void {
  useSingleKeys(useCurrentUser()?.id, {
    d: () => {
      const focused = Number(document.activeElement?.closest('tr')?.querySelector('[data-column]')?.getAttribute('data-column') ?? -1);
      const field = [draft.fields[focused] ?? null, ...draft.fields].find(isDateColumn);
      if (field !== undefined) onChange(withNextOrder(draft, field));
    },
  });
}
