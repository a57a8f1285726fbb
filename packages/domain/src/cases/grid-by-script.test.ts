/** The grid against a second reading, straight from the text of the answers: the same cells are silent, none more and none less (product.md 20.1). */
import { GRID_STATES, type GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { expect, test } from 'vitest';
import { write271 } from '../../../../apps/sandbox/src/core/write-answer.ts';
import { describePolicy } from '../../../../apps/sandbox/src/coverage/describe-policy.ts';
import { silentCells } from '../../test/grid-script.ts';
import { RECORDED } from '../../test/recorded-texts.ts';
import { leadOn } from '../inquiries/coverage/medical-plan.ts';
import { mergeAnswers } from '../inquiries/coverage/merge-answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import { caseGrid } from './case-grid.ts';

const DAY = '2026-03-21';

function gridOf(raw: string): GridCell[] {
  const transactions = transactionsOf(readInterchanges(Uint8Array.from(raw, (sign) => sign.charCodeAt(0))));
  const coverage = leadOn(normalizeCoverage(mergeAnswers(transactions.flatMap((transaction) => read271(transaction))), DAY), DAY);
  const main = {
    inquiryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    role: 'main',
    company: null,
    payerName: 'Payer',
    coverage,
    isOpen: false,
  } as const;
  return caseGrid({ answers: [main] });
}

/** What the grid leaves silent, and how many cells there are in all states together. */
function silentOf(raw: string): { cells: string[]; all: number } {
  const cells = gridOf(raw);
  const silent = cells.filter(({ state }) => state === 'not-stated').map(({ level, fact, network }) => `${level} ${fact} ${network}`);
  const counts = GRID_STATES.map((state) => cells.filter((cell) => cell.state === state).length);
  return { cells: silent.toSorted(), all: counts.reduce((sum, count) => sum + count, 0) };
}

const byScript = (raw: string, leads?: string) => ({ cells: [...silentCells(raw, leads)].toSorted(), all: 70 });

/** Where another plan than the first active one leads on the day. */
const LEADS: Record<string, string> = { 'two-plans-in-time': 'SILVER BIRCH HMO 2026' };

test.each(Object.entries(RECORDED))('the recorded answer %s leaves silent what its text does', (name, raw) => {
  expect(silentOf(raw)).toEqual(byScript(raw, LEADS[name]));
});

/** Every start that is answered with a 271; the others are refused, or never answered (product.md 16.4). */
const STARTS = [
  'SLOW',
  'INACTIVE',
  'TURNS',
  'GRACE',
  'EMPTY',
  'SILENT',
  'CARVE',
  'COB',
  'MISMATCH',
  'TWOPLANS',
  'NOLIMIT',
  'HUGE',
  'FLAKY',
  'PLAIN',
];
const IDS = STARTS.flatMap((start) => Array.from({ length: 12 }, (_, index) => `${start}${100_000 + index * 7919}`));

const answerOf = (memberId: string): string =>
  write271({
    question: {
      controlNumber: '000000007',
      groupNumber: '7',
      transactionNumber: '0001',
      version: '005010X279A1',
      sender: 'COVERLIGHT',
      receiver: 'FERNVALLEY',
      reference: 'REF1',
      trace: 'TRACE1',
      traceOrigin: '9COVERLIGHT',
      payer: { name: 'Fern Valley Health', id: 'FVH01' },
      provider: { name: 'Harbor Recovery Center', npi: '1234567893' },
      memberId,
      subscriber: { lastName: 'Quackenbush', firstName: 'Ottoline', birthDate: '1984-07-19' },
      dependent: null,
      date: DAY,
      serviceTypes: ['30'],
    },
    policy: describePolicy(memberId, DAY),
    rejection: null,
    now: `${DAY}T15:00:00Z`,
    number: 7,
  });

test.each(IDS)('the sandbox’s answer to %s leaves silent what its text does', (memberId) => {
  const raw = answerOf(memberId);
  expect(silentOf(raw)).toEqual(byScript(raw));
});
