/** The socket of who is signed in now, beside that of who was: what is said of the old one is not taken for the new. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { openSocket, useConnectionState } from './socket.ts';

/** A server's end of each socket, in the order in which they were opened. */
const opened: StandIn[] = [];

class StandIn extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  onopen?: () => void;
  onclose?: (event: object) => void;
  onmessage?: (event: { data: string }) => void;

  constructor() {
    super();
    opened.push(this);
  }

  send(): void {}
  close(): void {}

  accept(): void {
    this.readyState = StandIn.OPEN;
    this.onopen?.();
    this.onmessage?.({ data: '{"type":"connection_ack"}' });
  }

  closed(code: number): void {
    this.onclose?.({ code, reason: '', wasClean: true });
  }
}

const realSocket = globalThis.WebSocket;
beforeEach(() => {
  opened.length = 0;
  globalThis.WebSocket = StandIn as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = realSocket;
});

const settled = () => act(async () => new Promise((done) => setTimeout(done)));
const Dot = () => <p>{useConnectionState()}</p>;
const watch = (socket: ReturnType<typeof openSocket>) =>
  socket.subscribe({ query: 'subscription { x }' }, { next() {}, error() {}, complete() {} });

test('that the socket of the account before closes late is nothing to the one of now', async () => {
  render(<Dot />);
  const before = openSocket(async () => ({}));
  act(() => void watch(before));
  await settled();
  act(() => opened[0]?.accept());
  await settled();
  expect(screen.getByText('live')).toBeVisible();
  const listeners = jest.spyOn(window, 'removeEventListener');
  act(() => void before.dispose());
  const now = openSocket(async () => ({}));
  act(() => void watch(now));
  await settled();
  act(() => opened[1]?.accept());
  await settled();
  expect(screen.getByText('live')).toBeVisible();
  act(() => opened[0]?.closed(1000));
  await settled();
  expect(screen.getByText('live')).toBeVisible();
  // Nothing of the browser's leads to it any more.
  expect(listeners.mock.calls.map(([name]) => name)).toContain('online');
});
