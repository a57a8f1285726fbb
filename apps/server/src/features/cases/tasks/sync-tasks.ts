/** Brings a case's own tasks in step with what it lacks (product.md 20.4). */
import { createHash } from 'node:crypto';
import { countCells, ownedGrid } from '@coverlight/domain/cases/case-grid.ts';
import { isEnded } from '@coverlight/domain/cases/case-states.ts';
import { taskChanges, wantedTasks, type WantedTask } from '@coverlight/domain/cases/case-tasks.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { loadCase, type BookRequest, type CaseBook } from '../case-book.ts';
import { listStaleCases, rememberSeenStatuses } from '../case-inquiries.repository.ts';
import { closeCaseTasks, insertCaseTask, renewCaseTask } from './case-tasks.repository.ts';
import { rememberKnown, type KnownCounts } from '../cases.repository.ts';

/** A company's name is told in the title, which is closed; by this its task is found again. */
const digestOf = (subject: string) => createHash('sha256').update(subject).digest('hex').slice(0, 32);
const stored = (task: WantedTask): WantedTask => (task.code === 'check-company' ? { ...task, subject: digestOf(task.subject) } : task);

/** The first answer alone, all that were asked for, and with what was told by phone. */
function knownCounts({ case: { levels }, answers, main, cells }: CaseBook): KnownCounts {
  const first = answers.filter(({ inquiryId }) => inquiryId === main.record.id);
  const { known: called, of } = countCells(cells, levels);
  return {
    of,
    first: countCells(ownedGrid({ answers: first }), levels).known,
    asked: countCells(ownedGrid({ answers }), levels).known,
    called,
  };
}

/** True where something changed. */
async function syncTasks(deps: Pick<Deps, 'clock' | 'newId'>, tx: Tx, keys: OrganizationKeys, book: CaseBook): Promise<boolean> {
  const now = deps.clock();
  const wanted = wantedTasks({
    cells: book.cells,
    levels: book.case.levels,
    companies: book.companies,
    calls: book.facts,
    estimates: book.estimates.filter(({ state }) => state === 'draft').map(({ id, kind, due_at }) => ({ id, kind, due_at })),
    isEnded: isEnded(book.case.state),
  }).map(stored);
  const { make, close, change } = taskChanges(book.tasks, wanted);
  for (const task of make) {
    await insertCaseTask(tx, keys, {
      id: deps.newId(),
      caseId: book.case.id,
      code: task.code,
      subject: task.subject,
      title: task.title,
      assigneeId: null,
      dueOn: task.due_on,
      userId: null,
      now,
    });
  }
  for (const { due_on: dueOn, ...task } of change) await renewCaseTask(tx, keys, { ...task, dueOn });
  if (close.length > 0) await closeCaseTasks(tx, keys.organizationId, close, now);
  await rememberSeenStatuses(
    tx,
    keys.organizationId,
    book.case.id,
    book.inquiries.map(({ record }) => record),
  );
  await rememberKnown(tx, keys.organizationId, book.case.id, knownCounts(book));
  return make.length + change.length + close.length > 0;
}

type SyncDeps = Pick<Deps, 'clock' | 'clearinghouses' | 'newId'>;

/** The case as it is once its tasks are in step. */
export async function loadCaseInStep(deps: SyncDeps, tx: Tx, keys: OrganizationKeys, request: BookRequest): Promise<CaseBook> {
  const book = await loadCase(deps, tx, keys, request);
  return (await syncTasks(deps, tx, keys, book)) ? await loadCase(deps, tx, keys, request) : book;
}

/** For whoever does not read the case afterwards. */
export async function bringInStep(deps: SyncDeps, tx: Tx, keys: OrganizationKeys, request: BookRequest): Promise<void> {
  await syncTasks(deps, tx, keys, await loadCase(deps, tx, keys, request));
}

const BATCH = 200;

/** Cases whose answers have come since somebody looked. */
export async function syncStaleCases(deps: Pick<Deps, 'clock' | 'clearinghouses' | 'newId' | 'db' | 'keys'>): Promise<void> {
  const stale = await deps.db.asAdmin(async (tx) => await listStaleCases(tx, BATCH));
  for (const { organization_id: organizationId, case_id: id } of stale) {
    const keys = await deps.keys.keysOf(organizationId);
    await deps.db.asOrganization(organizationId, async (tx) => {
      const scope = { organizationId, userId: '', restricted: false };
      await bringInStep(deps, tx, keys, { id, scope, forChange: true });
    });
  }
}
