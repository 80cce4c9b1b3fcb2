/** A federation subgraph that parses, validates and compiles each document once. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { contractKinds } from '@nameloan/contracts/loan';
import type { RunDocument } from '@nameloan/graphql-executor/document/compile-document';
import { compileDocument } from '@nameloan/graphql-executor/document/compile-document';
import { countVariants } from '@nameloan/graphql-executor/document/conditions';
import type { GraphqlDocument } from '@nameloan/graphql-executor/local-services';
import { asUnavailable } from '@nameloan/persistence/database-unavailable';
import type { Log } from '@nameloan/runtime/log';
import { withRequestId } from '@nameloan/runtime/log';
import { recordError } from '@nameloan/runtime/trace';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { execute, GraphQLError, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { BasisPoints, CalendarDate, Cents, DateTime } from './scalars.ts';

const maxTokens = 4000;
/** Approximate memory of a compiled document per character and variant, and the limit for all cached documents. */
const bytesPerUnit = 160;
const keptBytes = 16 * 1024 * 1024;

export type RunSubgraph = (ask: {
  variables?: Readonly<Record<string, unknown>> | undefined;
  actor: Actor;
}) => Promise<ExecutionResult>;

interface CachedDocument {
  document: DocumentNode;
  variants: number;
  /** By the name of the operation. */
  runs: Map<string | undefined, RunDocument>;
}

// biome-ignore lint/suspicious/noExplicitAny: resolvers are typed field by field where they are defined
type ResolverMap = Record<string, any>;

/** Reads every .graphql file below `folder`, in a fixed order, after the scalars. */
function readSdl(folder: string): string {
  const scalars = fileURLToPath(import.meta.resolve('@nameloan/contracts/scalars.graphql'));
  const files = globSync('**/*.graphql', { cwd: folder }).sort();
  return [scalars, ...files.map((file) => `${folder}/${file}`)]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

export class Subgraph {
  readonly schema: GraphQLSchema;
  readonly #log: Log;
  readonly #documents = new LRUCache<string, CachedDocument>({
    maxSize: keptBytes,
    sizeCalculation: ({ variants }, query) => query.length * bytesPerUnit * variants,
  });

  constructor(folder: string, resolvers: ResolverMap, log: Log) {
    this.#log = log;
    this.schema = buildSubgraphSchema({
      typeDefs: parse(readSdl(folder)),
      resolvers: {
        ...resolvers,
        Cents,
        BasisPoints,
        DateTime,
        CalendarDate,
        ContractKind: contractKinds,
      },
    });
  }

  /** Runs one operation as its actor. Errors come as codes and sentences, never as stacks. */
  prepare({ query, operationName }: GraphqlDocument): RunSubgraph {
    const known = this.#known(query);
    if (!('document' in known)) return async () => ({ errors: known });
    const run = this.#runOf(known, operationName);
    return ({ variables, actor }) =>
      withRequestId(actor.requestId, async () => {
        const result = await run({
          context: { actor, loaders: new Map(), keyLoaders: new Map() },
          variables,
        });
        if (!result.errors) return result;
        return { ...result, errors: result.errors.map((error) => this.#show(error)) };
      });
  }

  #known(query: string): CachedDocument | readonly GraphQLError[] {
    const kept = this.#documents.get(query);
    if (kept) return kept;
    try {
      const document = parse(query, { maxTokens });
      const problems = validate(this.schema, document);
      if (problems.length > 0) return problems.map(invalid);
      const known = { document, variants: countVariants(document), runs: new Map() };
      this.#documents.set(query, known);
      return known;
    } catch (error) {
      return [invalid(error as GraphQLError)];
    }
  }

  #runOf({ document, runs }: CachedDocument, operationName: string | undefined): RunDocument {
    const known = runs.get(operationName);
    if (known) return known;
    const run = compileDocument(this.schema, document, operationName);
    // Names that the document does not define are not cached, since a caller can send any number of them.
    if (run) runs.set(operationName, run);
    return run ?? this.#interpreted(document, operationName);
  }

  #interpreted(document: DocumentNode, operationName: string | undefined): RunDocument {
    return ({ context, variables }) =>
      execute({
        schema: this.schema,
        document,
        contextValue: context,
        variableValues: variables ?? {},
        operationName: operationName ?? null,
      });
  }

  #show(error: GraphQLError): GraphQLError {
    const cause = asUnavailable(error.originalError);
    const place = { path: error.path, nodes: error.nodes };
    recordError(cause ?? error);
    if (cause instanceof DomainError) {
      const { code, message, details } = cause;
      return new GraphQLError(message, { ...place, extensions: { code, ...details } });
    }
    // Without a cause graphql-js itself rejected a variable or literal.
    if (!cause || cause instanceof GraphQLError) return invalid(error);
    this.#log.error({ err: cause, path: error.path }, 'request failed');
    return new GraphQLError('Something went wrong on our side. Please try again.', {
      ...place,
      extensions: { code: 'INTERNAL' },
    });
  }
}

function invalid(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: 'INVALID_INPUT' },
  });
}
