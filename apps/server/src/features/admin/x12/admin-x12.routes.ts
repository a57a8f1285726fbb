import { adminX12Contract } from '@coverlight/contract/admin/admin-x12.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { readX12File } from './read-x12-file.ts';

/** Reads what an admin pastes or drops, and forgets it: no row, no log line, no copy (product.md 15.9). */
export function registerAdminX12(app: FastifyInstance, { access }: Deps): void {
  bindRoutes(
    app,
    adminX12Contract,
    {
      async read({ body }) {
        const reading = readX12File(Buffer.from(body.content, 'base64'));
        return { status: 200 as const, body: { reading } };
      },
    },
    access,
  );
}
