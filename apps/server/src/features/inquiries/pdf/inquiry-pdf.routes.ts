import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { actorOf } from '#http/actor.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import type { PdfPool } from './inquiry-pdf-pool.ts';
import { printInquiry } from './inquiry-pdf.ts';

export function registerInquiryPdf(app: FastifyInstance, deps: Deps, pool: PdfPool): void {
  bindRoutes(
    app,
    { pdf: inquiriesContract.pdf },
    {
      async pdf({ viewer, params, query, request }) {
        const download = await printInquiry(deps, pool, { id: params.id, query, viewer, actor: actorOf(request, viewer) });
        return {
          status: 200 as const,
          body: null,
          download,
          headers: {
            'content-type': 'application/pdf',
            // No patient data: the name stays in the browser's list of downloads.
            'content-disposition': `attachment; filename="coverlight-inquiry-${params.id}.pdf"`,
          },
        };
      },
    },
    deps.access,
  );
}
