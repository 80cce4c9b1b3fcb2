/** The way to a broker that may come up later than we do, may have several nodes and may ask who we are. */

import { readFileSync } from 'node:fs';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { connect, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import { BusUnavailable } from './bus.ts';

const firstConnectMs = 60_000;
const attemptsBeforeWarning = 4;

/** At most one of user, creds and nkey. Files are read anew at each reconnect, so that they may be renewed. */
export interface NatsLogin {
  user?: string | undefined;
  password?: string | undefined;
  credsFile?: string | undefined;
  nkeyFile?: string | undefined;
  caFile?: string | undefined;
  certFile?: string | undefined;
  keyFile?: string | undefined;
}

export interface NatsOptions {
  /** One server, or several of one cluster with commas; `tls://` or a file of TLS in the login asks for TLS. */
  url: string;
  login?: NatsLogin;
  /** Client name that the server's monitoring shows. */
  name: string;
  /** Stream that keeps the events; one per installation. */
  stream: string;
  /** First words of all event subjects, such as `lending`. */
  roots: readonly string[];
  /** Nodes that hold every event: 1, 3 or 5; default 1. Where the broker has fewer, there are fewer, and that is said. */
  replicas?: number;
  /** Days that events are kept, for parts that are down. */
  retentionDays?: number;
  /** How long the broker waits for a sign of life from whoever holds a message; default 10 s. */
  ackWaitMs?: number;
  /** How often stream and consumers are looked at; default 10 s. */
  checkIntervalMs?: number;
  /** Told once when the server does not answer at first and is waited for. */
  onWaiting?: (reason: string) => void;
  /** Told what is not as it should be at the broker, and what was mended. */
  log?: Pick<Log, 'info' | 'warn'>;
}

/** Waits up to a minute for the server to come up. Throws BusUnavailable. */
export async function connectNats(
  options: Pick<NatsOptions, 'url' | 'login' | 'name' | 'onWaiting'>,
): Promise<NatsConnection> {
  const deadline = Date.now() + firstConnectMs;
  for (let attempts = 1; ; attempts++) {
    try {
      return await connect({
        servers: options.url.split(',').map((one) => one.trim()),
        name: options.name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        // A node that is frozen, not gone, is left for another one after at most three of these.
        pingInterval: 2500,
        // A login that is renewed at the broker first must not end this connection for good.
        ignoreAuthErrorAbort: true,
        ...access(options),
      });
    } catch (error) {
      if (Date.now() > deadline)
        throw new BusUnavailable(`NATS_URL does not answer: ${String(error)}`);
      if (attempts === attemptsBeforeWarning) options.onWaiting?.(String(error));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function access({ url, login = {} }: Pick<NatsOptions, 'url' | 'login'>): ConnectionOptions {
  const { user, password, credsFile, nkeyFile, caFile, certFile, keyFile } = login;
  const secure = caFile !== undefined || certFile !== undefined || /(^|,)\s*tls:/.test(url);
  const present = Object.entries({ caFile, certFile, keyFile }).filter(([, file]) => file);
  return {
    ...(user === undefined ? {} : { user, pass: password ?? '' }),
    ...(credsFile ? { authenticator: credsAuthenticator(() => readFileSync(credsFile)) } : {}),
    ...(nkeyFile ? { authenticator: nkeyAuthenticator(() => readSeed(nkeyFile)) } : {}),
    ...(secure ? { tls: Object.fromEntries(present) } : {}),
  };
}

/** A file mostly ends with a line break, which is no part of a seed. */
export function readSeed(file: string): Uint8Array {
  return Buffer.from(readFileSync(file, 'utf8').trim());
}

/** JetStream starts a little later than the server's port, and a cluster has no leader for some seconds. */
export async function withRetry<R>(work: () => Promise<R>): Promise<R> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (attempts >= 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
