/** One supergraph with all that hangs on it: made as a whole, checked as a whole, and exchanged as a whole. */

import { createHash } from 'node:crypto';
import type { Log } from '@nameloan/service/log.ts';
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
import { docsPage } from './rest/docs-page.ts';
import type { Call } from './rest/load-calls.ts';
import { loadCalls } from './rest/load-calls.ts';
import { describeApi } from './rest/openapi.ts';
import type { RestHandler } from './rest/rest.ts';
import { handlerOf } from './rest/rest.ts';
import { shareSchemas } from './rest/share-schemas.ts';
import { planAhead } from './rest/warm-up.ts';
import { loadSupergraph } from './supergraph.ts';

export interface Graph {
  /** Tells it from others, in logs and figures. */
  hash: string;
  /** With the live subscriptions in it. */
  schema: GraphQLSchema;
  execute: Execute;
  documents: Documents;
  graphql: Awaited<ReturnType<typeof createGraphql>>;
  calls: readonly Call[];
  /** Of the calls, in their order. */
  handlers: readonly RestHandler[];
  /** Description of the REST calls, for programs and people. */
  api: { json: string; page: string };
  stop(): Promise<void>;
}

export interface GraphNeeds {
  settings: GatewaySettings;
  /** Whoever fetches, by name of the service; they outlast a supergraph. */
  sources: ReadonlyMap<string, SubgraphSource>;
  limits: RateLimits;
  log: Log;
}

export const hashOf = (sdl: string): string =>
  createHash('sha256').update(sdl).digest('hex').slice(0, 12);

/** Throws where the text is no supergraph, knows a service that we do not, or lacks what a call or live field needs. */
export async function openGraph(sdl: string, needs: GraphNeeds): Promise<Graph> {
  const { settings, sources, limits, log } = needs;
  const sourceOf = (name: string) => {
    const source = sources.get(name);
    if (!source) throw new Error(`the supergraph has an unknown part ${name}`);
    return source;
  };
  const supergraph = await loadSupergraph(sdl, sourceOf);
  try {
    const execute = createExecute(supergraph, {
      timeoutMs: settings.SUBGRAPH_TIMEOUT_MS,
      sourceOf,
    });
    const schema = extendWithLive(supergraph.schema);
    refuseWithoutLive(schema);
    const rules = documentRules({ introspection: settings.GRAPHQL_INTROSPECTION === 'on' });
    const documents = new Documents({ schema, execute, limits, rules });
    const calls = loadCalls(supergraph.schema);
    const handlers = calls.map((call) => handlerOf(call, { schema, execute, limits, log }));
    const description = describeApi(calls);
    const json = JSON.stringify(shareSchemas(description), null, 2);
    const api = { json, page: docsPage(description) };
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

function refuseWithoutLive(schema: GraphQLSchema): void {
  const fields = schema.getQueryType()?.getFields() ?? {};
  for (const [name, { field, replay }] of Object.entries(liveSources)) {
    const lacks = [field, ...(replay ? [replay] : [])].find((one) => !fields[one]);
    if (lacks) throw new Error(`the live field ${name} needs Query.${lacks}, which is not there`);
  }
}

/**
 * Plans every stored operation of a graph that nobody uses yet, and takes over what clients have sent so far; resolves
 * to how many of their documents do not fit it. Throws where an operation cannot be planned.
 */
export async function tryGraph(next: Graph, present: Graph, actor: Caller): Promise<number> {
  await planAhead(next.calls, { execute: next.execute, actor, going: () => true });
  return next.documents.adopt(present.documents.texts(), actor);
}
