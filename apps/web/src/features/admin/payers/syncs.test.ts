import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { setCurrentUser } from '#lib/session.ts';
import { shownToasts } from '#ui/toast.ts';
import { answerCalls } from '../../../api-answers.test-kit.ts';
import { anId, aUser } from '../../../samples.test-kit.ts';
import { runningJobs } from '../jobs.ts';
import { followUnfollowedJobs, syncPayer, syncPayers, syncSchema, syncSchemas, syncWords } from './syncs.ts';

const counts = {
  availity_new_payers: 3,
  availity_updated_payers: 12,
  pverify_new_payers: 0,
  pverify_updated_payers: 0,
  withdrawn: 2,
  sources: [
    { clearinghouse: 'availity', name: 'Availity', new_payers: 3, updated_payers: 12, withdrawn: 0 },
    { clearinghouse: 'core:north', name: 'Northgate', new_payers: 0, updated_payers: 4, withdrawn: 2 },
  ],
};
const job = (done: number) => ({ status: 202, body: { job: { id: anId(1), done, total: 10 } } });
const said = () => shownToasts().map(({ message, durationMs }) => [message, durationMs]);

beforeEach(() => {
  setCurrentUser(aUser({ is_admin: true }));
});

test('the counts of a sync are said for 9 seconds', async () => {
  answerCalls({ 'POST /admin/payers/sync': () => ({ body: counts }) });

  await syncPayers('all');

  expect(said()).toEqual([['Payers synced. Availity: 3 new, 12 updated, 0 withdrawn; Northgate: 0 new, 4 updated, 2 withdrawn.', 9000]]);
});

test('what a clearinghouse has failed at is told in the words of the server, any other failure in general ones', async () => {
  const words = { errors: { NOFIELD: ['Availity did not answer.'] } };
  answerCalls({ [`POST /admin/payers/*/sync`]: () => ({ status: 502, body: words }) });
  await syncPayer(anId(2));
  answerCalls({ [`POST /admin/payers/*/schema`]: () => ({ status: 502, body: words }) });
  await syncSchema(anId(2));
  answerCalls({ [`POST /admin/payers/*/schema`]: () => ({ status: 500, body: { errors: {} } }) });
  await syncSchema(anId(2));

  expect(said().map(([message]) => message)).toEqual([
    'Availity did not answer.',
    'Availity did not answer.',
    'There was an unknown error.',
  ]);
});

test('work of a kind that runs already is refused in the words of the server', () => {
  expect(syncWords(new ApiFailure(409, { NOFIELD: ['A sync is running.'] }), 'unknown')).toBe('A sync is running.');
});

test('long work shows its progress until it ends and is then forgotten', async () => {
  vi.useFakeTimers();
  let looks = 0;
  answerCalls({
    'POST /admin/payers/schemas': () => job(0),
    'GET /admin/jobs/*': () => (looks++ === 0 ? job(5) : { status: 204 }),
  });

  const end = syncSchemas();
  await vi.advanceTimersByTimeAsync(2500);
  expect(runningJobs.get()['sync-schemas']).toEqual({ done: 5, total: 10 });
  await vi.advanceTimersByTimeAsync(2000);
  await end;

  expect(runningJobs.get()['sync-schemas']).toBeNull();
  expect(said()).toEqual([['All schemas sync completed', 9000]]);
});

test('work begun before a reload, or by somebody else, is followed to its end', async () => {
  vi.useFakeTimers();
  let looks = 0;
  answerCalls({
    'GET /admin/jobs': () => ({ body: { jobs: [{ id: anId(1), kind: 'sync-payers', done: 2, total: 10 }] } }),
    'GET /admin/jobs/*': () => (looks++ === 0 ? job(5) : { body: counts }),
  });

  await followUnfollowedJobs();
  expect(runningJobs.get()['sync-payers']).toEqual({ done: 2, total: 10 });
  await followUnfollowedJobs();
  await vi.advanceTimersByTimeAsync(4500);

  expect(said().map(([words]) => words)).toEqual([expect.stringContaining('3 new, 12 updated')]);
});

test('a server that starts anew is waited for, since it goes on with the work', async () => {
  vi.useFakeTimers();
  let looks = 0;
  answerCalls({
    'POST /admin/payers/sync': () => job(0),
    'GET /admin/jobs/*': () => {
      looks += 1;
      // Half a minute without a server.
      if (looks < 16) throw new TypeError('Failed to fetch');
      return { body: counts };
    },
  });

  const end = syncPayers('all');
  await vi.advanceTimersByTimeAsync(60_000);
  await end;

  expect(said().map(([words]) => words)).toEqual([expect.stringContaining('3 new, 12 updated')]);
});
