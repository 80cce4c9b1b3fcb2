/**
 * The fast path of GraphQL over HTTP: plain POST requests run without Apollo Server's pipeline and get the same
 * response (`fast-path.test.ts`).
 */

import type { Log } from '@nameloan/runtime/log';
import { nameSpan } from '@nameloan/runtime/trace';
import type { FastifyRequest } from 'fastify';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.ts';
import { isIntrospection } from './documents.ts';
import type { Execute, Operation } from './execute.ts';
import { operationOf } from './execute.ts';
import { formatThrown } from './format-errors.ts';

/** The maximum length of an operation's name in traces. */
const maxSpanNameLength = 80;

export const formatSpanName = ({ name, operation }: OperationDefinitionNode): string =>
  `graphql ${(name?.value ?? operation).slice(0, maxSpanNameLength)}`;

/** Clients use few Accept headers; the limit protects against invented ones. */
const maxContentTypes = 100;
const maxAcceptLength = 300;

/** Remembers the content type that Apollo Server chose per Accept header; it depends on nothing else. */
export class ContentTypes {
  readonly #known = new LRUCache<string, string>({ max: maxContentTypes });

  of(accept: string | undefined): string | undefined {
    return this.#known.get(accept ?? '');
  }

  learn(accept = '', type?: string): void {
    if (type && accept.length <= maxAcceptLength) this.#known.set(accept, type);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** Returns undefined for a request that needs Apollo Server. */
export function parseFastPathOperation(
  { method, body, caller }: FastifyRequest & { caller: Caller },
  document: DocumentNode,
): Operation | undefined {
  if (method !== 'POST' || !isRecord(body)) return undefined;
  const { operationName: name, variables, extensions } = body;
  if (!isAbsent(name) && typeof name !== 'string') return undefined;
  if (!isAbsent(variables) && !isRecord(variables)) return undefined;
  if (!isAbsent(extensions) && (!isRecord(extensions) || extensions.persistedQuery))
    return undefined;
  const operationName = name ?? undefined;
  const operation = operationOf(document, operationName);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  if (isIntrospection(operation)) return undefined;
  nameSpan(formatSpanName(operation));
  return { document, operationName, variables: variables ?? undefined, actor: caller };
}

interface FastPathResponse {
  status: number;
  text: string;
}

/** Never rejects. A response without data means an invalid request. */
export async function runFastPath(
  { execute, log }: { execute: Execute; log: Log },
  operation: Operation,
): Promise<FastPathResponse> {
  try {
    const result = await execute(operation);
    const { errors: resultErrors, extensions, text } = result;
    if (text !== undefined && !resultErrors && !extensions)
      return { status: 200, text: `{"data":${text}}\n` };
    const { data } = result;
    const errors = resultErrors?.map((error) => formatThrown(error, log));
    const status = errors?.length && data === undefined ? 400 : 200;
    return { status, text: `${JSON.stringify({ errors, data, extensions })}\n` };
  } catch (error) {
    const errors = [formatThrown(error, log)];
    return { status: 500, text: `${JSON.stringify({ errors })}\n` };
  }
}
