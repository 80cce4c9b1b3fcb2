/** The message queue delivers in order, loses nothing and writes nothing twice, whatever the network does. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DeliveryFailure, QueuedMessage } from './message-queue.ts';
import { MessageQueue } from './message-queue.ts';

const offline: DeliveryFailure = { retry: 'later' };

/** The session storage of a tab. */
function tab() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** A server that writes each client id once, as the real one does; `network` decides the outcome of each attempt. */
function server() {
  const written = new Map<string, string>();
  const arrived: QueuedMessage[] = [];
  let network: (
    message: QueuedMessage,
  ) => 'delivered' | 'request lost' | 'response lost' | DeliveryFailure = () => 'delivered';
  const deliver = async (message: QueuedMessage): Promise<DeliveryFailure | undefined> => {
    await Promise.resolve();
    const outcome = network(message);
    if (outcome === 'request lost') return offline;
    if (typeof outcome === 'object') return outcome;
    arrived.push(message);
    if (!written.has(message.clientId)) written.set(message.clientId, message.text);
    return outcome === 'response lost' ? offline : undefined;
  };
  return {
    deliver,
    arrived,
    texts: () => [...written.values()],
    ids: () => new Set(written.keys()),
    setNetwork: (next: typeof network) => {
      network = next;
    },
  };
}

const open = (
  deliver: (message: QueuedMessage) => Promise<DeliveryFailure | undefined>,
  store = tab(),
) => new MessageQueue({ deliver, store: () => store, key: 'outbox' });
const states = ({ outbox }: MessageQueue) => outbox.map(({ text, state }) => `${text}: ${state}`);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('messages are sent one after the other, in the order of writing', async () => {
  const { deliver, texts } = server();
  const queue = open(deliver);
  for (const text of ['one', 'two', 'three']) queue.enqueue(text);
  expect(states(queue)).toEqual(['one: sending', 'two: waiting', 'three: waiting']);
  await settle();
  expect(texts()).toEqual(['one', 'two', 'three']);
  expect(states(queue)).toEqual(['one: sent', 'two: sent', 'three: sent']);
});

test('a message that the network loses is retried before later messages', async () => {
  const { deliver, texts, setNetwork } = server();
  const queue = open(deliver);
  setNetwork(() => 'request lost');
  queue.enqueue('one');
  queue.enqueue('two');
  await settle();
  expect(states(queue)).toEqual(['one: waiting', 'two: waiting']);
  setNetwork(() => 'delivered');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(texts()).toEqual(['one', 'two']);
});

test('the retry delay grows, and a restored network retries at once', async () => {
  const { deliver, arrived, setNetwork } = server();
  let attempts = 0;
  setNetwork(() => {
    attempts++;
    return 'request lost';
  });
  const queue = open(deliver);
  queue.enqueue('one');
  await jest.advanceTimersByTimeAsync(7_000);
  expect(attempts).toBe(4);
  setNetwork(() => 'delivered');
  queue.sendNow();
  await settle();
  expect(arrived).toHaveLength(1);
});

test('a retry honours the delay that the server asks for', async () => {
  const { deliver, texts, setNetwork } = server();
  setNetwork(() => ({ retry: 'later', retryAfterSeconds: 9 }));
  const queue = open(deliver);
  queue.enqueue('one');
  await settle();
  setNetwork(() => 'delivered');
  await jest.advanceTimersByTimeAsync(8_900);
  expect(texts()).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(texts()).toEqual(['one']);
});

test('a lost response writes no second message', async () => {
  const { deliver, texts, arrived, setNetwork } = server();
  setNetwork(() => 'response lost');
  const queue = open(deliver);
  queue.enqueue('one');
  await settle();
  setNetwork(() => 'delivered');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(arrived).toHaveLength(2);
  expect(texts()).toEqual(['one']);
});

test('a message that the chat shows before its response leaves the outbox and is not sent again', async () => {
  const { deliver, arrived, ids, setNetwork } = server();
  setNetwork(() => 'response lost');
  const queue = open(deliver);
  queue.enqueue('one');
  await settle();
  queue.markShown(ids());
  expect(states(queue)).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(arrived).toHaveLength(1);
});

test('a reload sends the unsent messages once, under the same ids', async () => {
  const store = tab();
  const { deliver, texts, setNetwork } = server();
  setNetwork(({ text }) => (text === 'one' ? 'response lost' : 'request lost'));
  const before = open(deliver, store);
  before.enqueue('one');
  before.enqueue('two');
  await settle();
  const after = open(deliver, store);
  expect(after.outbox.map(({ text }) => text)).toEqual(['one', 'two']);
  setNetwork(() => 'delivered');
  after.sendNow();
  before.sendNow();
  await settle();
  expect(texts()).toEqual(['one', 'two']);
  expect(store.stored.size).toBe(0);
});

test('a duplicated tab sends nothing twice', async () => {
  const store = tab();
  const { deliver, texts, setNetwork } = server();
  setNetwork(() => 'request lost');
  const first = open(deliver, store);
  first.enqueue('one');
  await settle();
  const copy = open(deliver, Object.assign(tab(), { getItem: store.getItem }));
  setNetwork(() => 'delivered');
  first.sendNow();
  copy.sendNow();
  await settle();
  expect(texts()).toEqual(['one']);
});

test('a rejected message says why, does not block the others, and goes when it is discarded', async () => {
  const { deliver, texts, setNetwork } = server();
  setNetwork(({ text }) =>
    text === 'bad' ? { retry: 'never', problem: 'The message contains no text.' } : 'delivered',
  );
  const store = tab();
  const queue = open(deliver, store);
  queue.enqueue('bad');
  queue.enqueue('good');
  await settle();
  expect(texts()).toEqual(['good']);
  const [bad] = open(deliver, store).outbox;
  expect([bad?.state, bad?.problem]).toEqual(['rejected', 'The message contains no text.']);
  queue.discard(bad?.clientId ?? '');
  expect(states(queue)).toEqual(['good: sent']);
  expect(store.stored.size).toBe(0);
});

test('a message waits until its writer has logged in', async () => {
  const { deliver, texts, setNetwork } = server();
  setNetwork(() => ({ retry: 'after-login' }));
  const queue = open(deliver);
  queue.enqueue('one');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(states(queue)).toEqual(['one: waiting']);
  setNetwork(() => 'delivered');
  queue.sendNow();
  await settle();
  expect(texts()).toEqual(['one']);
});

test('messages are sent without browser storage', async () => {
  const { deliver, texts } = server();
  const queue = new MessageQueue({
    deliver,
    store: () => {
      throw new DOMException('no', 'SecurityError');
    },
    key: 'outbox',
  });
  queue.enqueue('one');
  await settle();
  expect(texts()).toEqual(['one']);
});

test.each(['no json', '{"a":1}', '[1,{"clientId":1},null]'])(
  'stored text that is no outbox (%s) reads as an empty outbox',
  (text) => {
    const store = tab();
    store.setItem('outbox', text);
    expect(open(server().deliver, store).outbox).toEqual([]);
  },
);
