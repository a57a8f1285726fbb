import { adminCasesContract, type EstimateNotice, type PayerPhone } from '@coverlight/contract/admin/admin-cases.contract.ts';
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findNoticeConfirmation } from '#features/estimates/ranges.repository.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import { findMember } from '#features/users/users.repository.ts';
import { actorOf } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  deletePayerPhone,
  findPayerPhone,
  insertPayerPhone,
  listPayerPhones,
  setNoticeConfirmation,
  updatePayerPhone,
  type PayerPhoneRecord,
} from './admin-cases.repository.ts';

const ROWS = 1000;

const presentPhone = (phone: PayerPhoneRecord): PayerPhone => ({ ...phone, updated_at: phone.updated_at.toISOString() });

const presentNotice = (confirmed: { confirmed_by: string; confirmed_at: Date } | null): EstimateNotice => ({
  is_confirmed: confirmed !== null,
  confirmed_by: confirmed?.confirmed_by ?? null,
  confirmed_at: confirmed?.confirmed_at.toISOString() ?? null,
});

export function registerAdminCases(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  const change = async <T>(
    { viewer, request }: { viewer: Viewer; request: FastifyRequest },
    action: AuditAction,
    work: (tx: Tx) => Promise<{ id: string; result: T }>,
  ): Promise<T> =>
    await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
      const { id, result } = await work(tx);
      await recordAudit(tx, actorOf(request, viewer), clock(), { action, objectType: 'payer-phone', objectIds: [id] });
      return result;
    });

  const stored = async (tx: Tx, id: string): Promise<PayerPhone> => {
    const phone = await findPayerPhone(tx, id);
    if (phone === null) throw notFound();
    return presentPhone(phone);
  };

  bindRoutes(
    app,
    adminCasesContract,
    {
      async listPhones({ query }) {
        const { rows, total } = await db.asAdmin(async (tx) => await listPayerPhones(tx, query.payer_id ?? null, limitsOf(query, ROWS)));
        return { status: 200 as const, body: { payer_phones: rows.map(presentPhone) }, headers: totalHeader(total) };
      },
      async createPhone({ viewer, body, request }) {
        const phone = await change({ viewer, request }, 'payer-phone.create', async (tx) => {
          const payer = await findPayer(tx, body.payer_id);
          if (payer === null || payer.deleted_at !== null) throw invalid({ payer_id: ['Please choose a payer.'] });
          const id = deps.newId();
          const isNew = await insertPayerPhone(
            tx,
            { id, payer_id: payer.id, kind: body.kind, phone: body.phone, note: body.note ?? null },
            clock(),
          );
          if (!isNew) throw conflict('This payer has a number of this kind already. Please change that one.');
          return { id, result: await stored(tx, id) };
        });
        return { status: 201 as const, body: { payer_phone: phone } };
      },
      async updatePhone({ viewer, params, body, request }) {
        const phone = await change({ viewer, request }, 'payer-phone.update', async (tx) => {
          const known = await stored(tx, params.id);
          const note = body.note === undefined ? known.note : body.note;
          await updatePayerPhone(tx, { id: params.id, phone: body.phone ?? known.phone, note }, clock());
          return { id: params.id, result: await stored(tx, params.id) };
        });
        return { status: 200 as const, body: { payer_phone: phone } };
      },
      async removePhone({ viewer, params, request }) {
        await change({ viewer, request }, 'payer-phone.delete', async (tx) => {
          if (!(await deletePayerPhone(tx, params.id))) throw notFound();
          return { id: params.id, result: null };
        });
        return { status: 204 as const, body: null };
      },
      async estimateNotice() {
        return { status: 200 as const, body: { estimate_notice: presentNotice(await db.asAdmin(findNoticeConfirmation)) } };
      },
      async confirmEstimateNotice({ viewer, body, request }) {
        const notice = await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const admin = await findMember(tx, viewer.organizationId, viewer.userId);
          const name = `${admin?.first_name ?? ''} ${admin?.last_name ?? ''}`.trim();
          await setNoticeConfirmation(tx, body.is_confirmed ? name : null, clock());
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'estimate-notice.confirm',
            objectType: 'estimate-notice',
            changedFields: [body.is_confirmed ? 'confirmed' : 'taken-back'],
          });
          return await findNoticeConfirmation(tx);
        });
        return { status: 200 as const, body: { estimate_notice: presentNotice(notice) } };
      },
    },
    deps.access,
  );
}
