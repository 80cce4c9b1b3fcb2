/** Messages on their way: in order, none lost, none twice, whatever the network does. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Failure, Letter } from './message-queue.ts';
import { PostOffice } from './message-queue.ts';

const offline: Failure = { passes: true };

/** A tab's storage. */
function tab() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A server that writes each client's id once, as the real one does; `road` says what becomes of each try. */
function server() {
  const written = new Map<string, string>();
  const arrived: Letter[] = [];
  let road: (letter: Letter) => 'through' | 'lost on the way' | 'answer lost' | Failure = () =>
    'through';
  const deliver = async (letter: Letter): Promise<Failure | undefined> => {
    await Promise.resolve();
    const fate = road(letter);
    if (fate === 'lost on the way') return offline;
    if (typeof fate === 'object') return fate;
    arrived.push(letter);
    if (!written.has(letter.clientId)) written.set(letter.clientId, letter.text);
    return fate === 'answer lost' ? offline : undefined;
  };
  return {
    deliver,
    arrived,
    texts: () => [...written.values()],
    ids: () => new Set(written.keys()),
    take: (next: typeof road) => {
      road = next;
    },
  };
}

const open = (deliver: (letter: Letter) => Promise<Failure | undefined>, store = tab()) =>
  new PostOffice({ deliver, store: () => store, key: 'outbox' });
const states = ({ outbox }: PostOffice) => outbox.map(({ text, state }) => `${text}: ${state}`);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('messages leave one after the other, in the order in which they were written', async () => {
  const { deliver, texts } = server();
  const office = open(deliver);
  for (const text of ['one', 'two', 'three']) office.write(text);
  expect(states(office)).toEqual(['one: sending', 'two: waiting', 'three: waiting']);
  await settle();
  expect(texts()).toEqual(['one', 'two', 'three']);
  expect(states(office)).toEqual(['one: sent', 'two: sent', 'three: sent']);
});

test('what the network swallows is sent again by itself, before what was written after it', async () => {
  const { deliver, texts, take } = server();
  const office = open(deliver);
  take(() => 'lost on the way');
  office.write('one');
  office.write('two');
  await settle();
  expect(states(office)).toEqual(['one: waiting', 'two: waiting']);
  take(() => 'through');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(texts()).toEqual(['one', 'two']);
});

test('it waits longer each time, and not at all once the network is back', async () => {
  const { deliver, arrived, take } = server();
  let tries = 0;
  take(() => {
    tries++;
    return 'lost on the way';
  });
  const office = open(deliver);
  office.write('one');
  await jest.advanceTimersByTimeAsync(7_000);
  expect(tries).toBe(4);
  take(() => 'through');
  office.wake();
  await settle();
  expect(arrived).toHaveLength(1);
});

test('a server that asks for patience gets it', async () => {
  const { deliver, texts, take } = server();
  take(() => ({ passes: true, retryAfterSeconds: 9 }));
  const office = open(deliver);
  office.write('one');
  await settle();
  take(() => 'through');
  await jest.advanceTimersByTimeAsync(8_900);
  expect(texts()).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(texts()).toEqual(['one']);
});

test('an answer that is lost writes no second message', async () => {
  const { deliver, texts, arrived, take } = server();
  take(() => 'answer lost');
  const office = open(deliver);
  office.write('one');
  await settle();
  take(() => 'through');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(arrived).toHaveLength(2);
  expect(texts()).toEqual(['one']);
});

test('what the chat shows before it was answered is on its way no more, and is not sent again', async () => {
  const { deliver, arrived, ids, take } = server();
  take(() => 'answer lost');
  const office = open(deliver);
  office.write('one');
  await settle();
  office.heard(ids());
  expect(states(office)).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(arrived).toHaveLength(1);
});

test('a reload in the middle sends what was not sent, once, and under the same ids', async () => {
  const store = tab();
  const { deliver, texts, take } = server();
  take(({ text }) => (text === 'one' ? 'answer lost' : 'lost on the way'));
  const before = open(deliver, store);
  before.write('one');
  before.write('two');
  await settle();
  const after = open(deliver, store);
  expect(after.outbox.map(({ text }) => text)).toEqual(['one', 'two']);
  take(() => 'through');
  after.wake();
  before.wake();
  await settle();
  expect(texts()).toEqual(['one', 'two']);
  expect(store.kept.size).toBe(0);
});

test('a tab that was copied sends nothing twice', async () => {
  const store = tab();
  const { deliver, texts, take } = server();
  take(() => 'lost on the way');
  const first = open(deliver, store);
  first.write('one');
  await settle();
  const copy = open(deliver, Object.assign(tab(), { getItem: store.getItem }));
  take(() => 'through');
  first.wake();
  copy.wake();
  await settle();
  expect(texts()).toEqual(['one']);
});

test('one that is refused says why, holds up nobody, and goes when its writer says so', async () => {
  const { deliver, texts, take } = server();
  take(({ text }) =>
    text === 'bad' ? { passes: false, problem: 'The message contains no text.' } : 'through',
  );
  const store = tab();
  const office = open(deliver, store);
  office.write('bad');
  office.write('good');
  await settle();
  expect(texts()).toEqual(['good']);
  const [bad] = open(deliver, store).outbox;
  expect([bad?.state, bad?.problem]).toEqual(['refused', 'The message contains no text.']);
  office.drop(bad?.clientId ?? '');
  expect(states(office)).toEqual(['good: sent']);
  expect(store.kept.size).toBe(0);
});

test('who must sign in first keeps the message until then', async () => {
  const { deliver, texts, take } = server();
  take(() => ({ passes: 'signed in' }));
  const office = open(deliver);
  office.write('one');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(states(office)).toEqual(['one: waiting']);
  take(() => 'through');
  office.wake();
  await settle();
  expect(texts()).toEqual(['one']);
});

test('a browser that keeps nothing still sends', async () => {
  const { deliver, texts } = server();
  const office = new PostOffice({
    deliver,
    store: () => {
      throw new DOMException('no', 'SecurityError');
    },
    key: 'outbox',
  });
  office.write('one');
  await settle();
  expect(texts()).toEqual(['one']);
});

test.each(['no json', '{"a":1}', '[1,{"clientId":1},null]'])(
  'what is kept and is no outbox (%s) is none',
  (text) => {
    const store = tab();
    store.setItem('outbox', text);
    expect(open(server().deliver, store).outbox).toEqual([]);
  },
);
