/**
 * Reference: Hive Gateway with graphql-jit in front of the baseline subgraphs. Not TypeScript, because its packages are
 * installed only for the benchmark. Reads one line of JSON, { supergraph, secret, dedupe }, and prints its URL.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { useJIT } from '@graphql-mesh/plugin-jit';

const { supergraph, secret, dedupe } = JSON.parse(await text(process.stdin));
/** Long enough for one token to last for the whole benchmark. */
const lifetimeSeconds = 3600;

/** The signed actor of a visitor, as in packages/security/src/actor.ts. */
function signVisitor() {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const nowSeconds = Math.floor(Date.now() / 1000);
  const actor = { kind: 'anonymous', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' };
  const claims = {
    actor,
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
    iss: 'nameloan-gateway',
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'nameloan signed actor', 32));
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const headers = [['x-nameloan-actor', signVisitor()]];
const gateway = createGatewayRuntime({
  supergraph,
  logging: false,
  landingPage: false,
  graphiql: false,
  transportEntries: {
    '*.http': { headers, options: { deduplicateInflightRequests: dedupe } },
  },
  plugins: () => [useJIT()],
});
const server = createServer(gateway);
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/graphql`;
  process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
});
