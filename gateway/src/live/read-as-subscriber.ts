/** Reads for subscriptions: as one subscriber, through `execute()`, with retries while a service is down. */

import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/runtime/id';
import { traced } from '@nameloan/runtime/trace';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { GraphQLError, Kind } from 'graphql';
import type { ApiError, GraphqlErrorLike } from '../api-error.ts';
import { apiError, errorDetails, internalMessage, parseGraphqlError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { countRejection } from '../metrics.ts';
import { idKey } from './live-operation.ts';
import type { LiveItem } from './subscriber.ts';

const maxAttempts = 6;
const pauseMs = 300;

/** Codes that mean the subscriber has no access, or no longer has it. */
const accessLostCodes = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']);

/** A rejected read, with the error to send. */
export class ReadRejectedError extends Error {
  readonly lost: boolean;
  readonly shown: GraphQLError;

  constructor(given: ApiError, requestId: string) {
    super(given.message);
    countRejection(given.code);
    this.lost = accessLostCodes.has(given.code);
    this.shown = toGraphqlError(given, requestId);
  }
}

export function toGraphqlError(given: ApiError, requestId: string): GraphQLError {
  const extensions = { code: given.code, ...errorDetails(given), requestId };
  return new GraphQLError(given.message, { extensions });
}

function toRejection(errors: readonly GraphqlErrorLike[]): ApiError {
  for (const error of errors) {
    const found = parseGraphqlError(error);
    if (found) return found;
  }
  return apiError('INTERNAL', internalMessage);
}

export interface Read {
  document: DocumentNode;
  variables: Record<string, unknown>;
  responseKey: string;
}

/** The schema field of a read; the client's alias may be anything. */
function fieldOf({ definitions: [first] }: DocumentNode): string {
  const selected = first && 'selectionSet' in first ? first.selectionSet?.selections[0] : undefined;
  return selected?.kind === Kind.FIELD ? selected.name.value : 'read';
}

/** Runs a query as `caller` and returns the value of its response key. Throws ReadRejectedError. */
export function readAsCaller(execute: Execute, caller: Caller, read: Read): Promise<unknown> {
  // The read follows a signal, not the request that caused it, so it starts a new trace.
  const options = {
    kind: 'server',
    service: 'gateway',
    parent: null,
    errorsHandledBy: 'caller',
  } as const;
  return traced(`live ${fieldOf(read.document)}`, options, () => readNow(execute, caller, read));
}

async function readNow(execute: Execute, caller: Caller, read: Read): Promise<unknown> {
  const { document, variables, responseKey } = read;
  for (let attempt = 1; ; attempt++) {
    const actor = caller.withRequestId(newId());
    const { data, errors } = await execute({ document, variables, actor }).catch(() => ({
      data: undefined,
      errors: [{ message: internalMessage, extensions: { code: 'INTERNAL' } }],
    }));
    const value = data?.[responseKey];
    if (value !== undefined && value !== null && !errors?.length) return value;
    const rejection = toRejection(errors ?? []);
    const isFinal = accessLostCodes.has(rejection.code) || rejection.code === 'INVALID_INPUT';
    if (isFinal || attempt >= maxAttempts)
      throw new ReadRejectedError(rejection, actor.actor.requestId);
    await pause(pauseMs * attempt);
  }
}

/** Builds the item to send, without the id that the gateway added to the selection. */
export function toItem(value: unknown, responseKey: string): LiveItem {
  const { [idKey]: id, ...shown } = value as Record<string, unknown>;
  const result: ExecutionResult = { data: { [responseKey]: shown } };
  return { id: typeof id === 'string' ? id : undefined, result };
}
