/**
 * A chat as the web app watches it, over graphql-transport-ws: whenever the socket breaks it is opened again and
 * goes on after the last message that came, so nothing is lost between.
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
const reconnectMs = 500;
/** What the gateway closes with when the token has ended. */
const forbidden = 4403;

/** The types of k6 leave a close's code out. */
const codeOf = (event: unknown): number => (event as { code?: number }).code ?? 0;

export interface Heard {
  id: string;
  message: string;
}

export class LiveChat {
  /** Every message that came, by id, with how often. */
  readonly heard = new Map<string, number>();
  readonly #person: Person;
  readonly #loanId: string;
  readonly #onMessage: (heard: Heard) => void;
  #socket: WebSocket | undefined;
  #last: string;
  #over = false;

  /** `after`: the last message that is known already; empty: there is none. */
  constructor(
    person: Person,
    {
      loanId,
      after,
      onMessage,
    }: { loanId: string; after: string; onMessage: (heard: Heard) => void },
  ) {
    this.#person = person;
    this.#loanId = loanId;
    this.#last = after;
    this.#onMessage = onMessage;
    this.#open();
  }

  close(): void {
    this.#over = true;
    this.#socket?.close();
  }

  #open(): void {
    const url = `${settings.baseUrl.replace(/^http/, 'ws')}/graphql`;
    // The constructor's own argument for subprotocols is not used by k6 yet.
    const headers = { 'Sec-WebSocket-Protocol': 'graphql-transport-ws' };
    const socket = new WebSocket(url, null, { headers, tags: { name: 'socket' } });
    this.#socket = socket;
    let ended = false;
    const again = (code: number) => {
      if (ended || this.#over) return;
      ended = true;
      void this.#reopen(code);
    };
    socket.addEventListener('open' as EventName, () => {
      const payload = { accessToken: this.#person.token };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    socket.addEventListener('message' as EventName, (event) => {
      if ('data' in event) this.#take(socket, String(event.data));
    });
    socket.addEventListener('close' as EventName, (event) => again(codeOf(event)));
    socket.addEventListener('error' as EventName, () => again(0));
  }

  async #reopen(code: number): Promise<void> {
    reconnects.add(1);
    await pause(reconnectMs);
    if (code === forbidden) await this.#person.renew();
    if (!this.#over) this.#open();
  }

  #take(socket: WebSocket, text: string): void {
    const { type, payload } = JSON.parse(text);
    if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    else if (type === 'connection_ack') {
      const variables = { id: this.#loanId, after: this.#last };
      socket.send(
        JSON.stringify({
          type: 'subscribe',
          id: subscriptionId,
          payload: { query: document, variables },
        }),
      );
    } else if (type === 'next' && payload.data?.escrowMessageAdded)
      this.#hear(payload.data.escrowMessageAdded);
    // A part was away, or the subscription ended: begin again where it stopped.
    else if (type === 'next' || type === 'error' || type === 'complete') socket.close();
  }

  #hear(heard: Heard): void {
    this.heard.set(heard.id, (this.heard.get(heard.id) ?? 0) + 1);
    this.#last = heard.id;
    this.#onMessage(heard);
  }
}
