/** The message bus: durable events, requests with replies, and best-effort change signals. */

import type { Event } from '@nameloan/contracts/events';
import type { ChangeSignal } from '@nameloan/contracts/topics';

/** Outcome of one delivery: acknowledge, redeliver after a delay, or drop. */
export type DeliveryResult = { done: true } | { retryInMs: number } | { drop: true };

export interface Consumer {
  /** Durable name: processes that consume under the same name share the work. */
  name: string;
  subjects: readonly string[];
  /** `attempt` counts from 1. Must not throw; a throw causes a redelivery after one second. */
  handle(raw: unknown, attempt: number): Promise<DeliveryResult>;
}

/** `traceparent`: the caller's span, which travels with the request. */
export type BusRequestHandler = (
  payload: unknown,
  traceparent: string | undefined,
) => Promise<unknown>;

/** Stops what was started and waits for running work. */
export type Stop = () => Promise<void>;

/** No reply arrived in time, or the broker is unreachable. */
export class BusUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BusUnavailable';
  }
}

/**
 * Both adapters deliver at least once, also across a crash of either side (the outbox row stays until `publish`
 * resolves). Events of an aggregate may arrive in any order, because replicas share a durable and retries come later:
 * consumers compare `aggregateVersion`. Only a single consumer without failures receives them in publishing order.
 */
export interface Bus {
  /** Resolves once the event is stored by the broker, or committed by every consumer of this process. */
  publish(event: Event): Promise<void>;
  consume(consumer: Consumer): Promise<Stop>;
  /** Whether the consumer has handled all of its events that were published until now. */
  caughtUp(name: string): Promise<boolean>;
  /**
   * Number of published events that the consumer has not acknowledged yet; undefined if the broker does not answer or
   * there is no such consumer.
   */
  lag(name: string): Promise<number | undefined>;
  /** Throws BusUnavailable if no reply arrives within the deadline. */
  request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown>;
  handleRequests(subject: string, handler: BusRequestHandler): Promise<Stop>;
  /** Best effort, to every process that subscribes to the topic. */
  publishSignal(topic: string, signal: ChangeSignal): void;
  /** After a time in which signals may have been lost, every subscriber receives `missed` once. */
  subscribe(topic: string, handler: (signal: ChangeSignal) => void): Promise<Stop>;
  /** Whether the connection works, or was lost at most a few seconds ago. */
  healthy(): boolean;
  /** Drains and closes. */
  close(): Promise<void>;
}
