type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
type Details = { code?: string; param?: string; declineCode?: string; type?: ErrorType };

/** A refusal in Stripe's own form. `status` is the HTTP status it travels with. */
export class StripeError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** 400: the request as sent cannot be carried out. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, { param, code });
}

/** 404 with the words the API uses for an id it does not know. */
export function noSuch(what: string, id: string, param = 'id'): StripeError {
  return new StripeError(404, `No such ${what}: '${id}'`, { param, code: 'resource_missing' });
}

/** The error body; the SDK raises an error only if it finds `error` at the top. */
export function errorBody(error: StripeError, requestId: string): object {
  const { code, param, declineCode, type = 'invalid_request_error' } = error.details;
  return {
    error: {
      type,
      message: error.message,
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      ...(declineCode ? { decline_code: declineCode } : {}),
      ...(param ? { param } : {}),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  };
}
