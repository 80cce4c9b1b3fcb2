/** Starts a complete gateway for tests, with real federation and tokens and fake services. */

import type { TestContext } from 'node:test';
import type { ServiceName } from '@nameloan/contracts/platform';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { readSettings } from '@nameloan/runtime/settings';
import type { NatsConnection } from '@nats-io/transport-node';
import type { CryptoKey } from 'jose';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { gatewaySettings } from '../config.ts';
import type { RunningGateway } from '../server.ts';
import { startGateway } from '../server.ts';
import type { Endpoint, FakeService, Replies } from './fake-services.ts';
import { internalSecret, startFakeServices } from './fake-services.ts';

export interface TokenOptions {
  accountId?: string;
  sessionId?: string;
  lifeSeconds?: number;
  issuedAgoSeconds?: number;
  issuer?: string;
  key?: CryptoKey;
  kid?: string;
}

export interface TestGateway {
  url: string;
  bus: Bus;
  services: Map<ServiceName, FakeService>;
  /** Sessions that identity reports as ended. */
  ended: { sessionId: string; revokedAt: string }[];
  token(options?: TokenOptions): Promise<string>;
  call(method: string, path: string, more?: CallOptions): Promise<TestResponse>;
  stop(): Promise<void>;
}

export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
}

export interface TestGatewayOptions {
  replies?: Replies;
  endpoints?: Partial<Record<ServiceName, Record<string, Endpoint>>>;
  environment?: Record<string, string>;
  bus?: Bus;
  /** The connection over which it shares limits with other gateways. */
  connection?: NatsConnection;
}

const keyPair = await generateKeyPair('ES256');
export const publicJwk = await exportJWK(keyPair.publicKey);

async function sign(options: TokenOptions): Promise<string> {
  const issued = Math.floor(Date.now() / 1000) - (options.issuedAgoSeconds ?? 0);
  return new SignJWT({ sid: options.sessionId ?? 'session-1' })
    .setProtectedHeader({ alg: 'ES256', kid: options.kid ?? 'key-1' })
    .setIssuer(options.issuer ?? 'nameloan')
    .setSubject(options.accountId ?? 'account-1')
    .setIssuedAt(issued)
    .setExpirationTime(issued + (options.lifeSeconds ?? 900))
    .sign(options.key ?? keyPair.privateKey);
}

/** `t`: the test after which it stops. */
export async function startTestGateway(
  options: TestGatewayOptions = {},
  t?: TestContext,
): Promise<TestGateway> {
  const ended: TestGateway['ended'] = [];
  const keys = { keys: [{ ...publicJwk, kid: 'key-1', alg: 'ES256', use: 'sig' }] };
  const feed = () => JSON.stringify({ now: new Date().toISOString(), sessions: ended });
  const identity: Record<string, Endpoint> = {
    '/keys': () => ({ status: 200, body: JSON.stringify(keys) }),
    '/sessions/revoked': (request) =>
      request.headers['x-nameloan-secret'] === internalSecret
        ? { status: 200, body: feed() }
        : { status: 401, body: '{}' },
  };
  const endpoints = {
    ...options.endpoints,
    identity: { ...identity, ...options.endpoints?.identity },
  };
  const services = await startFakeServices(options.replies, endpoints);
  const bus = options.bus ?? new LocalBus();
  const environment: Record<string, string> = {
    PORT: '0',
    INTERNAL_SECRET: internalSecret,
    LOG_LEVEL: 'silent',
  };
  for (const [name, { url }] of services) environment[`${name.toUpperCase()}_URL`] = url;
  const settings = readSettings(gatewaySettings.shape, { ...environment, ...options.environment });
  const shared = options.connection ? { connection: options.connection } : {};
  const cleanUp = async () => {
    await Promise.all([...services.values()].map((service) => service.stop()));
    if (!options.bus) await bus.close();
  };
  const starting: Promise<RunningGateway> = startGateway(settings, { bus, ...shared });
  starting.catch(cleanUp);
  const gateway = await starting;
  const stop = async () => {
    await gateway.stop();
    await cleanUp();
  };
  t?.after(stop);
  return {
    url: gateway.url,
    bus,
    services,
    ended,
    token: (one = {}) => sign(one),
    call: (method, path, more) => call(gateway.url, { method, path, ...more }),
    stop,
  };
}

async function call(
  url: string,
  { method, path, body, token, headers }: CallOptions & { method: string; path: string },
): Promise<TestResponse> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'x-access-token': token }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(text) : text,
  };
}
