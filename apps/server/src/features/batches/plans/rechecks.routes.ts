import type { RecheckRule } from '@coverlight/contract/batches/recheck.schema.ts';
import { rechecksContract } from '@coverlight/contract/batches/rechecks.contract.ts';
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { limitsOf } from '#db/page.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { scopeOf } from '#http/viewer.ts';
import { openAppointment } from '../appointments/appointment-contents.ts';
import { listAppointments } from '../appointments/appointments.repository.ts';
import { plannedDay } from './planned-day.ts';
import { previewChecks } from './preview-checks.ts';
import {
  areRechecksStopped,
  deleteRule,
  insertRule,
  listRules,
  lockRule,
  setRechecksStopped,
  updateRule,
  type RuleRecord,
} from './rules.repository.ts';
import { monthOf } from './run-rules.ts';

const PAGE_ROWS = 15;
const ALL_APPOINTMENTS = 1000;
const ONE_WATCH = 'There is a rule that watches already.';

export function registerRechecks(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  const present = (rule: RuleRecord): RecheckRule => {
    const isCounted = rule.month === monthOf(plannedDay(clock()));
    return {
      id: rule.id,
      name: rule.name,
      who: rule.who,
      when: rule.occasion,
      monthly_budget: rule.monthly_budget,
      // One of them: the contract lets no other in.
      reuse_days: rule.reuse_days as RecheckRule['reuse_days'],
      is_on: rule.is_on,
      user: { id: rule.user_id, name: `${rule.user_first_name} ${rule.user_last_name}`.trim() },
      used: isCounted ? rule.used : 0,
      held_back: isCounted ? rule.held_back : 0,
      last_run_at: rule.last_run_at?.toISOString() ?? null,
      created_at: rule.created_at.toISOString(),
    };
  };
  const all = async (tx: Tx, organizationId: string) => ({
    rules: (await listRules(tx, organizationId)).map(present),
    is_stopped: await areRechecksStopped(tx),
  });
  const refuseSecondWatch = (error: unknown): never => {
    throw isUniqueViolation(error, 'recheck_rules_watch') ? conflict(ONE_WATCH) : error;
  };

  bindRoutes(
    app,
    rechecksContract,
    {
      async list({ viewer }) {
        return await db.asOrganization(viewer.organizationId, async (tx) => ({
          status: 200 as const,
          body: await all(tx, viewer.organizationId),
        }));
      },
      async create({ viewer, body, request }) {
        const { when: occasion, ...values } = body;
        const id = deps.newId();
        const rule = await db
          .asOrganization(viewer.organizationId, async (tx) => {
            await insertRule(tx, { id, userId: viewer.userId, now: clock() }, { ...values, occasion });
            await recordAudit(tx, actorOf(request, viewer), clock(), {
              action: 'recheck-rule.create',
              objectType: 'recheck-rule',
              objectIds: [id],
            });
            return await lockRule(tx, viewer.organizationId, id);
          })
          .catch(refuseSecondWatch);
        if (rule === null) throw new Error('a rule that was just made is not there');
        return { status: 201 as const, body: { rule: present(rule) } };
      },
      async stop({ viewer, body, request }) {
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          await setRechecksStopped(tx, body.is_stopped, clock());
          const action = body.is_stopped ? 'recheck.stop' : 'recheck.go-on';
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action,
            objectType: 'organization',
            objectIds: [viewer.organizationId],
          });
          return { status: 200 as const, body: await all(tx, viewer.organizationId) };
        });
      },
      async update({ viewer, params, body, request }) {
        const rule = await db
          .asOrganization(viewer.organizationId, async (tx) => {
            const before = await lockRule(tx, viewer.organizationId, params.id);
            if (before === null) throw notFound();
            const { when: occasion = before.occasion, ...values } = body;
            await updateRule(
              tx,
              params.id,
              { ...before, ...definedOf(values), occasion },
              { now: clock(), yesterday: addDays(plannedDay(clock()), -1) },
            );
            await recordAudit(tx, actorOf(request, viewer), clock(), {
              action: 'recheck-rule.update',
              objectType: 'recheck-rule',
              objectIds: [params.id],
              changedFields: Object.keys(body),
            });
            return await lockRule(tx, viewer.organizationId, params.id);
          })
          .catch(refuseSecondWatch);
        if (rule === null) throw notFound();
        return { status: 200 as const, body: { rule: present(rule) } };
      },
      async remove({ viewer, params, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          if (!(await deleteRule(tx, params.id))) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'recheck-rule.delete',
            objectType: 'recheck-rule',
            objectIds: [params.id],
          });
        });
        return { status: 204 as const, body: null };
      },
      async preview({ viewer, query, request }) {
        const { preview, total } = await previewChecks(deps, {
          viewer,
          actor: actorOf(request, viewer),
          limits: limitsOf(query, PAGE_ROWS),
        });
        return { status: 200 as const, body: { preview }, headers: totalHeader(total) };
      },
      async appointments({ viewer, query, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listAppointments(tx, scopeOf(viewer), {
            from: query.from ?? plannedDay(clock()),
            until: query.until ?? null,
            limits: limitsOf(query, ALL_APPOINTMENTS),
          });
          const appointments = rows.map((row) => {
            const who = openAppointment(keys, row.id, row.content);
            return {
              id: row.id,
              at: row.at,
              patient: `${who.first ?? ''} ${who.last ?? ''}`.trim(),
              birth_date: who.birth_date ?? null,
              member_id: who.member_id ?? null,
              payer: row.payer_id === null ? null : { id: row.payer_id, name: row.payer_name ?? '' },
              provider: { id: row.provider_id, name: row.provider_name },
              batch_id: row.batch_id,
              inquiry_id: row.inquiry_id,
            };
          });
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'appointment.list',
            objectType: 'appointment',
            objectIds: rows.map(({ id }) => id),
          });
          return { status: 200 as const, body: { appointments }, headers: totalHeader(total) };
        });
      },
    },
    deps.access,
  );
}

/** A key that was not sent stays as it was. */
function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
