/** Availity's error bodies, and the error that carries one to the client. */

export interface FieldError {
  field?: string;
  code?: string;
  errorMessage: string;
  index?: number;
}

const USER_MESSAGES: Readonly<Record<number, string>> = {
  400: 'This client system has made an invalid request.',
  401: 'You are not authorized to use this resource.',
  403: 'You do not have access to this resource.',
  404: 'The requested resource does not exist.',
  415: 'This client system has made an invalid request.',
};

export function errorResponse(statusCode: number, developerMessage: string, errors: FieldError[] = []): Record<string, unknown> {
  return {
    userMessage: USER_MESSAGES[statusCode] ?? 'There was a problem processing the request.',
    developerMessage,
    reasonCode: 0,
    statusCode,
    ...(errors.length > 0 ? { errors } : {}),
  };
}

/** A refusal. `message` goes to stdout too and holds no patient data. */
export class AvailityRefusal extends Error {
  readonly statusCode: number;
  readonly errors: FieldError[];

  constructor(statusCode: number, message: string, errors: FieldError[] = []) {
    super(message);
    this.statusCode = statusCode;
    this.errors = errors;
  }
}
