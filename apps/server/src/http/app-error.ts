/** The one error class: what a caller did or met that has words for it. Everything else is a bug and answers 500. */
import { NOFIELD, type FieldErrors } from '@coverlight/contract/errors.ts';

export type ErrorCode =
  | 'unreadable'
  | 'unauthenticated'
  | 'no-subscription'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported-type'
  | 'invalid'
  | 'too-many'
  | 'upstream'
  | 'unavailable';

interface AppErrorOptions {
  retryAfterSeconds?: number;
  /** Of a 404: there is nothing, which refuses nobody. */
  isAbsence?: boolean;
  cause?: unknown;
}

export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: FieldErrors;
  readonly options: AppErrorOptions;
  constructor(code: ErrorCode, errors: FieldErrors, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.errors = errors;
    this.options = options;
  }
}

const general = (message: string): FieldErrors => ({ [NOFIELD]: [message] });

/** '30 seconds', '2 minutes'; never less than it is. */
function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Refused input; words by field. */
export const invalid = (errors: FieldErrors) => new AppError('invalid', errors);
export const unauthenticated = () => new AppError('unauthenticated', general('Please log in.'));
export const forbidden = (message = 'You may not do this.') => new AppError('forbidden', general(message));
/** Also for rows of another organization or outside the viewer's scope: the answers are alike (product.md 7.2). */
export const notFound = () => new AppError('not-found', general('Not found.'));
/** What was asked for is visible to the caller, but has no such part. */
export const nothingThere = () => new AppError('not-found', general('Not found.'), { isAbsence: true });
export const conflict = (message: string) => new AppError('conflict', general(message));
export const noSubscription = () =>
  new AppError(
    'no-subscription',
    general(
      'Your organization has no active subscription. Save what you entered as a draft; it can be sent once a manager has renewed the subscription.',
    ),
  );
export const tooMany = (retryAfterSeconds: number) =>
  new AppError('too-many', general(`Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`), { retryAfterSeconds });
export const upstream = (message: string, cause?: unknown) => new AppError('upstream', general(message), { cause });
export const BUSY = 'The service is busy. Please try again in a moment.';

export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', general(message), { retryAfterSeconds: 5, cause });
