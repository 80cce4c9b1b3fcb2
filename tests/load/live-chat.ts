/**
 * Subscribes to a chat like the web app, over graphql-transport-ws: a broken socket is reopened and resumes after the
 * last message received, so that no message is lost.
 */

import type { EventName } from 'k6/websockets';
import { WebSocket } from 'k6/websockets';
import { pause } from './call.ts';
import { reconnects } from './journey-metrics.ts';
import type { Person } from './person.ts';
import { settings } from './settings.ts';

const document =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';
const subscriptionId = 'chat';
const reconnectDelayMs = 500;
/** The gateway's close code for an expired token. */
const tokenExpired = 4403;

/** k6's types omit the close code. */
const codeOf = (event: unknown): number => (event as { code?: number }).code ?? 0;

export interface ChatMessage {
  id: string;
  message: string;
}

export class LiveChat {
  /** How often each message was received, by id. */
  readonly received = new Map<string, number>();
  readonly #person: Person;
  readonly #loanId: string;
  readonly #onMessage: (message: ChatMessage) => void;
  #socket: WebSocket | undefined;
  #lastMessageId: string;
  #closed = false;

  /** `after`: id of the last message already read; empty for none. */
  constructor(
    person: Person,
    {
      loanId,
      after,
      onMessage,
    }: { loanId: string; after: string; onMessage: (message: ChatMessage) => void },
  ) {
    this.#person = person;
    this.#loanId = loanId;
    this.#lastMessageId = after;
    this.#onMessage = onMessage;
    this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #open(): void {
    const url = `${settings.baseUrl.replace(/^http/, 'ws')}/graphql`;
    // k6 ignores the constructor's argument for subprotocols.
    const headers = { 'Sec-WebSocket-Protocol': 'graphql-transport-ws' };
    const socket = new WebSocket(url, null, { headers, tags: { name: 'socket' } });
    this.#socket = socket;
    let ended = false;
    const reopenOnce = (code: number) => {
      if (ended || this.#closed) return;
      ended = true;
      void this.#reopen(code);
    };
    socket.addEventListener('open' as EventName, () => {
      const payload = { accessToken: this.#person.token };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    socket.addEventListener('message' as EventName, (event) => {
      if ('data' in event) this.#handleFrame(socket, String(event.data));
    });
    socket.addEventListener('close' as EventName, (event) => reopenOnce(codeOf(event)));
    socket.addEventListener('error' as EventName, () => reopenOnce(0));
  }

  async #reopen(code: number): Promise<void> {
    reconnects.add(1);
    await pause(reconnectDelayMs);
    if (code === tokenExpired) await this.#person.renew();
    if (!this.#closed) this.#open();
  }

  #handleFrame(socket: WebSocket, text: string): void {
    const { type, payload } = JSON.parse(text);
    if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    else if (type === 'connection_ack') {
      const variables = { id: this.#loanId, after: this.#lastMessageId };
      socket.send(
        JSON.stringify({
          type: 'subscribe',
          id: subscriptionId,
          payload: { query: document, variables },
        }),
      );
    } else if (type === 'next' && payload.data?.escrowMessageAdded)
      this.#handleMessage(payload.data.escrowMessageAdded);
    // A service was down, or the subscription ended: reconnect and resume.
    else if (type === 'next' || type === 'error' || type === 'complete') socket.close();
  }

  #handleMessage(message: ChatMessage): void {
    this.received.set(message.id, (this.received.get(message.id) ?? 0) + 1);
    this.#lastMessageId = message.id;
    this.#onMessage(message);
  }
}
