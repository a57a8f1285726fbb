import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { careSummary, type SummaryCell, type SummaryRow, type SummaryValue } from '@coverlight/domain/inquiries/coverage/care-summary.ts';
import { exceptionMarks, partWords } from '@coverlight/domain/inquiries/coverage/care-words.ts';
import { levelsOfCare } from '@coverlight/domain/inquiries/coverage/level-of-care.ts';
import { silentWords, valueTags, valueText } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import classes from './care-grid.module.css';
import { CareDetails } from './care-details.tsx';
import { FilteredAway } from './filtered-away.tsx';
import { SourceButton } from './line-source.tsx';
import { PayerWords } from './payer-text.tsx';
import { useReading } from './reading.ts';
import { usePrinting } from './use-printing.ts';
import { statusWords } from '@coverlight/domain/inquiries/coverage/status-tone.ts';

const SIDES = [
  { key: 'in', network: 'inNetwork', label: 'In network' },
  { key: 'out', network: 'outOfNetwork', label: 'Out of network' },
] as const;
type ShownSide = (typeof SIDES)[number];
const PARTS = [
  { key: 'pays', label: 'Patient pays' },
  { key: 'authorization', label: 'Authorization' },
] as const;

/** A line of about 44 px holds so many; the others are one press away. */
const SHOWN_VALUES = 2;

interface CareGridProps {
  coverage: Coverage;
  plan: Plan;
  shown: Shown;
  /** Which answer it is of, where two stand on one page. */
  of?: string;
}

/** What each level of care costs, one line each, in network beside out of network. A line opens to all that it rests on. */
export function CareGrid({ coverage, plan, shown, of }: CareGridProps) {
  const rows = useMemo(() => careSummary(levelsOfCare({ coverage, plan, shown }), plan.insurance_type), [coverage, plan, shown]);
  const sides = SIDES.filter(({ network }) => shown.hasNetwork(network));
  if (sides.length === 0) return <FilteredAway />;
  return (
    <section className={classes.grid} aria-label={of === undefined ? 'Levels of care' : `Levels of care, ${of}`}>
      <table className={classes.table}>
        <caption className="visually-hidden">What the patient pays, and authorization, by level of care and network</caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={classes.corner}>
              Level of care
            </th>
            {sides.map(({ key, label }) => (
              <th key={key} scope="colgroup" colSpan={2} className={classes.network}>
                {label}
              </th>
            ))}
            <th rowSpan={2} scope="col">
              Limit, what is left
            </th>
          </tr>
          <tr>
            {sides.flatMap(({ key }) =>
              PARTS.map((part) => (
                <th key={`${key} ${part.key}`} scope="col">
                  {part.label}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CareLine key={row.row.level.key} row={row} sides={sides} insuranceType={plan.insurance_type} />
          ))}
        </tbody>
      </table>
      <Legend />
    </section>
  );
}

interface CareLineProps {
  row: SummaryRow;
  sides: readonly ShownSide[];
  insuranceType: string | null;
}

function CareLine({ row, sides, insuranceType }: CareLineProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = usePrinting() || isOpened;
  const detailsId = useId();
  const { level, exceptions } = row.row;
  const ofPart = partWords(row.row);
  // Who has the say about one fact has it about all.
  const { company } = row.limit;
  const partsShown = company === null ? sides : [];
  return (
    <>
      <tr className={classes.line} data-open={isOpen}>
        <th scope="row">
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpened(!isOpened)}
          >
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
            {level.name}
            <VisuallyHidden>, all that was said</VisuallyHidden>
          </UnstyledButton>
          <span className={classes.below}>
            {ofPart !== null && <PayerWords isClamped>{ofPart}</PayerWords>}
            {exceptions.length > 0 && <span className={classes.exceptions}>{exceptionMarks(exceptions).join(', ')}</span>}
            <LevelStatus row={row} sides={sides} />
          </span>
        </th>
        {company !== null && (
          <td colSpan={1 + 2 * sides.length} className={classes.whole}>
            <Cell cell={row.limit} about={level.name} />
          </td>
        )}
        {partsShown.flatMap(({ key, label }) =>
          PARTS.map((part) => (
            <td
              key={`${key} ${part.key}`}
              data-label={part.key === 'pays' ? label : 'Auth.'}
              className={part.key === 'pays' ? undefined : classes.besides}
            >
              <Cell cell={row[key][part.key]} about={`${level.name}, ${label.toLowerCase()}, ${part.label.toLowerCase()}`} />
            </td>
          )),
        )}
        {company === null && (
          <td data-label="Limit" className={`${classes.limitCell} ${classes.besides}`}>
            <Cell cell={row.limit} about={`${level.name}, limit`} />
          </td>
        )}
      </tr>
      <tr className={classes.details} hidden={!isOpen} id={detailsId}>
        {isOpen && (
          <td colSpan={2 + 2 * sides.length}>
            <CareDetails row={row.row} sides={sides} insuranceType={row.row.part === null ? insuranceType : row.row.part.insurance_type} />
          </td>
        )}
      </tr>
    </>
  );
}

