/** A chat that is read on screen is read at the bell too, and one that is not seen is not. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, expect, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { parse } from 'graphql';
import { useReadBell } from './use-mark-chat-read.ts';

const NoObserver = globalThis.IntersectionObserver;
afterEach(() => {
  globalThis.IntersectionObserver = NoObserver;
  Reflect.deleteProperty(document, 'visibilityState');
});

const told = { id: 'n1', read: false, kind: 'MESSAGE', about: 'e1', createdAt: '1' };
const entry = ({ about, ...more }: typeof told) => ({
  __typename: 'Notification',
  ...more,
  subject: { __typename: 'NotificationSubject', type: 'ESCROW', id: about },
});

/** The chat of loan e1, and what its reader does. */
async function open(loaded = true) {
  let see: (isIntersecting: boolean) => void = () => {};
  globalThis.IntersectionObserver = class {
    constructor(callback: (seen: { isIntersecting: boolean }[]) => void) {
      see = (isIntersecting) => callback([{ isIntersecting }]);
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  const marked: unknown[] = [];
  const cache = new InMemoryCache();
  let items: (typeof told)[] = [];
  // What the top bar watches.
  const count = () =>
    cache.writeQuery({
      query: parse('query C { bells { id unreadCounts { id alerts notifications } } }'),
      data: {
        bells: {
          __typename: 'Bells',
          id: 'a1',
          unreadCounts: {
            __typename: 'UnreadCounts',
            id: 'a1',
            alerts: 0,
            notifications: items.filter(({ read }) => !read).length,
          },
        },
      },
    });
  count();
  const watches = new Set<() => void>();
  const link = new ApolloLink(({ variables: { id }, operationType }) => {
    if (operationType === 'subscription')
      return new Observable((observer) => {
        const tell = () => {
          const notifications = items.map(entry);
          observer.next({
            data: { bellsChanged: { __typename: 'Bells', id: 'a1', notifications } },
          });
        };
        watches.add(tell);
        queueMicrotask(tell);
        return () => watches.delete(tell);
      });
    marked.push(id);
    const markNotificationRead = { __typename: 'Notification', id, read: true };
    return new Observable((observer) => {
      queueMicrotask(() => {
        observer.next({ data: { markNotificationRead } });
        observer.complete();
      });
    });
  });
  const Chat = () => <div ref={useReadBell('e1', loaded)} />;
  await act(async () =>
    render(
      <ApolloProvider client={new ApolloClient({ link, cache })}>
        <Chat />
      </ApolloProvider>,
    ),
  );
  const rings = async (...now: (typeof told)[]) => {
    items = now;
    await turns(() => {
      count();
      for (const tell of watches) tell();
    });
  };
  // Watches begin, and the client tells, in turns that follow.
  const turns = async (what: () => void) => {
    await act(async () => what());
    for (let turn = 0; turn < 4; turn++) await act(() => new Promise((done) => setTimeout(done)));
  };
  return { see: (at: boolean) => turns(() => see(at)), rings, marked, watches };
}

test('what is told of a chat whose end is on screen is marked, each time that it is told', async () => {
  const { see, rings, marked } = await open();
  await rings(told);
  expect(marked).toEqual([]);
  await see(true);
  expect(marked).toEqual(['n1']);
  await rings({ ...told, createdAt: '2' });
  expect(marked).toEqual(['n1', 'n1']);
});

test('another loan’s, another kind and what is read already stay as they are', async () => {
  const { see, rings, marked } = await open();
  await see(true);
  await rings({ ...told, about: 'e2' }, { ...told, id: 'n2', kind: 'DUE' });
  await rings({ ...told, read: true });
  expect(marked).toEqual([]);
});

test('a chat that is scrolled away, in a tab behind another, or not there yet is not read', async () => {
  const { see, rings, marked } = await open();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await rings(told);
  await see(true);
  expect(marked).toEqual([]);
  await see(false);
  Reflect.deleteProperty(document, 'visibilityState');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(marked).toEqual([]);
  await see(true);
  expect(marked).toEqual(['n1']);
  const early = await open(false);
  await early.rings(told);
  await early.see(true);
  expect(early.marked).toEqual([]);
});

test('what was ever told is not read for a chat with nothing unread, or out of sight', async () => {
  const { see, rings, watches } = await open();
  await see(true);
  await rings({ ...told, read: true });
  expect(watches.size).toBe(0);
  await rings(told);
  expect(watches.size).toBe(1);
  await see(false);
  expect(watches.size).toBe(0);
});
