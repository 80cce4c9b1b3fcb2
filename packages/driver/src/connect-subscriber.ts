/** A graphql-ws client for tests, whose events can be awaited. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ExecutionResult } from 'graphql-ws';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

export interface Subscription {
  /** The events received so far. */
  events: ExecutionResult[];
  /** Resolves once `count` events have arrived; rejects after 30 seconds. */
  until(count: number): Promise<ExecutionResult[]>;
  /** Resolves with how it ended. */
  ended: Promise<{ errors: readonly { message: string; extensions?: Record<string, unknown> }[] }>;
  stop(): void;
}

export interface Subscriber {
  watch(query: string, variables?: Record<string, unknown>): Subscription;
  /** Close code of the socket. */
  closed: Promise<number>;
  socket(): WebSocket | undefined;
  dispose(): Promise<void>;
}

const timeoutMs = 30_000;

/** `login`: the access token, or the connection parameters; absent for a visitor. */
export function connectSubscriber(
  url: string,
  login?: string | Record<string, unknown>,
): Subscriber {
  const connectionParams = typeof login === 'string' ? { accessToken: login } : login;
  let socket: WebSocket | undefined;
  const { promise: closed, resolve: close } = Promise.withResolvers<number>();
  const client: Client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    lazy: true,
    // Longer than the server takes to close, so that its close code is the one seen.
    lazyCloseTimeout: 1000,
    ...(connectionParams ? { connectionParams } : {}),
    on: {
      connected: (raw) => {
        socket = raw as WebSocket;
      },
      closed: (event) => close((event as { code: number }).code),
    },
  });
  return {
    closed,
    socket: () => socket,
    watch: (query, variables) => watch(client, query, variables),
    dispose: async () => client.dispose(),
  };
}

/** A client that reconnects to the next URL whenever its socket closes. `codes`: the close codes seen. */
export function connectReconnecting(urls: readonly string[], token: string | undefined) {
  const codes: number[] = [];
  let attempts = 0;
  const client = createClient({
    url: () => `${urls[attempts++ % urls.length]?.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { accessToken: token },
    retryAttempts: 50,
    retryWait: async () => pause(50),
    on: { closed: (event) => codes.push((event as { code: number }).code) },
  });
  return {
    codes,
    watch: (query: string, variables?: Record<string, unknown>) => watch(client, query, variables),
    dispose: async () => client.dispose(),
  };
}

function watch(
  client: Client,
  query: string,
  variables: Record<string, unknown> | undefined,
): Subscription {
  const events: ExecutionResult[] = [];
  const waiters: { count: number; resolve(events: ExecutionResult[]): void }[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<Awaited<Subscription['ended']>>();
  const stop = client.subscribe(
    { query, ...(variables ? { variables } : {}) },
    {
      next: (event) => {
        events.push(event as ExecutionResult);
        for (const one of waiters) if (events.length >= one.count) one.resolve(events);
      },
      error: (error) =>
        end({ errors: Array.isArray(error) ? error : [{ message: String(error) }] }),
      complete: () => end({ errors: (events.at(-1)?.errors ?? []) as never }),
    },
  );
  const until = (count: number) =>
    new Promise<ExecutionResult[]>((resolve, reject) => {
      if (events.length >= count) return resolve(events);
      const timer = setTimeout(
        () =>
          reject(new Error(`only ${events.length} of ${count} events: ${JSON.stringify(events)}`)),
        timeoutMs,
      );
      waiters.push({
        count,
        resolve: (all) => {
          clearTimeout(timer);
          resolve(all);
        },
      });
    });
  return { events, until, ended, stop };
}
