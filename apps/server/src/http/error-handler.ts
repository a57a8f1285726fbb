/** Turns every failure into the one error shape. Nothing internal leaves; nothing a person typed is logged. */
import { NOFIELD, type ErrorBody } from '@coverlight/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommitLost } from '#db/client.ts';
import { isDatabaseAway, isDatabaseBusy } from '#db/database-away.ts';
import { AppError, BUSY, notFound, unavailable, upstream, type ErrorCode } from './app-error.ts';
import { safeError } from './log-safety.ts';

const STATUS: Record<ErrorCode, number> = {
  unreadable: 400,
  unauthenticated: 401,
  'no-subscription': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  'too-many': 429,
  upstream: 502,
  unavailable: 503,
};

export const WRONG_TYPE = 'This content type is not taken here.';

export const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

const FRAMEWORK_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-type', WRONG_TYPE],
  [BODY_TOO_LARGE]: ['too-large', 'This is too large.'],
  FST_REQ_FILE_TOO_LARGE: ['too-large', 'This file is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['unreadable', 'The request has no body.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['unreadable', 'The request cannot be read.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['unreadable', 'The request cannot be read.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported-type', 'Please send a file.'],
};

const AWAY = 'The payment provider cannot be reached. Please try again later.';
const TOO_SLOW =
  'The payment provider takes too long to answer. A change may have been made all the same: please reload the page in a minute and look before you try again.';

const LOST = 'The answer of the payment provider was lost. The change may have been made all the same: please look before you try again.';

export function registerErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = translate(error);
    if (known) {
      request.isAbsence = known.options.isAbsence === true;
      if (known.code === 'upstream' || known.code === 'unavailable') {
        request.log.warn({ err: safeError(known.options.cause ?? error) }, known.code);
      }
      return sendError(reply, known);
    }
    request.log.error({ err: safeError(error), route: routeOf(request) }, 'unexpected failure');
    const body: ErrorBody = { errors: { [NOFIELD]: ['There seems to be an issue. Please try again later.'] } };
    return reply.status(500).send(body);
  });
}

/** The route's pattern, never the path: paths and queries may hold what a patient is called. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

function translate(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  // What an adapter throws; its class is the adapter's own.
  if (error.name === 'UpstreamError') return upstream(upstreamWords(error), error);
  const framework = FRAMEWORK_CODES[error.code];
  if (framework) return new AppError(framework[0], { [NOFIELD]: [framework[1]] });
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new AppError('unreadable', { [NOFIELD]: ['The request cannot be read.'] });
  }
  if (error instanceof CommitLost) {
    return unavailable('We cannot tell whether this was saved. Please reload the page and look before you try again.', error);
  }
  if (isDatabaseAway(error) || isDatabaseBusy(error)) return unavailable(BUSY, error);
  // Fastify's own refusals of malformed requests (bad headers).
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500 && error.code?.startsWith('FST_')) {
    return error.statusCode === 404 ? notFound() : new AppError('unreadable', { [NOFIELD]: ['The request cannot be read.'] });
  }
  return null;
}

function upstreamWords(error: Error): string {
  if (Reflect.get(error, 'isTooSlow') === true) return TOO_SLOW;
  return Reflect.get(error, 'mayHaveChanged') === true ? LOST : AWAY;
}

/** Answers an expected refusal. */
export async function sendError(reply: FastifyReply, error: AppError): Promise<FastifyReply> {
  const { retryAfterSeconds } = error.options;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  const body: ErrorBody = { errors: error.errors };
  return reply.status(STATUS[error.code]).send(body);
}
