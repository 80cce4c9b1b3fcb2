/** The port through which parts hear of each other: durable events, questions, and live signals. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { ChangeSignal } from '@nameloan/contracts/topics.ts';

/** What a handler says of one delivery: done, again after a delay, or never again. */
export type DeliveryResult = { done: true } | { retryInMs: number } | { drop: true };

export interface Consumer {
  /** Durable name: the same name on several processes shares the work. */
  name: string;
  subjects: readonly string[];
  /** `attempt` counts from 1. Must not throw; a throw counts as again after one second. */
  handle(raw: unknown, attempt: number): Promise<DeliveryResult>;
}

/** `traceparent`: the span in which it was asked, which travels with the question. */
export type BusRequestHandler = (
  payload: unknown,
  traceparent: string | undefined,
) => Promise<unknown>;

/** Stops what was started and waits for what is under way. */
export type Stop = () => Promise<void>;

/** No one answered a question in time, or the broker is out of reach. */
export class BusUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BusUnavailable';
  }
}

/**
 * Both adapters promise: at least once, also across a crash of either side (the outbox row stays until
 * `publish` resolves). The order of an aggregate's events is that of their versions, not that of arrival: replicas
 * share a durable, each takes what it gets, and what is tried again comes later. A reader goes by `aggregateVersion`.
 * Only one reader alone, while nothing fails, sees an aggregate's events in the order published.
 */
export interface Bus {
  /** Resolves once the event is safe: stored by the broker, or committed by every consumer here. */
  publish(event: Event): Promise<void>;
  consume(consumer: Consumer): Promise<Stop>;
  /** Whether what was published until now and this consumer reads has all been handled. */
  caughtUp(name: string): Promise<boolean>;
  /**
   * How many events that were published this consumer has not acknowledged yet; undefined where nobody can say now,
   * or where there is no such consumer.
   */
  lag(name: string): Promise<number | undefined>;
  /** Throws BusUnavailable when nobody answers within the deadline. */
  request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown>;
  handleRequests(subject: string, handler: BusRequestHandler): Promise<Stop>;
  /** Best effort, to every process that hears the topic. */
  publishSignal(topic: string, signal: ChangeSignal): void;
  /** After a time in which signals may have been lost, every hearer is told `missed` once. */
  subscribe(topic: string, handler: (signal: ChangeSignal) => void): Promise<Stop>;
  /** Whether it can be used now, or was lost a few seconds ago at most. */
  healthy(): boolean;
  /** Drains and closes. */
  close(): Promise<void>;
}
