/** The socket of subscriptions: its state after an account switch, and the delays of its retries. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { openSocket, retryDelay, useConnectionState } from './socket.ts';

/** The server's side of each socket, in the order of opening. */
const opened: FakeSocket[] = [];

class FakeSocket extends EventTarget {
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
    this.readyState = FakeSocket.OPEN;
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
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = realSocket;
});

const settled = () => act(async () => new Promise((done) => setTimeout(done)));
const Dot = () => <p>{useConnectionState()}</p>;
const watch = (socket: ReturnType<typeof openSocket>) =>
  socket.subscribe({ query: 'subscription { x }' }, { next() {}, error() {}, complete() {} });

test('a late close of the previous account’s socket does not affect the current one', async () => {
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
  // The disposed socket has removed its browser listeners.
  expect(listeners.mock.calls.map(([name]) => name)).toContain('online');
});

test('the delay before a retry doubles from half a second to 15 seconds, with a quarter of jitter', () => {
  for (const [attempts, ms] of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000].entries()) {
    for (let run = 0; run < 50; run++) {
      expect(retryDelay(attempts)).toBeGreaterThanOrEqual(ms * 0.75);
      expect(retryDelay(attempts)).toBeLessThanOrEqual(ms * 1.25);
    }
  }
});
