/** What a call was refused with, in one shape, whatever went wrong on the way. */

import { CombinedGraphQLErrors } from '@apollo/client/errors';

export interface ApiErrorDetails {
  /** One of the product's stable codes, or OFFLINE where no answer came at all. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** Sentences beside inputs, by the name of the argument. */
  fields?: Record<string, string>;
  /** Why a state conflicts. */
  reason?: string;
  /** What the balance lacks, in cents. */
  missingCents?: number;
  quote?: { amountCents: number; premium: boolean; validUntil: string };
  /** The part that is down. */
  service?: string;
  retryAfterSeconds?: number;
}

/** Thrown by what a person does, so that a form can say it beside its fields. */
export class ApiError extends Error {
  override readonly name = 'Refused';
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
  message: 'Nameloan cannot be reached. Check your connection.',
  retryAfterSeconds: 3,
};

const serviceLabels: Record<string, string> = {
  identity: 'Accounts',
  domains: 'Domains',
  lending: 'Loans and listings',
  payments: 'Payments',
  notifications: 'Notifications',
};

/** What a part is called on screen. */
export const serviceLabel = (part: string | undefined): string =>
  serviceLabels[part ?? ''] ?? 'A part of Nameloan';

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

/** All that was refused of one operation. */
export function toAllErrorDetails(error: unknown): ApiErrorDetails[] {
  if (error instanceof ApiError) return [error.details];
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(fromGraphqlError);
  if (error instanceof Error && error.name === 'SessionEnded')
    return [{ code: 'UNAUTHENTICATED', message: error.message }];
  return [offline];
}

/** Most telling first. */
const order = ['UNAUTHENTICATED', 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'CONFLICT'];
const rank = ({ code }: ApiErrorDetails) => order.indexOf(code) + 1 || order.length + 1;

/** The one to say. */
export function toErrorDetails(error: unknown): ApiErrorDetails {
  return toAllErrorDetails(error).sort((one, other) => rank(one) - rank(other))[0] ?? offline;
}

/** Whether the same call may succeed later by itself. */
export const isTransient = ({ code }: ApiErrorDetails): boolean =>
  code === 'UNAVAILABLE' || code === 'OFFLINE' || code === 'TOO_MANY_REQUESTS';

/** The sentence of an answer of REST that is no success. */
export async function readErrorMessage(answer: Response): Promise<string> {
  const told = await answer.json().catch(() => undefined);
  return typeof told?.message === 'string' ? told.message : offline.message;
}
