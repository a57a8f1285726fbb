/** Every job of the product and what runs it: the table of contents of the background. */
import type { Deps } from '#deps.ts';
import { sweepAdminJobsJob, takeUpAdminJobs } from '#features/admin/jobs/admin-jobs.ts';
import { emptyBatches, emptyBatchesJob } from '#features/batches/empty-batches.ts';
import { runRules, runRulesJob } from '#features/batches/plans/run-rules.ts';
import type { BatchWorker } from '#features/batches/sending/batch-worker.ts';
import { reconcileBillingJob, reportUsageJob, sweepUsageJob, syncSubscriptionJob } from '#features/billing/billing.jobs.ts';
import { reconcileBilling } from '#features/billing/reconcile-billing.ts';
import { reportUsage, sweepUsage } from '#features/billing/report-usage.ts';
import { syncSubscription } from '#features/billing/sync-subscription.ts';
import { compareAnswers, compareAnswersJob } from '#features/inquiries/changes/compare-answers.ts';
import { watchEnds } from '#features/inbox/watch-ends.ts';
import { watchEndsJob } from '#features/inbox/watch-ends.job.ts';
import type { AskingWorker } from '#features/inquiries/asking/asking-worker.ts';
import { syncCasesJob } from '#features/cases/cases.jobs.ts';
import { syncStaleCases } from '#features/cases/tasks/sync-tasks.ts';
import { backTestRanges } from '#features/estimates/back-test.ts';
import { backTestJob } from '#features/estimates/estimates.jobs.ts';
import { markAnswers, markAnswersJob } from '#features/inquiries/list/mark-answers.ts';
import { linkPersons, linkPersonsJob } from '#features/inquiries/linking/link-persons.ts';
import { sealAudit, sealAuditJob } from '#features/audit/seal-audit.ts';
import { restartLinkLife } from '#features/auth/account-links.repository.ts';
import { prepareReset } from '#features/auth/password-reset.ts';
import { prepareResetJob } from '#features/auth/reset.job.ts';
import { watchRules, watchRulesJob } from '#features/network-rules/watch-rules.ts';
import { sendMailJob, sweepMailsJob } from '#features/mail/mail.jobs.ts';
import { sendMail, sweepMails } from '#features/mail/send-mail.ts';
import { tallyClaimsJob } from '#features/reimbursements/reimbursements.jobs.ts';
import { tallyUploads } from '#features/reimbursements/tally-uploads.ts';
import type { JobDefinition } from '#jobs/define-job.ts';

export const ALL_JOBS: readonly JobDefinition<never>[] = [
  prepareResetJob,
  sendMailJob,
  sweepMailsJob,
  sealAuditJob,
  syncSubscriptionJob,
  reportUsageJob,
  sweepUsageJob,
  reconcileBillingJob,
  sweepAdminJobsJob,
  markAnswersJob,
  emptyBatchesJob,
  runRulesJob,
  linkPersonsJob,
  compareAnswersJob,
  watchEndsJob,
  watchRulesJob,
  syncCasesJob,
  tallyClaimsJob,
  backTestJob,
] as readonly unknown[] as readonly JobDefinition<never>[];

export interface Workers {
  asking: AskingWorker;
  batches: BatchWorker;
}

export async function startWorkers(deps: Deps, { asking, batches }: Workers): Promise<void> {
  asking.work();
  batches.work();
  await deps.queue.work(prepareResetJob, async (target) => await prepareReset(deps, target));
  await deps.queue.work(sendMailJob, async (target) => await sendMail({ ...deps, restartLinkLife }, target));
  await deps.queue.work(sweepMailsJob, async () => await sweepMails(deps));
  await deps.queue.work(sealAuditJob, async () => await sealAudit(deps));
  await deps.queue.work(syncSubscriptionJob, async ({ organizationId }) => await syncSubscription(deps, organizationId));
  await deps.queue.work(reportUsageJob, async ({ organizationId }) => await reportUsage(deps, organizationId));
  await deps.queue.work(sweepUsageJob, async () => await sweepUsage(deps));
  await deps.queue.work(reconcileBillingJob, async () => await reconcileBilling(deps));
  await deps.queue.work(sweepAdminJobsJob, async () => await takeUpAdminJobs(deps));
  await deps.queue.work(markAnswersJob, async () => await markAnswers(deps));
  await deps.queue.work(runRulesJob, async () => await runRules(deps));
  await deps.queue.work(emptyBatchesJob, async () => await emptyBatches(deps));
  await deps.queue.work(linkPersonsJob, async () => await linkPersons(deps));
  await deps.queue.work(compareAnswersJob, async () => await compareAnswers(deps));
  await deps.queue.work(watchEndsJob, async ({ organizationId = null }) => await watchEnds(deps, organizationId));
  await deps.queue.work(watchRulesJob, async () => await watchRules(deps));
  await deps.queue.work(tallyClaimsJob, async () => await tallyUploads(deps));
  await deps.queue.work(backTestJob, async () => await backTestRanges(deps));
  await deps.queue.work(syncCasesJob, async () => await syncStaleCases(deps));
  await deps.db.withoutOrganization(async (tx) => {
    // Who was down has missed events, and may come back as a newer version.
    await deps.queue.enqueue(tx, reconcileBillingJob, {});
    await deps.queue.enqueue(tx, markAnswersJob, {});
    await deps.queue.enqueue(tx, linkPersonsJob, {});
  });
}
