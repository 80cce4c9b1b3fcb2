/** Reference: @apollo/gateway and @apollo/server with their defaults, in one process like the product, on its resolvers and data. */

import { readFileSync } from 'node:fs';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { chooseAppraiser } from '@nameloan/domains/appraisal/choose-appraiser';
import { domainsService } from '@nameloan/domains/service';
import { lendingService } from '@nameloan/lending/service';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { Subgraph } from '@nameloan/subgraph/graphql/subgraph';
import type { ServiceDefinition } from '@nameloan/subgraph/service';

const [, , mongoUrl = ''] = process.argv;
process.env.APOLLO_TELEMETRY_DISABLED = 'true';
const listen = { port: 0, host: '127.0.0.1' };

async function startSubgraph({
  context,
  folder,
  resolvers,
  settings,
}: ServiceDefinition): Promise<string> {
  // Reading a page of listings only needs the database and the limits.
  settings?.read({
    DNS_RESOLVERS: '127.0.0.1:53',
    EPP_HOST: 'none',
    EPP_CLIENT_ID: 'none',
    EPP_PASSWORD: 'not used',
    GOVERNING_LAW: 'none',
    GOVERNING_VENUE: 'none',
  });
  await context.store.open({ mongoUrl, database: `nameloan_${context.name}` });
  const server = new ApolloServer<Context>({
    schema: new Subgraph(folder, resolvers, context.log).schema,
  });
  const client = { ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' };
  const { url } = await startStandaloneServer(server, {
    listen,
    context: async (): Promise<Context> => ({
      actor: { kind: 'anonymous', ...client },
      loaders: new Map(),
      keyLoaders: new Map(),
    }),
  });
  return url;
}

// Without an appraiser no estimate is returned.
await chooseAppraiser('built-in');
const urls = new Map<string, string>();
for (const one of [lendingService, domainsService])
  urls.set(one.context.name, await startSubgraph(one));
let sdl = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
for (const [name, url] of urls)
  sdl = sdl.replace(new RegExp(`(name: "${name}", url: ")[^"]*`), `$1${url}`);
const gateway = new ApolloGateway({ supergraphSdl: sdl });
const { url } = await startStandaloneServer(new ApolloServer({ gateway }), { listen });
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
