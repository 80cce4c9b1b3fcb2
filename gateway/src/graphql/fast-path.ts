/**
 * An operation that is posted with nothing particular about it: run without Apollo Server's pipeline, and answered in
 * the same words (`plain-operation.test.ts`).
 */

import type { Log } from '@nameloan/service/log.ts';
import { nameSpan } from '@nameloan/service/trace.ts';
import type { FastifyRequest } from 'fastify';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.ts';
import { isAboutItself } from './documents.ts';
import type { Execute, Operation } from './execute.ts';
import { operationOf } from './execute.ts';
import { showThrown } from './format-errors.ts';

/** Of an operation, in traces. */
const longestName = 80;

export const spanNameOf = ({ name, operation }: OperationDefinitionNode): string =>
  `graphql ${(name?.value ?? operation).slice(0, longestName)}`;

/** A client sends one; whoever makes them up shall not fill the memory. */
const mostTypes = 100;
const longestAccept = 300;

/** By what `accept` says, the type that Apollo Server chose for an answer: it depends on nothing else. */
export class AnswerTypes {
  readonly #known = new LRUCache<string, string>({ max: mostTypes });

  of(accept: string | undefined): string | undefined {
    return this.#known.get(accept ?? '');
  }

  learn(accept = '', type?: string): void {
    if (type && accept.length <= longestAccept) this.#known.set(accept, type);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const absent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Undefined where Apollo Server must look at it. */
export function plainOperation(
  { method, body, caller }: FastifyRequest & { caller: Caller },
  document: DocumentNode,
): Operation | undefined {
  if (method !== 'POST' || !isRecord(body)) return undefined;
  const { operationName: name, variables, extensions } = body;
  if (!absent(name) && typeof name !== 'string') return undefined;
  if (!absent(variables) && !isRecord(variables)) return undefined;
  if (!absent(extensions) && (!isRecord(extensions) || extensions.persistedQuery)) return undefined;
  const operationName = name ?? undefined;
  const operation = operationOf(document, operationName);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  if (isAboutItself(operation)) return undefined;
  nameSpan(spanNameOf(operation));
  return { document, operationName, variables: variables ?? undefined, actor: caller };
}

interface Answered {
  status: number;
  text: string;
}

/** Never rejects. An answer without any data is a fault of the request. */
export async function runPlain(
  { execute, log }: { execute: Execute; log: Log },
  operation: Operation,
): Promise<Answered> {
  try {
    const result = await execute(operation);
    const { errors: told, extensions, text } = result;
    if (text !== undefined && !told && !extensions)
      return { status: 200, text: `{"data":${text}}\n` };
    const { data } = result;
    const errors = told?.map((error) => showThrown(error, log));
    const status = errors?.length && data === undefined ? 400 : 200;
    return { status, text: `${JSON.stringify({ errors, data, extensions })}\n` };
  } catch (error) {
    const errors = [showThrown(error, log)];
    return { status: 500, text: `${JSON.stringify({ errors })}\n` };
  }
}
