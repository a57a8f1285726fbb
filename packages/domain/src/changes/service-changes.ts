/** Whether a service is covered, and whether it needs authorization (product.md 18.4). */
import { usDate } from '../inquiries/calendar-day.ts';
import { isActiveStatus, isInactiveStatus } from '../inquiries/coverage/status-codes.ts';
import { isPlanLevel } from '../inquiries/coverage/plan-level.ts';
import type { SourceLine } from '../inquiries/coverage/line-words.ts';
import type { Cell } from './cells.ts';
import { authorizationOf, lineIdsOf, placeOfPair, unpairedOf } from './cell-words.ts';
import { type Findings, type Found, found, noFindings } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import type { CellPairs } from './pair-cells.ts';
import { unique } from './plain-words.ts';

const statusesOf = (cell: Cell) => cell.lines.map((line) => line.status_code ?? null);
const isActive = (cell: Cell) => statusesOf(cell).some(isActiveStatus);
const isRefused = (cell: Cell) => !isActive(cell) && statusesOf(cell).some(isInactiveStatus);
const isOver = (cell: Cell, asOf: string) => cell.lines.every((line) => line.benefit_end !== null && line.benefit_end < asOf);

const statusText = (cell: Cell): string =>
  unique(cell.lines.map((line) => line.status ?? ''))
    .toSorted()
    .join('; ');

export interface ServiceInput {
  plans: PlanPair;
  /** The days asked for. */
  days: { before: string; after: string };
}

function aChange(code: Found['code'], pair: [Cell, Cell] | Cell, input: ServiceInput, words: [string | null, string | null]): Found {
  const [before, after] = Array.isArray(pair) ? pair : [null, pair];
  return found(code, {
    ...placeOfPair([before ?? after, after], input.plans.name),
    level: null,
    period: null,
    before: words[0],
    after: words[1],
    beforeIds: before === null ? [] : lineIdsOf(before),
    afterIds: lineIdsOf(after),
  });
}

/** The plan's own status is told of the plan; of its lines only what holds for one network. */
const isOfService = (cell: Cell) => !isPlanLevel(cell.serviceCode, cell.service) || cell.network === 'out';

/** Ended since, or in an answer that says so for the first time. */
const hasEnded = ([before, after]: [Cell, Cell], { days }: ServiceInput) =>
  !isRefused(before) && isOver(after, days.after) && !isOver(before, days.before) && isActive(after);

function statusOfPair(pair: [Cell, Cell], input: ServiceInput): Found[] {
  const [before, after] = pair;
  const words: [string, string] = [statusText(before), statusText(after)];
  if (isRefused(after) && !isRefused(before)) return [aChange('now-not-covered', pair, input, words)];
  if (isRefused(before) && isActive(after)) return [aChange('active-again', pair, input, words)];
  const end = after.lines[0]?.benefit_end ?? null;
  if (hasEnded(pair, input) && end !== null) return [aChange('now-not-covered', pair, input, [words[0], `ended on ${usDate(end)}`])];
  const codes = [before, after].map((cell) =>
    unique(statusesOf(cell).map((code) => code ?? ''))
      .toSorted()
      .join(),
  );
  const isOther = codes[0] !== codes[1] && isActive(before) === isActive(after) && isRefused(before) === isRefused(after);
  return isOther ? [aChange('words-only', pair, input, words)] : [];
}

const refusalText = (cell: Cell) =>
  unique(cell.lines.map((line) => line.text ?? ''))
    .filter((text) => text !== '')
    .join('; ') || 'not covered';

const ofService = (cells: readonly Cell[], cell: Cell) =>
  cells.filter((other) => other.serviceCode === cell.serviceCode && other.service === cell.service);
const covers = (wide: Cell, narrow: Cell) => wide.network === narrow.network || wide.network === 'both' || wide.network === '';

/** X12 EB01 E leaves out a part; the rest may be covered. */
const isExclusion = (cell: Cell) => cell.kind === 'refusal' && cell.lines.every((line) => line.type_code?.toUpperCase() === 'E');

