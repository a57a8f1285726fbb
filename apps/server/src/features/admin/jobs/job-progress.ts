import { upstream, unavailable } from '#http/app-error.ts';
import type { AdminJob } from './admin-jobs.repository.ts';

/** How far running work is; null once it has ended well. Its failures become the errors they are. */
export function progressOf(job: AdminJob) {
  if (job.ended_at === null) return { status: 202 as const, body: { job: { id: job.id, done: job.done, total: job.total } } };
  if (job.status === 502) throw upstream(wordsOf(job.answer));
  if (job.status === 503) throw unavailable(wordsOf(job.answer));
  if (job.status !== 200 && job.status !== 204) throw new Error('the work of an admin failed');
  return null;
}

const wordsOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : 'There was an unknown error.';
