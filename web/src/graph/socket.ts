/** The socket of live data: opened when something is watched, opened again whenever it breaks. */

import type { Client } from 'graphql-ws';
import { createClient } from 'graphql-ws';
import { useSyncExternalStore } from 'react';

/** `idle`: nothing is watched. */
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

/** Called each time the socket is back after it broke: what was read before may be old. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

const minRetryDelayMs = 500;
const maxRetryDelayMs = 15_000;
let endRetryDelay: (() => void) | undefined;

/** Waits longer each time, and not at all once the network or the reader is back. */
function waitFor(tries: number): Promise<void> {
  const ms = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** tries) * (0.75 + Math.random() / 2);
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    endRetryDelay = () => {
      clearTimeout(timer);
      done();
    };
  });
}

export interface Socket extends Client {
  /** Connects now rather than after the wait. */
  wake(): void;
}

/** What the server closes with when it takes the token no more: its time or its session has ended. */
const forbidden = 4403;

/** `refused`: the token of the connection before was not taken, or is taken no more. */
export type ConnectionParams = (refused: boolean) => Promise<Record<string, unknown>>;

export function openSocket(connectionParams: ConnectionParams): Socket {
  const { protocol, host } = window.location;
  let broke = false;
  let refused = false;
  let over = false;
  /** Of one that was disposed of the end comes late, when another is open already. */
  const report = (next: ConnectionState) => {
    if (!over) setState(next);
  };
  const client = createClient({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`,
    connectionParams: () => connectionParams(refused),
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
        refused = code === forbidden;
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
