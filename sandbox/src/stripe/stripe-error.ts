/** Errors in Stripe's format. */

export interface StripeErrorBody {
  readonly message: string;
  readonly type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly param?: string;
  readonly code?: string;
}

export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = 'StripeError';
    this.status = status;
    this.body = { type: 'invalid_request_error', ...body };
  }
}