/** What the payer calls the level's service. That a service is active says nothing of its price. */
function LevelStatus({ row: { row }, sides }: Pick<CareLineProps, 'row' | 'sides'>) {
  const reading = useReading();
  const told = sides.map(({ key }) => row[key].covered).find(({ state, lines }) => lines.length > 0 && state !== 'not-covered');
  const [line] = told?.lines ?? [];
  if (!told || !line) return null;
  const { label } = statusWords(line.status, line.status_code, reading);
  return <PayerWords isClamped>{told.state === 'said' || told.saidFor === null ? label : `${label}, ${told.saidFor.words}`}</PayerWords>;
}

function Cell({ cell, about }: { cell: SummaryCell; about: string }) {
  const { values, state, company } = cell;
  if (company !== null) {
    return (
      <span className={classes.elsewhere}>
        <Mark state="said-elsewhere" />
        <span>
          handled by <PayerWords isClamped>{company}</PayerWords>, ask there
        </span>
      </span>
    );
  }
  if (values.length === 0) {
    return state === 'filtered' ? <FilteredAway /> : <span className={classes.silent}>{silentWords(cell)}</span>;
  }
  const shown = values.slice(0, SHOWN_VALUES);
  const more = values.length - shown.length;
  return (
    <>
      {shown.map((value, index) => (
        // A service and its stand-in may say the same in the same words.
        <Value key={index} value={value} about={about} isAlone={values.length === 1} more={index === shown.length - 1 ? more : 0} />
      ))}
    </>
  );
}

interface ValueProps {
  value: SummaryValue;
  about: string;
  isAlone: boolean;
  /** How many values have no room after it. */
  more: number;
}

function Value({ value, about, isAlone, more }: ValueProps) {
  const { state, service, lines, isFirm } = value;
  const tags = valueTags(value);
  const words = (
    <span className={state === 'not-covered' ? classes.refusal : isFirm ? classes.value : classes.unsure}>{valueText(value)}</span>
  );
  return (
    <span className={classes.said}>
      <Mark state={state} />
      <span className={classes.oneLine} data-alone={isAlone}>
        {lines.length === 0 ? (
          words
        ) : (
          <SourceButton about={about} service={service} lines={lines}>
            {words}
          </SourceButton>
        )}
        {tags.length > 0 && (
          <span className={classes.tag}>
            {' '}
            <PayerWords isClamped>{tags.join(', ')}</PayerWords>
          </span>
        )}
      </span>
      {more > 0 && (
        <span className={classes.more}>
          <span aria-hidden>{`+${more}`}</span>
          <VisuallyHidden>{`and ${more} more`}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

type Marked = 'said' | 'said-for-plan' | 'said-elsewhere' | 'not-covered';
const MARKS: readonly { state: Marked; words: string }[] = [
  { state: 'said', words: 'said for this level' },
  { state: 'said-for-plan', words: 'for the plan only' },
  { state: 'said-elsewhere', words: 'another service or company' },
  { state: 'not-covered', words: 'not covered' },
];

const Mark = ({ state }: { state: SummaryCell['state'] }) => <span className={classes.mark} data-state={state} aria-hidden />;

function Legend() {
  return (
    <p className={classes.legend}>
      {MARKS.map(({ state, words }) => (
        <span key={state}>
          <Mark state={state} /> {words}
        </span>
      ))}
      <span className={classes.ours}>Which service stands for which level is our suggestion.</span>
      <span>No authorization stated does not mean that none is required.</span>
    </p>
  );
}
