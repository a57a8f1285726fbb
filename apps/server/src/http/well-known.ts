/** Where to report a weakness (RFC 9116). robots.txt is a file of the browser application. */
import type { FastifyInstance } from 'fastify';

const DAYS_VALID = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

interface WellKnownOptions {
  publicUrl: string;
  supportEmail: string;
  now: () => Date;
}

/** The date in it moves on with each day: whoever runs the product reads the mailbox. */
function securityText({ publicUrl, supportEmail, now }: WellKnownOptions): string {
  const day = new Date(now().getTime() + DAYS_VALID * DAY_MS).toISOString().slice(0, 10);
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${day}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function registerWellKnown(app: FastifyInstance, options: WellKnownOptions): void {
  app.get('/.well-known/security.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(securityText(options)));
}
