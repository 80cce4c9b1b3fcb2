/** The WebSocket for subscriptions: opens with the first subscription and reconnects when it breaks. */

import type { Client } from 'graphql-ws';
import { createClient } from 'graphql-ws';
import { useSyncExternalStore } from 'react';

/** `idle`: there is no subscription. */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting';

let state: ConnectionState = 'idle';
const watchers = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

function setState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const watcher of [...watchers]) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useConnectionState = (): ConnectionState => useSyncExternalStore(watch, () => state);

/** Calls the listener after each reconnect, when data on screen may be stale. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

const minRetryDelayMs = 500;
const maxRetryDelayMs = 15_000;
let endRetryDelay: (() => void) | undefined;

/** Exponential backoff with jitter. `attempts`: the failed ones before, 0 for the first retry. Milliseconds. */
export function retryDelay(attempts: number): number {
  return Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** attempts) * (0.75 + Math.random() / 2);
}

/** Ends early when the network or the user returns. */
function waitFor(attempts: number): Promise<void> {
  const ms = retryDelay(attempts);
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    endRetryDelay = () => {
      clearTimeout(timer);
      done();
    };
  });
}

export interface Socket extends Client {
  /** Connects now instead of after the backoff. */
  wake(): void;
}

/** Close code for a token that is expired or whose session has ended. */
const forbidden = 4403;

/** `rejected`: the server rejected the token of the previous connection. */
export type ConnectionParams = (rejected: boolean) => Promise<Record<string, unknown>>;

export function openSocket(connectionParams: ConnectionParams): Socket {
  const { protocol, host } = window.location;
  let broke = false;
  let rejected = false;
  let over = false;
  /** A disposed socket closes late, when its successor is already open. */
  const report = (next: ConnectionState) => {
    if (!over) setState(next);
  };
  const client = createClient({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`,
    connectionParams: () => connectionParams(rejected),
    lazyCloseTimeout: 5_000,
    keepAlive: 12_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: waitFor,
    on: {
      connecting: () => report(broke ? 'reconnecting' : 'connecting'),
      connected: () => {
        report('live');
        if (broke) for (const listener of [...reconnectListeners]) listener();
        broke = false;
      },
      closed: (event) => {
        const { code } = event as CloseEvent;
        broke = code !== 1000;
        rejected = code === forbidden;
        report(broke ? 'reconnecting' : 'idle');
      },
    },
  });
  const wake = () => endRetryDelay?.();
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  const dispose = () => {
    report('idle');
    over = true;
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    return client.dispose();
  };
  return { ...client, wake, dispose };
}
