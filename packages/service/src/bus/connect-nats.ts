/** The way to a broker that may come up later than we do. */

import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import { BusUnavailable } from './bus.ts';

const firstConnectMs = 60_000;
const triesBeforeWord = 4;

export interface NatsOptions {
  url: string;
  /** Client name that the server's monitoring shows. */
  name: string;
  /** Stream that keeps the events; one per installation. */
  stream: string;
  /** First words of all event subjects, such as `lending`. */
  roots: readonly string[];
  /** Days that events are kept, for parts that are down. */
  keepDays?: number;
  /** How long the broker waits for a sign of life from whoever holds a message; default 10 s. */
  ackWaitMs?: number;
  /** Told once when the server does not answer at first and is waited for. */
  onWaiting?: (reason: string) => void;
}

/** Waits up to a minute for the server to come up. Throws BusUnavailable. */
export async function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const deadline = Date.now() + firstConnectMs;
  for (let tries = 1; ; tries++) {
    try {
      return await connect({
        servers: options.url,
        name: options.name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        pingInterval: 10_000,
      });
    } catch (error) {
      if (Date.now() > deadline)
        throw new BusUnavailable(`NATS_URL does not answer: ${String(error)}`);
      if (tries === triesBeforeWord) options.onWaiting?.(String(error));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** JetStream starts a little later than the server's port. */
export async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
