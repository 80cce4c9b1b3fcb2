/** The REST facade: one generic handler for every row of the table. It knows no noun and no rule. */

import { assertValid } from '@nameloan/contracts/field-errors.ts';
import type { Log } from '@nameloan/service/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlErrorLike } from '../api-error.ts';
import { ApiErrorException, apiError, internalMessage, parseGraphqlError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { operationOf } from '../graphql/execute.ts';
import { objectsOf } from '../graphql/query-complexity.ts';
import type { RateLimits } from '../limits.ts';
import type { Call, StoredOperation } from './load-calls.ts';
import type { Faults } from './read-input.ts';
import { readObject, readQuery } from './read-input.ts';

const asObject = (value: unknown) => (value ?? {}) as Record<string, unknown>;

export interface RestNeeds {
  schema: GraphQLSchema;
  execute: Execute;
  limits: RateLimits;
  log: Log;
}

export type RestHandler = (
  request: FastifyRequest & { caller: Caller },
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** The handler of one row. The request carries its caller and, for POST, its JSON body. */
export function handlerOf(call: Call, { schema, execute, limits, log }: RestNeeds): RestHandler {
  return async (request, reply) => {
    const { operation, variables } = readRequest(call, request);
    const { document } = operation;
    const definition = operationOf(document, undefined);
    const objects = definition
      ? objectsOf(schema, { document, operation: definition }, variables)
      : 0;
    await limits.countObjects(request.caller.actor, objects);
    const result = await execute({ document, variables, actor: request.caller });
    const written = result.errors ? undefined : result.written?.get(call);
    if (written !== undefined) return send(call, written, reply);
    const data = result.data ?? undefined;
    const answer = operation.answerKey ? data?.[operation.answerKey] : data;
    const there = answer !== undefined && answer !== null;
    if (result.errors && result.errors.length > 0) {
      const context = { requestId: request.id, operation: operation.name, errors: result.errors };
      // What was changed is changed: a missing detail of its new state does not undo it.
      if (!(operation.mutation && there))
        throw refuse(result.errors, operation, () => log.error(context));
      log.warn(context, 'part of the answer is missing');
    }
    if (!there || !data) {
      log.error({ requestId: request.id, operation: operation.name, result }, 'an empty answer');
      throw new ApiErrorException(apiError('INTERNAL', internalMessage));
    }
    operation.convert?.(data);
    const text = textOf(call, answer);
    result.written?.set(call, text);
    return send(call, text, reply);
  };
}

function readRequest(call: Call, request: FastifyRequest) {
  const faults: Faults = new Map();
  const path = readObject(
    asObject(request.params),
    { fields: call.pathFields, prefix: '' },
    faults,
  );
  // An empty name in a path: no such path, rather than a fault of the input.
  if (faults.size > 0) throw new ApiErrorException(apiError('NOT_FOUND', 'There is nothing here.'));
  const query =
    call.queryFields.length > 0 ? readQuery(asObject(request.query), call.queryFields, faults) : {};
  const body =
    request.method === 'GET' || request.method === 'HEAD'
      ? {}
      : readObject(asObject(request.body), { fields: call.bodyFields, prefix: '' }, faults);
  assertValid(Object.fromEntries(faults));
  const variables = { ...query, ...body, ...path };
  const by = typeof call.row.operation === 'string' ? undefined : call.row.operation.by;
  const chosen = by === undefined ? '' : String(variables[by]);
  if (by !== undefined) delete variables[by];
  const operation = call.operations.get(chosen);
  if (!operation) throw new Error(`${call.row.path} has no operation for ${chosen}`);
  return { operation, variables };
}

/** The refusal that a failed operation answers: an expected one if there is one. */
function refuse(
  errors: readonly GraphqlErrorLike[],
  operation: StoredOperation,
  logBug: () => void,
): ApiErrorException {
  for (const error of errors) {
    const found = parseGraphqlError(error);
    if (!found) continue;
    const fields = found.fields && renameFields(found.fields, operation.restNames);
    return new ApiErrorException({ ...found, ...(fields ? { fields } : {}) });
  }
  logBug();
  return new ApiErrorException(apiError('INTERNAL', internalMessage));
}

function renameFields(fields: Record<string, string>, names: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [names.get(name) ?? name, sentence]),
  );
}

function textOf({ row }: Call, answer: unknown): string {
  if (row.answer === 'message') return JSON.stringify({ message: row.message });
  return JSON.stringify(row.message ? { ...asObject(answer), message: row.message } : answer);
}

function send({ row }: Call, text: string, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (row.answer === 'nothing') return reply.code(204).send();
  return reply
    .code(row.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}
