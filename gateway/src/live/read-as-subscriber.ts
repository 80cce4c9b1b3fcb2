/** Reads for subscriptions: as one subscriber, through `execute()`, patient with a part that is down. */

import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@nameloan/service/id.ts';
import { traced } from '@nameloan/service/trace.ts';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { GraphQLError, Kind } from 'graphql';
import type { ApiError, GraphqlErrorLike } from '../api-error.ts';
import { apiError, errorDetails, internalMessage, parseGraphqlError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { countRejection } from '../metrics.ts';
import { idKey } from './live-operation.ts';
import type { LiveItem } from './subscriber.ts';

const tries = 6;
const pauseMs = 300;

/** Codes that mean: this subscriber may not see it (any more). */
const lostRight = new Set(['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']);

/** The refusal of a read, as an error to send. */
export class ReadRefused extends Error {
  readonly lost: boolean;
  readonly shown: GraphQLError;

  constructor(given: ApiError, requestId: string) {
    super(given.message);
    countRejection(given.code);
    this.lost = lostRight.has(given.code);
    this.shown = shownError(given, requestId);
  }
}

export function shownError(given: ApiError, requestId: string): GraphQLError {
  const extensions = { code: given.code, ...errorDetails(given), requestId };
  return new GraphQLError(given.message, { extensions });
}

function worst(errors: readonly GraphqlErrorLike[]): ApiError {
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

/** The field of ours that a read asks for; what the client calls it may be anything. */
function fieldOf({ definitions: [first] }: DocumentNode): string {
  const selected = first && 'selectionSet' in first ? first.selectionSet?.selections[0] : undefined;
  return selected?.kind === Kind.FIELD ? selected.name.value : 'read';
}

/** Runs a query as `caller`; the value under its response key. Throws ReadRefused. */
export function readAs(execute: Execute, caller: Caller, read: Read): Promise<unknown> {
  // It answers a signal and not the request of whoever caused that: a trace of its own, in one process too.
  const options = { kind: 'server', part: 'gateway', parent: null, judge: 'caller' } as const;
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
    const refused = worst(errors ?? []);
    const hopeless = lostRight.has(refused.code) || refused.code === 'INVALID_INPUT';
    if (hopeless || attempt >= tries) throw new ReadRefused(refused, actor.actor.requestId);
    await pause(pauseMs * attempt);
  }
}

/** One item as it is sent: without the id that only we asked for. */
export function toItem(value: unknown, responseKey: string): LiveItem {
  const { [idKey]: id, ...shown } = value as Record<string, unknown>;
  const result: ExecutionResult = { data: { [responseKey]: shown } };
  return { id: typeof id === 'string' ? id : undefined, result };
}
