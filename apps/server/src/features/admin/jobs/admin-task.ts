import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { Deps } from '#deps.ts';

/** What the work answers in the end; `body` null for 204. */
export interface WorkAnswer {
  status: 200 | 204 | 500 | 502 | 503;
  body: unknown;
}

export interface WorkState {
  /** `soFar`: what a process that takes the work up is to go on from. */
  progress: (done: number, total: number | null, soFar?: unknown) => Promise<void>;
  /** What a process that died had found out; null where this is the first. */
  found: unknown;
}

/** Long work of admins. */
export interface Task {
  action: AuditAction;
  objectType: string;
  /** 'all': one at a time. 'payer': of one payer, whose id is the subject, one at a time for each. 'file': any number side by side. */
  scope: 'all' | 'payer' | 'file';
  /** Also what a process does that takes it up. */
  run(deps: Deps, subject: string | null, state: WorkState): Promise<WorkAnswer>;
}
