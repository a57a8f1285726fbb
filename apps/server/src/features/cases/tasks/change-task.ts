/** Tasks that people write, and what they do with those that made themselves (product.md 20.4). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import type { CaseTask } from '@coverlight/contract/cases/case.schema.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findCaseTask, insertCaseTask, updateCaseTask } from './case-tasks.repository.ts';
import { findCase } from '../cases.repository.ts';
import { presentTask } from '../cases.presenter.ts';
import { checkAssignee } from '../make-case.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
  id: string;
}

export async function addTask(
  deps: Deps,
  { viewer, actor, id, body }: Caller & { body: BodyOf<typeof casesContract.addTask> },
): Promise<CaseTask> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    if ((await findCase(tx, keys, scopeOf(viewer), { id })) === null) throw notFound();
    await checkAssignee(tx, organizationId, body.assignee_id);
    const taskId = deps.newId();
    await insertCaseTask(tx, keys, {
      id: taskId,
      caseId: id,
      code: 'by-hand',
      subject: taskId,
      title: body.title,
      assigneeId: body.assignee_id ?? null,
      dueOn: body.due_on ?? null,
      userId,
      now,
    });
    await recordAudit(tx, actor, now, { action: 'case.task-create', objectType: 'case', objectIds: [id, taskId] });
    const task = await findCaseTask(tx, keys, taskId);
    if (task === null) throw new Error('the task was not stored');
    return presentTask(task);
  });
}

type Body = BodyOf<typeof casesContract.updateTask>;

export async function changeTask(deps: Deps, { viewer, actor, id, body }: Caller & { body: Body }): Promise<CaseTask> {
  const { organizationId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const task = await findCaseTask(tx, keys, id);
    if (task === null || (await findCase(tx, keys, scopeOf(viewer), { id: task.case_id })) === null) throw notFound();
    await checkAssignee(tx, organizationId, body.assignee_id);
    if (body.title !== undefined && task.code !== 'by-hand') throw invalid({ title: ['This task words itself from what is missing.'] });
    const { version: _version, ...changes } = body;
    const state = body.state ?? task.state;
    const isKept = await updateCaseTask(tx, keys, {
      id,
      version: body.version ?? task.version,
      change: {
        title: body.title ?? task.title,
        assignee_id: body.assignee_id === undefined ? task.assignee_id : body.assignee_id,
        due_on: body.due_on === undefined ? task.due_on : body.due_on,
        state,
        closed_at: state === 'open' ? null : (task.closed_at ?? now),
      },
    });
    if (!isKept) throw conflict('Somebody has changed this task since. Please load it again.');
    await recordAudit(tx, actor, now, {
      action: 'case.task-update',
      objectType: 'case',
      objectIds: [task.case_id, id],
      changedFields: Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
    });
    const changed = await findCaseTask(tx, keys, id);
    if (changed === null) throw new Error('a task that was just changed is not there');
    return presentTask(changed);
  });
}
