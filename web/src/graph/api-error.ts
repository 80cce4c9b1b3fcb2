/** API errors in one shape, whether the server rejected the request or the network failed. */

import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';

interface ShownPayee {
  kind: string;
  holder: string;
  masked: string;
  fingerprint: string;
  version: number;
}

/** What a payer has to acknowledge. */
export interface PayeeChange {
  old: ShownPayee;
  new: ShownPayee;
  /** When the new details were entered. */
  since: string;
  /** In the last 30 days. */
  recentChanges: number;
}

export interface ApiErrorDetails {
  /** One of the API's stable codes, or OFFLINE if there was no response. */
  code: string;
  /** A sentence for the screen. */
  message: string;
  /** Messages for single inputs, by argument name. */
  fields?: Record<string, string>;
  /** Why the state conflicts. */
  reason?: string;
  /** How much the balance is short, in cents. */
  missingCents?: number;
  quote?: { amountCents: number; premium: boolean; validUntil: string };
  /** Of PAYEE_CHANGED. */
  payeeChange?: PayeeChange;
  /** The service that is down. */
  service?: string;
  retryAfterSeconds?: number;
  /** When the conflict ends, if only time ends it. */
  availableAt?: string;
}

/** Thrown by a failed action. A form shows its `fields` next to the inputs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: ApiErrorDetails;

  constructor(details: ApiErrorDetails) {
    super(details.message);
    this.details = details;
  }

  get fields(): Record<string, string> | undefined {
    return this.details.fields;
  }
}

const offline: ApiErrorDetails = {
  code: 'OFFLINE',
  message: 'Nameloan can’t be reached. Try again in a moment.',
  retryAfterSeconds: 3,
};

const unavailable: ApiErrorDetails = { ...offline, code: 'UNAVAILABLE' };

const serviceLabels: Record<string, string> = {
  identity: 'Accounts',
  domains: 'Domains',
  lending: 'Loans and listings',
  payments: 'Payments',
  notifications: 'Notifications',
};

/** The name of a service on screen. */
export const serviceLabel = (service: string | undefined): string =>
  serviceLabels[service ?? ''] ?? 'Part of Nameloan';

function fromGraphqlError({
  message,
  extensions,
}: {
  message: string;
  extensions?: object;
}): ApiErrorDetails {
  const { code = 'INTERNAL', ...details } = (extensions ?? {}) as Partial<ApiErrorDetails>;
  return { ...details, code, message };
}

/** All errors of one operation. */
export function toAllErrorDetails(error: unknown): ApiErrorDetails[] {
  if (error instanceof ApiError) return [error.details];
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(fromGraphqlError);
  if (error instanceof Error && error.name === 'SessionEndedError')
    return [{ code: 'UNAUTHENTICATED', message: error.message }];
  // A response of something before the gateway is no network failure.
  // A new object for each failure: `PageProblem` compares them.
  return [{ ...(ServerError.is(error) || ServerParseError.is(error) ? unavailable : offline) }];
}

/** Most specific first. */
const order = ['UNAUTHENTICATED', 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'CONFLICT'];
const rank = ({ code }: ApiErrorDetails) => order.indexOf(code) + 1 || order.length + 1;

/** The most specific error, for display. */
export function toErrorDetails(error: unknown): ApiErrorDetails {
  return toAllErrorDetails(error).sort((one, other) => rank(one) - rank(other))[0] ?? offline;
}

/** Whether a retry of the same request may succeed. */
export const isTransient = ({ code }: ApiErrorDetails): boolean =>
  code === 'UNAVAILABLE' || code === 'OFFLINE' || code === 'TOO_MANY_REQUESTS';

/** The code and the message of a failed REST response. One of something before the gateway has neither. */
export async function readErrorDetails(response: Response): Promise<ApiErrorDetails> {
  const body = await response.json().catch(() => undefined);
  if (typeof body?.message !== 'string') return unavailable;
  return { code: String(body.code), message: body.message };
}

/** The message of a failed REST response. */
export const readErrorMessage = async (response: Response): Promise<string> =>
  (await readErrorDetails(response)).message;
