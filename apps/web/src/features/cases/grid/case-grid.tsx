import { GRID_FACTS, type GridCell, type GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case, CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import classes from './case-grid.module.css';
import { FACT_LABELS, leadingNetwork, levelName, NETWORK_LABELS } from '../case-words.ts';
import cases from '../cases.module.css';
import { gridOptions } from '../cases.queries.ts';
import { GridCellView } from './grid-cell.tsx';

// Opened by a press on a value.
const CellDialog = lazy(async () => ({ default: (await import('./cell-dialog.tsx')).CellDialog }));

/** What is known of the levels that are sought, from all answers and calls: each cell with who said it, and one press from its line or call. */
export function CaseGrid({ of }: { of: Case }) {
  const { data: cells, isError, refetch } = useQuery(gridOptions(of.id));
  const [opened, setOpened] = useState<GridCell | null>(null);
  const leading = leadingNetwork(of.network.verdict);
  const networks: readonly GridNetwork[] = leading === 'in' ? ['in', 'out'] : ['out', 'in'];
  const only = useMemo(() => onlyCompany(cells ?? [], of.levels), [cells, of.levels]);
  return (
    <section className={cases.card} aria-labelledby="case-grid">
      <div className={cases.head}>
        <Title order={2} id="case-grid">
          What is known
        </Title>
        <Text size="xs" c="dimmed">
          {of.network.rule === null
            ? 'No rule of yours says whether you are in network.'
            : `${NETWORK_LABELS[leading]} leads, by your rule ${of.network.rule.order}.`}
        </Text>
      </div>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {cells === undefined && !isError && <Skeleton height={260} role="status" aria-label="Loading what is known" />}
      {only !== null && (
        <Text size="sm">
          All of it is said by <PayerWords isClamped>{only}</PayerWords>.
        </Text>
      )}
      {cells !== undefined && (
        <div className={classes.levels}>
          {of.levels.map((level) => (
            <LevelTable
              key={level}
              of={of}
              level={level}
              networks={networks}
              cells={cells}
              namesCompany={only === null}
              onOpen={setOpened}
            />
          ))}
        </div>
      )}
      {cells !== undefined && <Legend />}
      {opened !== null && (
        <Suspense>
          <CellDialog of={of} cell={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** The company that says all there is of the levels that are sought; null: several do, or none. */
function onlyCompany(cells: readonly GridCell[], levels: readonly CareLevelKey[]): string | null {
  const sought = cells.filter(({ level }) => levels.includes(level));
  const companies = new Set(
    sought.flatMap((cell) => [cell, ...cell.beside].flatMap(({ value, said_by: by }) => (value === null || by === null ? [] : [by]))),
  );
  const [only = null] = companies;
  return companies.size === 1 ? only : null;
}

interface LevelTableProps {
  of: Case;
  level: CareLevelKey;
  /** The leading one first. */
  networks: readonly GridNetwork[];
  cells: readonly GridCell[];
  /** False where the one company that says anything is named above all levels. */
  namesCompany: boolean;
  onOpen: (cell: GridCell) => void;
}

function LevelTable({ of, level, networks, cells, namesCompany, onOpen }: LevelTableProps) {
  const own = cells.filter((cell) => cell.level === level);
  const cellOf = (fact: GridCell['fact'], network: GridNetwork) => own.find((cell) => cell.fact === fact && cell.network === network);
  // Who has the say about one fact has it about all: said once, the cells stay short.
  const [elsewhere] = own.flatMap(({ ask }) => ask ?? []);
  const hasAll = elsewhere !== undefined && own.every(({ ask }) => ask === elsewhere);
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>
        {levelName(level)}
        {hasAll && <span className={classes.elsewhere}>{`${elsewhere} has the say`}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Fact</span>
          </th>
          {networks.map((network, index) => (
            <th key={network} scope="col" data-leads={index === 0}>
              {NETWORK_LABELS[network]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GRID_FACTS.map((fact) => (
          <tr key={fact}>
            <th scope="row">{FACT_LABELS[fact]}</th>
            {networks.map((network, index) => {
              const cell = cellOf(fact, network);
              return (
                <td key={network} data-label={NETWORK_LABELS[network]} data-leads={index === 0}>
                  {cell !== undefined && (
                    <GridCellView of={of} cell={cell} namesCompany={namesCompany} namesOther={!hasAll} onOpen={() => onOpen(cell)} />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MARKS = [
  { state: 'said', words: 'said for this level' },
  { state: 'said-for-plan', words: 'for the plan only' },
  { state: 'not-covered', words: 'not covered' },
  { state: 'by-phone', words: 'told by phone' },
  { state: 'contradicts', words: 'contradicts' },
  { state: 'not-stated', words: 'not stated' },
  { state: 'not-asked', words: 'not asked' },
] as const;

function Legend() {
  return (
    <p className={classes.legend}>
      {MARKS.map(({ state, words }) => (
        <span key={state}>
          <span className={classes.mark} data-state={state} aria-hidden /> {words}
        </span>
      ))}
      <span>
        What was told by phone stands beside the payer’s lines, never in their place. No authorization stated does not mean that none is
        required.
      </span>
    </p>
  );
}
