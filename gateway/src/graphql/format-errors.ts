/** Errors of GraphQL as a client sees them: only codes of the closed list, never an inside. */

import type { Log } from '@nameloan/service/log.ts';
import { currentRequestId } from '@nameloan/service/log.ts';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import {
  errorDetails,
  internalMessage,
  parseGraphqlError,
  removeSuggestion,
} from '../api-error.ts';
import { countRejection } from '../metrics.ts';

/** `formatted`: as Apollo Server gives it. */
export function showError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Log,
): GraphQLFormattedError {
  const requestId = currentRequestId();
  const cause = error instanceof GraphQLError ? error.originalError : undefined;
  const found = (cause && readOwn(cause)) ?? parseGraphqlError(formatted);
  const place = {
    ...(formatted.path ? { path: formatted.path } : {}),
    ...(formatted.locations ? { locations: formatted.locations } : {}),
  };
  if (!found) {
    countRejection('INTERNAL');
    if (formatted.extensions?.code !== 'INTERNAL') log.error({ err: error }, 'an operation failed');
    return { message: internalMessage, ...place, extensions: { code: 'INTERNAL', requestId } };
  }
  countRejection(found.code);
  const message = removeSuggestion(found.message);
  return { message, ...place, extensions: { code: found.code, ...errorDetails(found), requestId } };
}

/** The code that our own rules gave, which Apollo has covered with its own. */
function readOwn(cause: Error) {
  const { extensions } = cause as GraphQLError;
  return extensions?.code === 'TOO_COMPLEX' ? parseGraphqlError(cause as GraphQLError) : undefined;
}

/** What an executor told or threw. */
export function showThrown(thrown: unknown, log: Log): GraphQLFormattedError {
  const error = asGraphqlError(thrown);
  const code = error.extensions.code ?? 'INTERNAL_SERVER_ERROR';
  return showError({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error, log);
}

function asGraphqlError(thrown: unknown): GraphQLError {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof Error) return new GraphQLError(thrown.message, { originalError: thrown });
  return new GraphQLError(`Unexpected error value: ${String(thrown)}`);
}

/** What is wrong with a document. */
export function showFault(fault: GraphQLError, log: Log): GraphQLFormattedError {
  const { message, locations, path, extensions } = fault;
  const code = extensions.code ?? 'GRAPHQL_VALIDATION_FAILED';
  const formatted = { message, extensions: { ...extensions, code } };
  return showError(
    { ...formatted, ...(locations ? { locations } : {}), ...(path ? { path } : {}) },
    fault,
    log,
  );
}
