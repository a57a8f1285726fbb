import type { Batch, BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailureReasons } from '#features/inquiries/failure-reasons.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ROW_LOOKS, rowName } from '../batch-words.ts';
import { RowEditor } from '../row-editor.tsx';
import classes from './result-list.module.css';
import { ResultStatus } from './result-status.tsx';

/** What a payer or we refused may be mended and goes at once; what was never sent as well, while the list is not over. */
export const mayMend = ({ state, content }: BatchRow, batch: Pick<Batch, 'state'>): boolean =>
  content !== null &&
  batch.state !== 'stopped' &&
  ['refused', 'failed', 'needs-fix', 'needs-payer', 'duplicate', 'left-out', 'over-budget'].includes(state);

/** An answer, silent or not, may leave something to be asked by telephone. */
export const mayCall = ({ inquiry_id: inquiryId, result }: BatchRow): boolean =>
  inquiryId !== null && result !== null && mayView(result.status) && !result.may_be_somebody_else;

const SILENT = 3;

interface ResultRowProps {
  batch: Batch;
  row: BatchRow;
  isCurrent: boolean;
  isEdited: boolean;
  isBusy: boolean;
  onEdit: (row: number | null) => void;
  onDone: () => void;
  onCall: () => void;
}

export function ResultRow({ batch, row, isCurrent, isEdited, isBusy, onEdit, onDone, onCall }: ResultRowProps) {
  const name = rowName(row);
  const wasAsked = row.state === 'refused' || row.state === 'failed';
  return (
    <li className={classes.row} data-row={row.row} data-current={isCurrent} tabIndex={-1}>
      <div className={classes.main}>
        <div className={classes.who}>
          <Who row={row} />
        </div>
        <div className={classes.what}>
          <Group gap={4}>
            <ResultStatus row={row} />
            {row.is_done && (
              <StatusBadge tone="neutral" icon="check">
                Done
              </StatusBadge>
            )}
          </Group>
          <What row={row} />
        </div>
        <div className={classes.actions}>
          {mayMend(row, batch) && (
            <Button
              size="compact-sm"
              variant={wasAsked ? 'light' : 'subtle'}
              aria-expanded={isEdited}
              aria-label={`Edit ${name}`}
              onClick={() => onEdit(isEdited ? null : row.row)}
            >
              Edit
            </Button>
          )}
          {row.needs === SILENT && mayCall(row) && (
            <Button size="compact-sm" variant="light" aria-label={`Call sheet: ${name}`} onClick={onCall}>
              Call sheet
            </Button>
          )}
          {row.needs !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={isBusy}
              aria-label={`${row.is_done ? 'Not done' : 'Done'}: ${name}`}
              onClick={onDone}
            >
              {row.is_done ? 'Not done' : 'Done'}
            </Button>
          )}
        </div>
      </div>
      {isEdited && (
        <RowEditor
          batchId={batch.id}
          row={row}
          shows="main"
          submitLabel={wasAsked ? 'Send again' : 'Keep'}
          takesFocus
          onDone={() => onEdit(null)}
        />
      )}
    </li>
  );
}

function Who({ row }: { row: BatchRow }) {
  const { content, payer, inquiry_id: inquiryId, person_id: personId, result } = row;
  const name = rowName(row);
  const born = content?.birth_date == null ? null : `born ${usDate(content.birth_date)}`;
  return (
    <>
      {inquiryId !== null && result !== null && mayView(result.status) ? (
        <Anchor component={Link} to={`/inquiries/${inquiryId}`} inherit fw={600} data-main>
          {name}
        </Anchor>
      ) : (
        <Text span fw={600}>
          {name}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {[born, content?.member_id, payer?.name ?? content?.payer_name].filter((part) => part != null && part !== '').join(', ')}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {`Row ${row.row}`}
        {personId !== null && (
          <>
            {' · '}
            <Anchor component={Link} to={`/persons/${personId}`} inherit aria-label={`All checks of ${name}`}>
              All checks
            </Anchor>
          </>
        )}
      </Text>
    </>
  );
}

function What({ row }: { row: BatchRow }) {
  const { result, state } = row;
  if (result !== null && (state === 'refused' || state === 'failed'))
    return <FailureReasons status={result.status} errors={result.remote_errors} payer={row.payer?.name ?? 'The payer'} />;
  const words = [...row.problems, ...(state === 'answered' ? [] : row.warnings)].map((one) => one.words);
  return (
    <>
      {result?.plan != null && <Text size="sm">{[result.plan, ...result.money].join(' · ')}</Text>}
      {result !== null && result.flags.length > 0 && (
        <ul className={classes.flags}>
          {result.flags.map((flag) => (
            <li key={flag}>
              <Text size="sm">{flag}</Text>
            </li>
          ))}
        </ul>
      )}
      {row.duplicate_of !== null && (
        <Text size="sm">{`${ROW_LOOKS.duplicate.word} of row ${row.duplicate_of}, which is asked instead`}</Text>
      )}
      {[...new Set(words)].map((one) => (
        <Text key={one} size="sm">
          {one}
        </Text>
      ))}
    </>
  );
}
