import { adminPayersContract, JOB_KINDS } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { syncCountsSchema } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { mergeProposals } from '@coverlight/domain/payers/merge-proposals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import { mergePayers, splitPayer } from '#features/payers/merge-payers.ts';
import { listMergeablePayers } from '#features/payers/payers.repository.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import type { Viewer } from '#http/viewer.ts';
import { runAdminJob, type TaskName } from '#features/admin/jobs/admin-jobs.ts';
import { progressOf } from '#features/admin/jobs/job-progress.ts';
import { runUpload } from '#features/admin/jobs/run-upload.ts';
import { findAdminJob, listRunningJobs, type AdminJob } from '#features/admin/jobs/admin-jobs.repository.ts';
import { findAdminPayer, listAdminPayers } from './admin-payers.repository.ts';
import { groupPayers } from './group-payers.ts';
import { changePayer, createPayer } from './edit-payer.ts';
import { loadAdminPayer } from './load-admin-payer.ts';
import { createPayerHealth } from './payer-health.ts';
import { readCsvFile } from '#http/read-upload.ts';
import { clearinghouseNamed, mergeParts, PLAIN, presentClearinghouses, presentPayer } from './payer-wire.ts';
import { readPayers, readPrefixes } from './upload-payers.ts';

const PAGE_ROWS = 1000;
const PROPOSALS = 50;

export function registerAdminPayers(app: FastifyInstance, deps: Deps): void {
  const { db, clock, clearinghouses } = deps;
  const health = createPayerHealth(deps);
  const one = async (id: string) => {
    const payer = await db.asAdmin(async (tx) => await loadAdminPayer(tx, clearinghouses, id));
    if (payer === null) throw notFound();
    return { payer };
  };
  const demandPayer = async (id: string) => {
    if ((await db.asAdmin(async (tx) => await findAdminPayer(tx, id))) === null) throw notFound();
  };

  const begin = async (request: FastifyRequest, viewer: Viewer, task: TaskName, subject: string | null) =>
    await runAdminJob(deps, { task, subject, startedBy: viewer.userId, actor: actorOf(request, viewer) });

  bindRoutes(
    app,
    adminPayersContract,
    {
      async list({ query }) {
        const { rows, total } = await db.asAdmin(
          async (tx) =>
            await listAdminPayers(
              tx,
              {
                sort: query.sort ?? 'name',
                q: query.q,
                isGroup: query.is_group,
                available: query.is_available === undefined ? undefined : { at: PLAIN, is: query.is_available },
                groupId: query.payer_group_id,
                onlyAt: query.only === undefined ? undefined : clearinghouseOf(deps, 'only', query.only),
              },
              limitsOf(query, PAGE_ROWS),
            ),
        );
        return {
          status: 200 as const,
          body: { payers: rows.map((row) => presentPayer(row, clearinghouses)) },
          headers: totalHeader(total),
        };
      },
      async clearinghouses() {
        return { status: 200 as const, body: { clearinghouses: presentClearinghouses(clearinghouses) } };
      },
      async get({ params }) {
        return { status: 200 as const, body: await one(params.id) };
      },
      async create({ viewer, body, request }) {
        const id = await createPayer(deps, actorOf(request, viewer), body);
        return { status: 201 as const, body: await one(id) };
      },
      async update({ viewer, params, body, request }) {
        await changePayer(deps, actorOf(request, viewer), params.id, body);
        return { status: 200 as const, body: await one(params.id) };
      },
      async bulkGroup({ viewer, params, body, request }) {
        await groupPayers(deps, actorOf(request, viewer), params.id, body);
        return { status: 204 as const, body: null };
      },
      async syncOne({ viewer, params, request }) {
        await demandPayer(params.id);
        const job = await begin(request, viewer, 'sync-payer', params.id);
        return progressOf(job) ?? messageOf(job);
      },
      async syncAll({ viewer, query, request }) {
        const { service = 'all' } = query;
        const subject = service === 'all' ? service : clearinghouseOf(deps, 'service', service);
        const job = await begin(request, viewer, 'sync-payers', subject);
        return progressOf(job) ?? countsOf(job);
      },
      async syncSchema({ viewer, params, request }) {
        await demandPayer(params.id);
        const job = await begin(request, viewer, 'sync-schema', params.id);
        return progressOf(job) ?? NOTHING;
      },
      async syncSchemas({ viewer, request }) {
        const job = await begin(request, viewer, 'sync-schemas', null);
        return progressOf(job) ?? NOTHING;
      },
      async job({ params }) {
        const job = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await findAdminJob(tx, params.id, clock()));
        if (job === null) throw notFound();
        return progressOf(job) ?? (job.status === 204 ? NOTHING : countsOf(job));
      },
      async runningJobs() {
        const jobs = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await listRunningJobs(tx, JOB_KINDS, clock()));
        return { status: 200 as const, body: { jobs } };
      },
      async merge({ viewer, body, request }) {
        const id = await mergePayers(deps, actorOf(request, viewer), { parts: mergeParts(body), name: body.name });
        return { status: 201 as const, body: await one(id) };
      },
      async mergeProposals() {
        const proposals = mergeProposals(await db.asAdmin(listMergeablePayers)).slice(0, PROPOSALS);
        return { status: 200 as const, body: { proposals } };
      },
      async split({ viewer, body, request }) {
        const ids = await splitPayer(deps, actorOf(request, viewer), body.payer_id);
        const found = await db.asAdmin(async (tx) => {
          const rows = [];
          for (const id of ids) rows.push(await findAdminPayer(tx, id));
          return rows;
        });
        return {
          status: 200 as const,
          body: { children: found.flatMap((row) => (row === null ? [] : [presentPayer(row, clearinghouses)])) },
        };
      },
      async upload({ viewer, request }) {
        return await runUpload(
          deps,
          'upload-payers',
          { actor: actorOf(request, viewer), startedBy: viewer.userId },
          await readPayers(deps, await readCsvFile(request)),
        );
      },
      async uploadPrefixes({ viewer, request }) {
        return await runUpload(
          deps,
          'upload-prefixes',
          { actor: actorOf(request, viewer), startedBy: viewer.userId },
          await readPrefixes(deps, await readCsvFile(request)),
        );
      },
      async health({ query }) {
        const { rows, total } = await health.list({ sort: query.sort ?? '-asked', q: query.q ?? '', limits: limitsOf(query, PAGE_ROWS) });
        return { status: 200 as const, body: { payers: rows }, headers: totalHeader(total) };
      },
    },
    deps.access,
  );
}

/** Throws 422 where none is configured by that name. */
function clearinghouseOf({ clearinghouses }: Deps, field: string, word: string): string {
  const id = clearinghouseNamed(clearinghouses, word);
  if (id === undefined) throw invalid({ [field]: ['Please choose a clearinghouse.'] });
  return id;
}

// Stored by this very work, in the shape its endpoint declares.
const countsOf = (job: AdminJob) => ({ status: 200 as const, body: job.answer as z.infer<typeof syncCountsSchema> });
const messageOf = (job: AdminJob) => ({ status: 200 as const, body: job.answer as { message: string } });
const NOTHING = { status: 204 as const, body: null };
