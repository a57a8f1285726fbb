import type { GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { type Source, SourceLines } from '#features/inquiries/coverage/source-lines.tsx';
import { inquiryOptions } from '#features/inquiries/inquiries.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { CallFacts } from '../calls/call-facts.tsx';
import { callAnswerOptions } from '../calls/calls.queries.ts';
import classes from '../cases.module.css';
import { cellName, GRID_STATE_WORDS } from '../case-words.ts';

interface Statement {
  value: string;
  saidFor: string | null;
  saidBy: string | null;
  lineIds: readonly string[];
  inquiryId: string | null;
  callAnswerId: string | null;
}

/** The check that a company's word is of; null where none of the case can be told to be. */
function inquiryOf({ inquiries }: Case, company: string | null): string | null {
  const key = company?.toLowerCase();
  const found = inquiries.findLast(
    ({ status, payer, company: asked }) => mayView(status) && (payer.name.toLowerCase() === key || asked?.toLowerCase() === key),
  );
  return found?.id ?? null;
}

/** What the cell says first, then what stands beside it. The value of a call stands once. */
function statementsOf(of: Case, cell: GridCell): Statement[] {
  const besides = cell.beside.map((statement) => ({
    value: statement.value,
    saidFor: statement.said_for,
    saidBy: statement.said_by,
    lineIds: statement.line_ids,
    inquiryId: statement.said_by === cell.said_by && cell.inquiry_id !== null ? cell.inquiry_id : inquiryOf(of, statement.said_by),
    callAnswerId: statement.call_answer_id,
  }));
  if (cell.value === null) return besides;
  return [
    {
      value: cell.value,
      saidFor: cell.said_for,
      saidBy: cell.said_by,
      lineIds: cell.line_ids,
      inquiryId: cell.inquiry_id,
      callAnswerId: cell.state === 'by-phone' ? cell.call_answer_id : null,
    },
    ...besides,
  ];
}

/** Why a cell says what it says: the payer's own lines, or the call with who told it, whom and when. */
export function CellDialog({ of, cell, onClose }: { of: Case; cell: GridCell; onClose: () => void }) {
  return (
    <Dialog isOpen title="Where this comes from" size="lg" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">{`${cellName(cell)} (${GRID_STATE_WORDS[cell.state]})`}</Text>
        {statementsOf(of, cell).map((statement) => (
          <section key={`${statement.saidBy} ${statement.value} ${statement.callAnswerId}`} className={classes.card}>
            <Text fw={650}>
              <PayerWords>{statement.value}</PayerWords>
            </Text>
            <Text size="sm">
              {[
                statement.callAnswerId === null ? 'Said' : 'Told by phone',
                statement.saidBy && `by ${statement.saidBy}`,
                statement.saidFor && `for ${statement.saidFor}`,
              ]
                .filter(Boolean)
                .join(' ')}
            </Text>
            {statement.callAnswerId === null ? <Lines statement={statement} /> : <Told caseId={of.id} answerId={statement.callAnswerId} />}
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

function Lines({ statement: { inquiryId, lineIds } }: { statement: Statement }) {
  const { data: inquiry, isError, refetch } = useQuery({ ...inquiryOptions(inquiryId ?? ''), enabled: inquiryId !== null });
  if (inquiryId === null) return null;
  if (isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (inquiry === undefined) return <Skeleton height={60} role="status" aria-label="Loading the lines" />;
  return (
    <>
      {inquiry.coverage !== null &&
        sourcesOf(inquiry.coverage, lineIds).map((source) => <SourceLines key={source.service} inquiry={inquiry} source={source} />)}
      <Anchor size="sm" renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: inquiry.id }} {...props} />}>
        Open the whole answer
      </Anchor>
    </>
  );
}

/** The lines by the service that they stand under. */
function sourcesOf({ plans }: Coverage, lineIds: readonly string[]): Source[] {
  const wanted = new Set(lineIds);
  const groups = plans.flatMap(({ benefit_groups }) => benefit_groups);
  return groups.flatMap(({ name, status_details, benefits, auxilary }) => {
    const lines = [...status_details, ...benefits, ...Object.values(auxilary).flat()];
    const found = lines.filter(({ line_ids: ids }) => ids.some((id) => wanted.has(id)));
    return found.length === 0 ? [] : [{ service: name, lines: found }];
  });
}

function Told({ caseId, answerId }: { caseId: string; answerId: string }) {
  const { data: answer, isError, refetch } = useQuery(callAnswerOptions(caseId, answerId));
  if (isError || answer === null) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (answer === undefined) return <Skeleton height={60} role="status" aria-label="Loading the call" />;
  return (
    <>
      <CallFacts answer={answer} />
      <Anchor size="sm" renderRoot={(props) => <Link to="/call-sheets/$id" params={{ id: answer.call_sheet_id }} {...props} />}>
        Open the call sheet
      </Anchor>
    </>
  );
}