/** A service that is not said to be covered in the former answer, and is in this one. */
function isCoveredNow(refusal: Cell, before: readonly Cell[], after: readonly Cell[]): boolean {
  const states = (cells: readonly Cell[]) => ofService(cells, refusal).some((cell) => cell.kind === 'status' && isActive(cell));
  return states(after) && !states(before);
}

export function coverChanges(pairs: CellPairs, input: ServiceInput): Findings {
  const findings = noFindings();
  const beforeCells = [...pairs.pairs.map(([cell]) => cell), ...pairs.gone];
  const afterCells = [...pairs.pairs.map(([, cell]) => cell), ...pairs.added];
  for (const pair of pairs.pairs)
    if (pair[1].kind === 'status' && isOfService(pair[1])) findings.changes.push(...statusOfPair(pair, input));
  const { name } = input.plans;
  for (const cell of pairs.added) {
    const wasRefused = ofService(beforeCells, cell).some(
      (other) =>
        ((other.kind === 'refusal' && (!isExclusion(other) || isExclusion(cell))) || (other.kind === 'status' && isRefused(other))) &&
        covers(other, cell),
    );
    const isNo = cell.kind === 'refusal' || (cell.kind === 'status' && isOfService(cell) && isRefused(cell));
    if (isNo && !wasRefused)
      findings.changes.push(aChange('now-not-covered', cell, input, [null, cell.kind === 'status' ? statusText(cell) : refusalText(cell)]));
    else if (cell.kind === 'refusal' || cell.kind === 'status') findings.added.push(unpairedOf(cell, name));
  }
  for (const cell of pairs.gone) {
    if (cell.kind !== 'refusal' && cell.kind !== 'status') continue;
    const isRegained = (cell.kind === 'refusal' || isRefused(cell)) && isCoveredNow(cell, beforeCells, afterCells);
    const active = ofService(afterCells, cell).find((other) => other.kind === 'status' && isActive(other));
    if (isRegained && active)
      findings.changes.push({
        ...aChange('active-again', active, input, [refusalText(cell), statusText(active)]),
        beforeIds: lineIdsOf(cell),
      });
    else findings.gone.push(unpairedOf(cell, name));
  }
  return findings;
}

const isRequired = (cell: Cell) => cell.lines.some((line) => line.auth_required === true);
const isFree = (cell: Cell) => !isRequired(cell) && cell.lines.some((line) => line.auth_required === false);
const authorizationText = (lines: readonly SourceLine[]): string | null =>
  unique(lines.flatMap((line) => authorizationOf(line) ?? []))
    .toSorted()
    .join('; ') || null;

function authorizationOfPair(pair: [Cell, Cell], input: ServiceInput): Findings {
  const findings = noFindings();
  const [before, after] = pair;
  const words: [string | null, string | null] = [authorizationText(before.lines), authorizationText(after.lines)];
  if (isRequired(after) && !isRequired(before)) findings.changes.push(aChange('authorization-now-required', pair, input, words));
  else if (isRequired(before) && isFree(after)) findings.changes.push(aChange('authorization-no-longer', pair, input, words));
  else if ((isRequired(before) || isFree(before)) && !isRequired(after) && !isFree(after))
    findings.gone.push(unpairedOf(before, input.plans.name, `Authorization: ${words[0]}`));
  else if (isFree(after) && !isFree(before) && !isRequired(before))
    findings.added.push(unpairedOf(after, input.plans.name, `Authorization: ${words[1]}`));
  return findings;
}

/** Cells whose only news is that the service needs authorization. */
export function authorizationChanges(pairs: CellPairs, input: ServiceInput): Findings & { told: Cell[] } {
  const findings = noFindings();
  for (const pair of pairs.pairs) {
    const each = authorizationOfPair(pair, input);
    findings.changes.push(...each.changes);
    findings.gone.push(...each.gone);
    findings.added.push(...each.added);
  }
  const beforeCells = [...pairs.pairs.map(([cell]) => cell), ...pairs.gone];
  const told = pairs.added.filter((cell) => {
    const known = ofService(beforeCells, cell);
    return isRequired(cell) && known.length > 0 && !known.some(isRequired);
  });
  for (const cell of told) findings.changes.push(aChange('authorization-now-required', cell, input, [null, authorizationText(cell.lines)]));
  return { ...findings, told };
}
