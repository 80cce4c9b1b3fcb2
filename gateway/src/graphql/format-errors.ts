/** Formats GraphQL errors for clients: only known codes, never internals. */

import type { Log } from '@nameloan/runtime/log';
import { currentRequestId } from '@nameloan/runtime/log';
import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import {
  errorDetails,
  internalMessage,
  parseGraphqlError,
  removeSuggestion,
} from '../api-error.ts';
import { documentLimits } from '../limits.ts';
import { countRejection } from '../metrics.ts';

/** Formats an error of Apollo Server; `formatted` is its default format. */
export function formatGraphqlError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Log,
): GraphQLFormattedError {
  const requestId = currentRequestId();
  const cause = error instanceof GraphQLError ? error.originalError : undefined;
  const found = (cause && readOwnCode(cause)) ?? parseGraphqlError(formatted);
  const place = {
    ...(formatted.path ? { path: formatted.path } : {}),
    ...(formatted.locations ? { locations: formatted.locations } : {}),
  };
  if (!found) {
    countRejection('INTERNAL');
    if (formatted.extensions?.code !== 'INTERNAL') log.error({ err: error }, 'operation failed');
    return { message: internalMessage, ...place, extensions: { code: 'INTERNAL', requestId } };
  }
  countRejection(found.code);
  const message = findOwnSentence(found.message) ?? removeSuggestion(found.message);
  return { message, ...place, extensions: { code: found.code, ...errorDetails(found), requestId } };
}

/** Our sentences in place of those of Apollo Server and graphql-js that name their own classes and settings. */
const ownSentences: readonly [beginning: string, sentence: string][] = [
  [
    'This operation has been blocked as a potential Cross-Site Request Forgery',
    'Send the header “content-type: application/json”, or “apollo-require-preflight” with any value.',
  ],
  [
    'POST body missing',
    'Send the operation as a JSON object with a “query”, and the header “content-type: application/json”.',
  ],
  ['GraphQL operations must contain a non-empty `query`', 'Send the operation in “query”.'],
  ['`variables` in a POST body', '“variables” is a JSON object, not a text.'],
  ['`extensions` in a POST body', '“extensions” is a JSON object, not a text.'],
  ['GET requests only support query operations', 'Send mutations by POST.'],
  ['Apollo Server supports only', 'Send the operation by GET or POST.'],
  [
    'Syntax Error: Document contains more t',
    `This document is too long: at most ${documentLimits.tokens} tokens are allowed.`,
  ],
];

function findOwnSentence(message: string): string | undefined {
  return ownSentences.find(([beginning]) => message.startsWith(beginning))?.[1];
}

/** Restores the code of our own validation rules, which Apollo replaces with its own. */
function readOwnCode(cause: Error) {
  const { extensions } = cause as GraphQLError;
  return extensions?.code === 'TOO_COMPLEX' ? parseGraphqlError(cause as GraphQLError) : undefined;
}

/** Formats an error that an executor returned or threw. */
export function formatThrown(thrown: unknown, log: Log): GraphQLFormattedError {
  const error = asGraphqlError(thrown);
  const code = error.extensions.code ?? 'INTERNAL_SERVER_ERROR';
  return formatGraphqlError(
    { ...error.toJSON(), extensions: { ...error.extensions, code } },
    error,
    log,
  );
}

function asGraphqlError(thrown: unknown): GraphQLError {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof Error) return new GraphQLError(thrown.message, { originalError: thrown });
  return new GraphQLError(`Unexpected error value: ${String(thrown)}`);
}

/** Formats a validation error of a document. */
export function formatDocumentError(documentError: GraphQLError, log: Log): GraphQLFormattedError {
  const { message, locations, path, extensions } = documentError;
  const code = extensions.code ?? 'GRAPHQL_VALIDATION_FAILED';
  const formatted = { message, extensions: { ...extensions, code } };
  return formatGraphqlError(
    { ...formatted, ...(locations ? { locations } : {}), ...(path ? { path } : {}) },
    documentError,
    log,
  );
}
