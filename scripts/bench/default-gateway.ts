/** The reference: @apollo/gateway and @apollo/server with their defaults, in front of the same subgraphs. */

import { readFileSync } from 'node:fs';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { actorHeader } from '@nameloan/contracts/actor.ts';
import { signActor } from '@nameloan/service/actor.ts';

const [, , doorsText = '{}', secret = ''] = process.argv;
const doors: Record<string, string> = JSON.parse(doorsText);
process.env.APOLLO_TELEMETRY_DISABLED = 'true';

const sign = () =>
  signActor({ kind: 'anonymous', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' }, secret);
let token = sign();
setInterval(() => {
  token = sign();
}, 20_000).unref();

class Door extends RemoteGraphQLDataSource {
  // The subgraphs refuse requests without a signed actor; nothing else departs from the defaults.
  override willSendRequest({
    request,
  }: Parameters<NonNullable<RemoteGraphQLDataSource['willSendRequest']>>[0]) {
    request.http?.headers.set(actorHeader, token);
  }
}

const gateway = new ApolloGateway({
  supergraphSdl: readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8'),
  buildService: ({ name }) => new Door({ url: `${doors[name]}/graphql` }),
});
const server = new ApolloServer({ gateway });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
