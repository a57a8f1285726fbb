import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TypedCard } from './cards.ts';

/** The fields of a submitted page. */
export function readFields(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
}

/** The card as typed; checking it is another matter. */
export function readCard(fields: Record<string, string>): TypedCard {
  const [, month = '0', year = '0'] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(fields['expiry'] ?? '') ?? [];
  return {
    number: (fields['number'] ?? '').replaceAll(/[\s-]/g, ''),
    expMonth: Number(month),
    expYear: year.length === 2 ? 2000 + Number(year) : Number(year),
    cvc: (fields['cvc'] ?? '').trim(),
    name: fields['name']?.trim() || null,
    email: fields['email']?.trim() || null,
  };
}

export function sendPage(reply: FastifyReply, status: number, content: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    })
    .send(content);
}
