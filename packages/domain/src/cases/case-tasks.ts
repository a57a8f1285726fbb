/** Tasks that make themselves from what a case lacks, and close themselves when it is there (product.md 20.4). */
import type { CaseCompany, CaseTask, CaseTaskCode, CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { companyKey } from '../inquiries/coverage/company-names.ts';
import type { PhoneFact } from './call-answers.ts';
import { companyToCall, isToCall } from './call-questions.ts';
import type { OwnedCell } from './case-grid.ts';

export interface WantedTask {
  code: Exclude<CaseTaskCode, 'by-hand'>;
  /** What it is about, so that it is made once: a company, an estimate; '' for the case itself. */
  subject: string;
  title: string;
  due_on: string | null;
}

export interface TaskFacts {
  cells: readonly OwnedCell[];
  levels: readonly CareLevelKey[];
  companies: readonly CaseCompany[];
  /** All that count, 'unknown' too: what a representative could not tell is not called for again. */
  calls: readonly PhoneFact[];
  /** Drafts that are to be handed over. */
  estimates: readonly { id: string; kind: 'gfe' | 'estimate'; due_at: string | null }[];
  /** Ended: nothing is left to do. */
  isEnded: boolean;
}

const values = (count: number) => (count === 1 ? '1 value' : `${count} values`);

export function wantedTasks({ cells, levels, companies, calls, estimates, isEnded }: TaskFacts): WantedTask[] {
  if (isEnded) return [];
  const sought = cells.filter(({ level }) => levels.includes(level));
  const wasCalled = (cell: OwnedCell) =>
    calls.some(({ level, fact, network }) => level === cell.level && fact === cell.fact && network === cell.network);
  const checks = companies
    .filter(({ blocked, inquiry_id: inquiryId }) => blocked === null && inquiryId === null)
    .map(({ name }): WantedTask => ({ code: 'check-company', subject: companyKey(name), title: `Check ${name}`, due_on: null }));
  const unasked = sought.filter(({ state, ask }) => state === 'not-asked' && ask === null).length;
  const toCall = sought.filter((cell) => isToCall(cell) && !wasCalled(cell));
  const company = companyToCall(toCall, levels);
  return [
    ...checks,
    ...(unasked === 0
      ? []
      : [
          {
            code: 'ask-not-asked',
            subject: '',
            title: `Ask electronically for ${values(unasked)} that nobody asked for`,
            due_on: null,
          } as const,
        ]),
    ...(company === null
      ? []
      : [{ code: 'call', subject: '', title: `Call ${company}: ${values(toCall.length)} to ask for`, due_on: null } as const]),
    ...estimates.map(({ id, kind, due_at }): WantedTask => ({
      code: 'deliver-estimate',
      subject: id,
      title: kind === 'gfe' ? 'Hand over the Good Faith Estimate' : 'Hand over the estimate',
      due_on: due_at,
    })),
  ];
}

export type KnownTask = Pick<CaseTask, 'id' | 'code' | 'title' | 'due_on' | 'state' | 'closed_itself' | 'version'> & { subject: string };

export interface TaskChanges {
  make: WantedTask[];
  close: string[];
  /** Opened again, or told anew, as the facts changed. `version` is the one that was read. */
  change: { id: string; version: number; title: string; due_on: string | null }[];
}

/** What a person closed stays closed. Due days that the facts do not give are the person's own. */
export function taskChanges(known: readonly KnownTask[], wanted: readonly WantedTask[]): TaskChanges {
  const changes: TaskChanges = { make: [], close: [], change: [] };
  const find = (task: WantedTask) => known.find(({ code, subject }) => code === task.code && subject === task.subject);
  for (const task of wanted) {
    const there = find(task);
    if (there === undefined) changes.make.push(task);
    else if (there.state !== 'open' && !there.closed_itself) continue;
    else {
      const due = task.due_on ?? there.due_on;
      if (there.state !== 'open' || there.title !== task.title || there.due_on !== due)
        changes.change.push({ id: there.id, version: there.version, title: task.title, due_on: due });
    }
  }
  const isWanted = (task: KnownTask) => wanted.some(({ code, subject }) => code === task.code && subject === task.subject);
  changes.close = known.filter((task) => task.code !== 'by-hand' && task.state === 'open' && !isWanted(task)).map(({ id }) => id);
  return changes;
}
