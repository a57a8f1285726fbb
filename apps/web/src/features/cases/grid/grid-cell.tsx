import type { GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import { Anchor, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { instantDayText } from '#ui/calendar-date.tsx';
import classes from './case-grid.module.css';
import { cellName, GRID_STATE_WORDS } from '../case-words.ts';

interface GridCellProps {
  of: Case;
  cell: GridCell;
  /** False where one company says all there is, and is named above all cells. */
  namesCompany: boolean;
  /** False where the company that has the say is named above all cells. */
  namesOther: boolean;
  onOpen: () => void;
}

/** One fact: the value, and below it how sure it is and who said it, in words. */
export function GridCellView({ of, cell, namesCompany, namesOther, onOpen }: GridCellProps) {
  const { state, value, beside } = cell;
  const besides = state === 'contradicts' ? beside : [];
  // A no is the one thing that must not be read over.
  const isNo = value !== null && state !== 'contradicts' && value.startsWith('Not covered');
  return (
    <span className={classes.cell}>
      <span className={classes.mark} data-state={isNo ? 'not-covered' : state} aria-hidden />
      <span className={classes.words}>
        {value === null ? (
          <Silent of={of} cell={cell} namesCompany={namesCompany} namesOther={namesOther} onOpen={onOpen} />
        ) : (
          <>
            <UnstyledButton className={classes.value} data-no={isNo} aria-haspopup="dialog" onClick={onOpen}>
              <VisuallyHidden>{`${cellName(cell)}: `}</VisuallyHidden>
              <PayerWords isClamped>{isNo ? value.replace(/^Not covered/, 'NOT COVERED') : value}</PayerWords>
              <VisuallyHidden>: where this comes from</VisuallyHidden>
            </UnstyledButton>
            <span className={classes.who}>{whose(cell, namesCompany)}</span>
          </>
        )}
        {besides.map((statement) => (
          <span key={`${statement.said_by} ${statement.value}`} className={classes.against}>
            <PayerWords isClamped>{`but ${againstWords(statement, namesCompany)}${statement.value}`}</PayerWords>
          </span>
        ))}
      </span>
    </span>
  );
}

/** "by phone Sunflower Community Health: "; the one company that says anything stands above. */
function againstWords({ call_answer_id: call, said_by: by }: GridCell['beside'][number], namesCompany: boolean): string {
  const who = [call === null ? null : 'by phone', namesCompany ? (by ?? 'the payer') : null].filter((part) => part !== null).join(' ');
  return who === '' ? '' : `${who}: `;
}

/** "said, Sunflower Community Health"; "by phone 11/24/2026, Sable Behavioral Partners". */
function whose({ state, said_by: by, called_at: calledAt }: GridCell, namesCompany: boolean): string {
  const day = state === 'by-phone' && calledAt !== null ? ` ${instantDayText(calledAt)}` : '';
  return `${GRID_STATE_WORDS[state]}${day}${by === null || !namesCompany ? '' : `, ${by}`}`;
}

/** Silence of whoever was asked is for a call; of whom nobody asked yet it is no silence. */
function Silent({ of, cell, namesCompany, namesOther, onOpen }: GridCellProps) {
  const { state, ask, beside } = cell;
  const words = GRID_STATE_WORDS[state];
  const [first] = beside;
  const more = beside.length > 1 ? `, and ${beside.length - 1} more` : '';
  return (
    <span className={classes.silent}>
      {ask === null || !namesOther ? words : `${words}: ${ask} has the say`}
      {state === 'not-asked' && ask === null && (
        <>
          {', '}
          <Anchor
            size="xs"
            renderRoot={(props) => <Link to="/cases/$id/ask" params={{ id: of.id }} {...props} aria-label={`ask it: ${cellName(cell)}`} />}
          >
            ask it
          </Anchor>
        </>
      )}
      {first !== undefined && (
        <UnstyledButton className={classes.beside} aria-haspopup="dialog" onClick={onOpen}>
          <VisuallyHidden>{`${cellName(cell)}: `}</VisuallyHidden>
          <PayerWords isClamped>{`${namesCompany ? `${first.said_by ?? 'the payer'}: ` : ''}${first.value}${more}`}</PayerWords>
        </UnstyledButton>
      )}
    </span>
  );
}
