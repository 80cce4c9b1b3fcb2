/** The REST facade: one generic handler for every route. It contains no entity and no business rule. */

import { assertValid } from '@nameloan/contracts/field-errors';
import type { Log } from '@nameloan/runtime/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlErrorLike } from '../api-error.ts';
import { ApiErrorException, apiError, internalMessage, parseGraphqlError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { operationOf } from '../graphql/execute.ts';
import { countComputed, countInputObjects, estimateObjects } from '../graphql/query-complexity.ts';
import type { RateLimits } from '../limits.ts';
import type { Call, StoredOperation } from './load-calls.ts';
import type { InputErrors } from './read-input.ts';
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

/** Creates the handler of a route. The request carries its caller and, for POST, the JSON body. */
export function createRestHandler(
  call: Call,
  { schema, execute, limits, log }: RestNeeds,
): RestHandler {
  return async (request, reply) => {
    const { operation, variables } = readRequest(call, request);
    const { document } = operation;
    const definition = operationOf(document, undefined);
    const returned = definition
      ? estimateObjects(schema, { document, operation: definition }, variables)
      : 0;
    const computed = definition ? countComputed({ document, operation: definition }) : 0;
    await limits.countComputed(request.caller.actor, computed);
    const objects = returned + countInputObjects(variables);
    await limits.countObjects(request.caller.actor, objects, request.endTurn);
    const result = await execute({ document, variables, actor: request.caller });
    const written = result.errors ? undefined : result.written?.get(call);
    if (written !== undefined) return send(call, written, reply);
    const data = result.data ?? undefined;
    const payload = operation.resultKey ? data?.[operation.resultKey] : data;
    const hasResult = payload !== undefined && payload !== null;
    if (result.errors && result.errors.length > 0) {
      const context = { requestId: request.id, operation: operation.name, errors: result.errors };
      // A mutation that succeeded stays successful even if a detail of the new state is missing.
      if (!(operation.mutation && hasResult))
        throw toException(result.errors, operation, () => log.error(context));
      log.warn(context, 'partial response');
    }
    if (!hasResult || !data) {
      log.error(
        { requestId: request.id, operation: operation.name, result },
        'operation returned no data',
      );
      throw new ApiErrorException(apiError('INTERNAL', internalMessage));
    }
    operation.convert?.(data);
    const text = serialize(call, payload);
    result.written?.set(call, text);
    return send(call, text, reply);
  };
}

function readRequest(call: Call, request: FastifyRequest) {
  const inputErrors: InputErrors = new Map();
  const path = readQuery(asObject(request.params), call.pathFields, inputErrors);
  // A path parameter that is empty or of another type means an unknown path, not invalid input.
  if (inputErrors.size > 0)
    throw new ApiErrorException(apiError('NOT_FOUND', 'There is nothing here.'));
  const query =
    call.queryFields.length > 0
      ? readQuery(asObject(request.query), call.queryFields, inputErrors)
      : {};
  const body =
    request.method === 'GET' || request.method === 'HEAD'
      ? {}
      : readObject(asObject(request.body), { fields: call.bodyFields, prefix: '' }, inputErrors);
  assertValid(Object.fromEntries(inputErrors));
  const variables = { ...query, ...body, ...path };
  const by = call.row.when?.field;
  const chosen = by === undefined ? '' : String(variables[by]);
  if (by !== undefined) delete variables[by];
  const operation = call.operations.get(chosen);
  if (!operation) throw new Error(`${call.row.path} has no operation for ${chosen}`);
  return { operation, variables };
}

/** The error of a failed operation: an expected error if there is one, else INTERNAL. */
function toException(
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

/** Empty for a response without a body. */
function serialize({ row }: Call, value: unknown): string {
  if (row.doneField !== undefined && asObject(value)[row.doneField] != null) return '';
  if (row.response === 'MESSAGE') return JSON.stringify({ message: row.message });
  return JSON.stringify(row.message ? { ...asObject(value), message: row.message } : value);
}

function send({ row }: Call, text: string, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (row.response === 'NOTHING' || text === '') return reply.code(204).send();
  return reply
    .code(row.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(text);
}
