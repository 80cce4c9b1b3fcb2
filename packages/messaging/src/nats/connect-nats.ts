/** Connects to NATS, which may start later than we do, be a cluster, and require a login. */

import { readFileSync } from 'node:fs';
import type { Log } from '@nameloan/runtime/log';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { connect, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
import { BusUnavailable } from '../bus.ts';
import { inboxPrefix, KeeperUnavailable } from './broker-change.ts';

const firstConnectMs = 60_000;
const attemptsBeforeWarning = 4;

/** At most one of user, creds and nkey. Files are read again at each reconnect, so that they may be replaced. */
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
  /** Comma-separated servers of one cluster; `tls://` or a TLS file in the login turns TLS on. */
  url: string;
  login?: NatsLogin;
  /** Client name in the server's monitoring; its first word is the component. */
  name: string;
  /** Stream of all events; one per installation. */
  stream: string;
  /** First tokens of all event subjects, such as `lending`. */
  roots: readonly string[];
  /** Replicas of the stream: 1, 3 or 5; default 1. With fewer nodes there are fewer, and a warning is logged. */
  replicas?: number;
  /** Days that events are kept, for services that are down. */
  retentionDays?: number;
  /** How long the broker waits for an ack or a progress signal before it redelivers; default 10 s. */
  ackWaitMs?: number;
  /** Interval of checks of stream and consumers; default 10 s. */
  checkIntervalMs?: number;
  /** Called once if the server does not answer at first. */
  onWaiting?: (reason: string) => void;
  /** Receives problems of the broker and their repairs. */
  log?: Pick<Log, 'info' | 'warn'>;
}

/** Waits up to a minute for the server. Throws BusUnavailable. */
export async function connectNats(
  options: Pick<NatsOptions, 'url' | 'login' | 'name' | 'onWaiting'>,
): Promise<NatsConnection> {
  const deadline = Date.now() + firstConnectMs;
  for (let attempts = 1; ; attempts++) {
    try {
      return await connect({
        servers: options.url.split(',').map((one) => one.trim()),
        name: options.name,
        inboxPrefix: inboxPrefix(options.login?.user ?? componentOf(options)),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        // After at most three missed pings, a frozen node is left for another one.
        pingInterval: 2500,
        // A login that is replaced at the broker first must not end this connection permanently.
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

/** The service, or `gateway`. */
export const componentOf = ({ name }: Pick<NatsOptions, 'name'>): string =>
  name.split(' ')[0] ?? name;

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

/** Without the line break that usually ends the file. */
export function readSeed(file: string): Uint8Array {
  return Buffer.from(readFileSync(file, 'utf8').trim());
}

const maxAttempts = 40;
/** Another process must start first; as long as the wait for the broker. */
const maxAttemptsForKeeper = 240;

/** Retries while JetStream still starts, a cluster has no leader or no keeper runs yet. */
export async function withRetry<R>(work: () => Promise<R>): Promise<R> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      const max = error instanceof KeeperUnavailable ? maxAttemptsForKeeper : maxAttempts;
      if (attempts >= max) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
