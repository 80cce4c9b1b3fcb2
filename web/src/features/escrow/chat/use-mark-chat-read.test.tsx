/** A chat's notification is marked as read while the chat is on screen, and only then. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, expect, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { parse } from 'graphql';
import { useMarkChatRead } from './use-mark-chat-read.ts';

const OriginalObserver = globalThis.IntersectionObserver;
afterEach(() => {
  globalThis.IntersectionObserver = OriginalObserver;
  Reflect.deleteProperty(document, 'visibilityState');
});

const notification = { id: 'n1', read: false, kind: 'MESSAGE', about: 'e1', createdAt: '1' };
const toNotification = ({ about, ...more }: typeof notification) => ({
  __typename: 'Notification',
  ...more,
  subject: { __typename: 'NotificationSubject', type: 'ESCROW', id: about },
});

/** Opens the chat of loan e1 and simulates its reader. */
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
  let items: (typeof notification)[] = [];
  // The counts that the top bar reads.
  const writeCounts = () =>
    cache.writeQuery({
      query: parse(
        'query C { notificationCenter { id unreadCounts { id alerts notifications } } }',
      ),
      data: {
        notificationCenter: {
          __typename: 'NotificationCenter',
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
  writeCounts();
  const subscriptions = new Set<() => void>();
  const link = new ApolloLink(({ variables: { id }, operationType }) => {
    if (operationType === 'subscription')
      return new Observable((observer) => {
        const push = () => {
          const notifications = items.map(toNotification);
          observer.next({
            data: {
              notificationsChanged: { __typename: 'NotificationCenter', id: 'a1', notifications },
            },
          });
        };
        subscriptions.add(push);
        queueMicrotask(push);
        return () => subscriptions.delete(push);
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
  const Chat = () => <div ref={useMarkChatRead('e1', loaded)} />;
  await act(async () =>
    render(
      <ApolloProvider client={new ApolloClient({ link, cache })}>
        <Chat />
      </ApolloProvider>,
    ),
  );
  const notify = async (...now: (typeof notification)[]) => {
    items = now;
    await turns(() => {
      writeCounts();
      for (const push of subscriptions) push();
    });
  };
  // Subscriptions start, and the client notifies, in later turns of the event loop.
  const turns = async (what: () => void) => {
    await act(async () => what());
    for (let turn = 0; turn < 4; turn++) await act(() => new Promise((done) => setTimeout(done)));
  };
  return { see: (at: boolean) => turns(() => see(at)), notify, marked, subscriptions };
}

test('a notification of a chat whose end is on screen is marked as read, each time it arrives', async () => {
  const { see, notify, marked } = await open();
  await notify(notification);
  expect(marked).toEqual([]);
  await see(true);
  expect(marked).toEqual(['n1']);
  await notify({ ...notification, createdAt: '2' });
  expect(marked).toEqual(['n1', 'n1']);
});

test('notifications of another loan, of another kind, and read ones stay as they are', async () => {
  const { see, notify, marked } = await open();
  await see(true);
  await notify({ ...notification, about: 'e2' }, { ...notification, id: 'n2', kind: 'DUE' });
  await notify({ ...notification, read: true });
  expect(marked).toEqual([]);
});

test('a chat that is scrolled away, in a hidden tab, or not loaded yet is not read', async () => {
  const { see, notify, marked } = await open();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await notify(notification);
  await see(true);
  expect(marked).toEqual([]);
  await see(false);
  Reflect.deleteProperty(document, 'visibilityState');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(marked).toEqual([]);
  await see(true);
  expect(marked).toEqual(['n1']);
  const early = await open(false);
  await early.notify(notification);
  await early.see(true);
  expect(early.marked).toEqual([]);
});

test('the list of notifications is not read for a chat with nothing unread, or off screen', async () => {
  const { see, notify, subscriptions } = await open();
  await see(true);
  await notify({ ...notification, read: true });
  expect(subscriptions.size).toBe(0);
  await notify(notification);
  expect(subscriptions.size).toBe(1);
  await see(false);
  expect(subscriptions.size).toBe(0);
});
