/** A supergraph with everything derived from it, created, verified and replaced as a whole. */

import { createHash } from 'node:crypto';
import type { Log } from '@nameloan/runtime/log';
import type { GraphQLSchema } from 'graphql';
import type { Caller } from './auth/caller.ts';
import type { GatewaySettings } from './config.ts';
import { Documents } from './graphql/documents.ts';
import type { Execute } from './graphql/execute.ts';
import { createExecute } from './graphql/execute.ts';
import { createGraphql } from './graphql/graphql-handler.ts';
import type { SubgraphSource } from './graphql/subgraph-source.ts';
import type { RateLimits } from './limits.ts';
import { documentRules } from './limits.ts';
import { extendWithLive } from './live/schema.ts';
import { sources as liveSources } from './live/sources.ts';
import type { CompressedText } from './pages/send-compressed.ts';
import { compressText } from './pages/send-compressed.ts';
import { publicAddress } from './public-address.ts';
import { docsPage } from './rest/docs-page.ts';
import type { Call } from './rest/load-calls.ts';
import { loadCalls } from './rest/load-calls.ts';
import { describeApi } from './rest/openapi.ts';
import type { RestHandler } from './rest/rest.ts';
import { createRestHandler } from './rest/rest.ts';
import { shareSchemas } from './rest/share-schemas.ts';
import { planStoredOperations } from './rest/warm-up.ts';
import { loadSupergraph } from './supergraph.ts';

export interface Graph {
  /** Identifies it in logs and metrics. */
  hash: string;
  /** Includes the live subscriptions. */
  schema: GraphQLSchema;
  execute: Execute;
  documents: Documents;
  graphql: Awaited<ReturnType<typeof createGraphql>>;
  calls: readonly Call[];
  /** The handlers of `calls`, in the same order. */
  handlers: readonly RestHandler[];
  /** The REST API as an OpenAPI document and as a page. */
  api: { json: CompressedText; page: CompressedText };
  stop(): Promise<void>;
}

export interface GraphNeeds {
  settings: GatewaySettings;
  /** Data sources by service; they outlive a supergraph. */
  sources: ReadonlyMap<string, SubgraphSource>;
  limits: RateLimits;
  log: Log;
}

export const hashOf = (sdl: string): string =>
  createHash('sha256').update(sdl).digest('hex').slice(0, 12);

/** Throws if the SDL is no supergraph, names an unknown service, or lacks a field that a REST call or live field needs. */
export async function createGraph(sdl: string, needs: GraphNeeds): Promise<Graph> {
  const { settings, sources, limits, log } = needs;
  const sourceOf = (name: string) => {
    const source = sources.get(name);
    if (!source) throw new Error(`the supergraph names an unknown service ${name}`);
    return source;
  };
  const supergraph = await loadSupergraph(sdl, sourceOf);
  try {
    const execute = createExecute(supergraph, {
      timeoutMs: settings.SUBGRAPH_TIMEOUT_MS,
      sourceOf,
    });
    const schema = extendWithLive(supergraph.schema);
    assertLiveFields(schema);
    const rules = documentRules({ introspection: settings.GRAPHQL_INTROSPECTION === 'on' });
    const documents = new Documents({ schema, execute, limits, rules });
    const calls = loadCalls(supergraph.schema);
    const handlers = calls.map((call) => createRestHandler(call, { schema, execute, limits, log }));
    const description = describeApi(calls);
    const json = JSON.stringify(shareSchemas(description), null, 2);
    const api = {
      json: compressText(json),
      page: compressText(docsPage(description, publicAddress(settings))),
    };
    const graphql = await createGraphql({ schema, execute, documents, log });
    const stop = async () => {
      await graphql.stop();
      await supergraph.stop();
    };
    return { hash: hashOf(sdl), schema, execute, documents, graphql, calls, handlers, api, stop };
  } catch (error) {
    await supergraph.stop();
    throw error;
  }
}

function assertLiveFields(schema: GraphQLSchema): void {
  const fields = schema.getQueryType()?.getFields() ?? {};
  for (const [name, { read, replay, access }] of Object.entries(liveSources)) {
    const missing = [read, replay, access].find((one) => one !== undefined && !fields[one]);
    if (missing) throw new Error(`the live field ${name} needs Query.${missing}, which is missing`);
  }
}

/**
 * Plans every stored operation of a graph that is not served yet, and adopts the documents that clients have sent.
 * Resolves to the number of documents that do not match the new schema. Throws if an operation cannot be planned.
 */
export async function warmUpGraph(next: Graph, present: Graph, actor: Caller): Promise<number> {
  await planStoredOperations(next.calls, { execute: next.execute, actor, going: () => true });
  return next.documents.adopt(present.documents.texts(), actor);
}
