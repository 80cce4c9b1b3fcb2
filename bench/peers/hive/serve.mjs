/**
 * The reference: Hive Gateway, with graphql-jit, before the frozen subgraphs. Not TypeScript: its packages are installed
 * for the bench alone. Reads one line of JSON, { supergraph, secret, dedupe }, and prints its address.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { useJIT } from '@graphql-mesh/plugin-jit';

const { supergraph, secret, dedupe } = JSON.parse(await text(process.stdin));
/** Long enough to sign once for the whole bench; a token is one line of the work of a request. */
const lifeSeconds = 3600;

/** The actor of a visitor, as our own gateway signs it (packages/security/src/actor.ts). */
function signVisitor() {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const nowSeconds = Math.floor(Date.now() / 1000);
  const actor = { kind: 'anonymous', ip: '127.0.0.1', userAgent: 'bench', requestId: 'bench' };
  const claims = { actor, iat: nowSeconds, exp: nowSeconds + lifeSeconds, iss: 'nameloan-gateway' };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
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
