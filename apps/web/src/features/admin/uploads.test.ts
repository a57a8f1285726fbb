import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { setCurrentUser } from '#lib/session.ts';
import { shownToasts } from '#ui/toast.ts';
import { answerCalls } from '../../api-answers.test-kit.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { runningJobs } from './jobs.ts';
import { REIMBURSEMENTS_KEY } from './reimbursements/reimbursements.queries.ts';
import { followUnfollowedUploads, runUpload } from './uploads.ts';

const KIND = 'upload-reimbursements';
const job = (done: number) => ({ job: { id: anId(1), done, total: 200 } });
const isListOld = () => queryClient.getQueryState(REIMBURSEMENTS_KEY)?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers();
  setCurrentUser(aUser({ is_admin: true }));
  queryClient.setQueryData(REIMBURSEMENTS_KEY, []);
});

test('a file whose storing takes long is followed to its end; then it is said, and the list is read anew', async () => {
  let looks = 0;
  answerCalls({ 'GET /admin/jobs/*': () => (looks++ === 0 ? { status: 202, body: job(120) } : { status: 204 }) });

  const end = runUpload(KIND, async () => job(0));
  await vi.advanceTimersByTimeAsync(2500);
  expect(runningJobs.get()[KIND]).toEqual({ done: 120, total: 200 });
  expect([shownToasts(), isListOld()]).toEqual([[], false]);
  await vi.advanceTimersByTimeAsync(2000);
  await end;

  expect(runningJobs.get()[KIND]).toBeNull();
  expect(shownToasts().map(({ message }) => message)).toEqual(['Reimbursements uploaded successfully.']);
  expect(isListOld()).toBe(true);
});

test('what was begun before a reload is followed, of its own kind only, and its failure is told', async () => {
  answerCalls({
    'GET /admin/jobs': () => ({
      body: {
        jobs: [
          { id: anId(1), kind: KIND, done: 3, total: 200 },
          { id: anId(2), kind: 'upload-payers', done: 1, total: 2 },
        ],
      },
    }),
    'GET /admin/jobs/*': () => ({ status: 503, body: { errors: { NOFIELD: ['The server was stopped.'] } } }),
  });

  await followUnfollowedUploads(KIND);
  expect([runningJobs.get()[KIND], runningJobs.get()['upload-payers']]).toEqual([{ done: 3, total: 200 }, null]);
  await vi.advanceTimersByTimeAsync(2500);

  expect(shownToasts().map(({ message }) => message)).toEqual(['Reimbursements failed to upload.']);
  expect(isListOld()).toBe(false);
});
