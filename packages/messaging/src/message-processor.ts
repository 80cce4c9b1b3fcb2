/** Processes fetched messages: in order per aggregate, and without redelivery while they wait. */

import type { JsMsg } from '@nats-io/jetstream';
import type { Consumer, DeliveryResult } from './bus.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Sends the broker progress signals for messages that still wait, so that it does not redeliver them. */
export class MessageProcessor {
  readonly #consumer: Consumer;
  readonly #queue = new KeyedQueue();
  readonly #pending = new Set<JsMsg>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(consumer: Consumer, heartbeatMs: number) {
    this.#consumer = consumer;
    this.#heartbeat = setInterval(() => this.#extendAckWait(), heartbeatMs);
    this.#heartbeat.unref();
  }

  #extendAckWait(): void {
    try {
      for (const message of this.#pending) message.working();
    } catch {
      // Without a connection the signal is lost and the messages are redelivered.
    }
  }

  /** Resolves once the message is settled, whatever the outcome. */
  async process(message: JsMsg): Promise<void> {
    this.#pending.add(message);
    await this.#queue.run(aggregateOf(message), () => settle(this.#consumer, message));
    this.#pending.delete(message);
  }

  async idle(): Promise<void> {
    await this.#queue.idle();
    clearInterval(this.#heartbeat);
  }
}

function aggregateOf(message: JsMsg): string {
  try {
    return String(message.json<{ aggregateId?: unknown }>().aggregateId);
  } catch {
    return 'unreadable';
  }
}

async function settle(consumer: Consumer, message: JsMsg): Promise<void> {
  try {
    const result = await callHandler(consumer, message);
    if ('done' in result) await message.ackAck();
    else if ('drop' in result) message.term();
    else message.nak(result.retryInMs);
  } catch {
    // A lost ack causes a redelivery, which the inbox drops.
  }
}

function subjectOf(raw: unknown): unknown {
  return (raw as { subject?: unknown } | null)?.subject;
}

async function callHandler(consumer: Consumer, message: JsMsg): Promise<DeliveryResult> {
  let raw: unknown;
  try {
    raw = message.json();
    // The broker checks who may publish a subject, and knows only the subject of the message.
    if (subjectOf(raw) !== message.subject) throw new Error('not the subject of the message');
  } catch {
    raw = { unreadable: Buffer.from(message.data).toString('base64').slice(0, 4000) };
  }
  try {
    return await consumer.handle(raw, message.info.deliveryCount);
  } catch {
    return { retryInMs: 1000 };
  }
}
