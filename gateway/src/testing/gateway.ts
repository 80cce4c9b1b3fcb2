/** A whole gateway for tests: real federation, real tokens, stand-ins for the services behind it. */

import type { TestContext } from 'node:test';
import type { ServiceName } from '@nameloan/contracts/platform.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { readSettings } from '@nameloan/service/settings.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { CryptoKey } from 'jose';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { gatewaySettings } from '../config.ts';
import type { RunningGateway } from '../server.ts';
import { startGateway } from '../server.ts';
import type { Answers, Door, StandIn } from './fake-services.ts';
import { internalSecret, startStandIns } from './fake-services.ts';

export interface TokenWish {
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
  services: Map<ServiceName, StandIn>;
  /** Sessions that identity calls ended. */
  ended: { sessionId: string; revokedAt: string }[];
  token(wish?: TokenWish): Promise<string>;
  call(method: string, path: string, more?: CallOptions): Promise<Answer>;
  stop(): Promise<void>;
}

export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export interface Wish {
  answers?: Answers;
  doors?: Partial<Record<ServiceName, Record<string, Door>>>;
  environment?: Record<string, string>;
  bus?: Bus;
  /** By which it shares limits with others. */
  connection?: NatsConnection;
}

const keyPair = await generateKeyPair('ES256');
export const publicJwk = await exportJWK(keyPair.publicKey);

async function sign(wish: TokenWish): Promise<string> {
  const issued = Math.floor(Date.now() / 1000) - (wish.issuedAgoSeconds ?? 0);
  return new SignJWT({ sid: wish.sessionId ?? 'session-1' })
    .setProtectedHeader({ alg: 'ES256', kid: wish.kid ?? 'key-1' })
    .setIssuer(wish.issuer ?? 'nameloan')
    .setSubject(wish.accountId ?? 'account-1')
    .setIssuedAt(issued)
    .setExpirationTime(issued + (wish.lifeSeconds ?? 900))
    .sign(wish.key ?? keyPair.privateKey);
}

/** `t`: the test that it ends with. */
export async function startTestGateway(wish: Wish = {}, t?: TestContext): Promise<TestGateway> {
  const ended: TestGateway['ended'] = [];
  const keys = { keys: [{ ...publicJwk, kid: 'key-1', alg: 'ES256', use: 'sig' }] };
  const feed = () => JSON.stringify({ now: new Date().toISOString(), sessions: ended });
  const identity: Record<string, Door> = {
    '/keys': () => ({ status: 200, body: JSON.stringify(keys) }),
    '/sessions/revoked': (request) =>
      request.headers['x-nameloan-secret'] === internalSecret
        ? { status: 200, body: feed() }
        : { status: 401, body: '{}' },
  };
  const doors = { ...wish.doors, identity: { ...identity, ...wish.doors?.identity } };
  const services = await startStandIns(wish.answers, doors);
  const bus = wish.bus ?? new LocalBus();
  const environment: Record<string, string> = {
    PORT: '0',
    INTERNAL_SECRET: internalSecret,
    LOG_LEVEL: 'silent',
  };
  for (const [name, { url }] of services) environment[`${name.toUpperCase()}_URL`] = url;
  const settings = readSettings(gatewaySettings.shape, { ...environment, ...wish.environment });
  const shared = wish.connection ? { connection: wish.connection } : {};
  const clear = async () => {
    await Promise.all([...services.values()].map((service) => service.stop()));
    if (!wish.bus) await bus.close();
  };
  const starting: Promise<RunningGateway> = startGateway(settings, { bus, ...shared });
  starting.catch(clear);
  const gateway = await starting;
  const stop = async () => {
    await gateway.stop();
    await clear();
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
): Promise<Answer> {
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
