/** An answer that was overtaken by what came live puts nothing old in its place. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { parse } from 'graphql';
import { createStaleReadGuard } from './stale-read-guard.ts';

const list = parse('query List { notificationCenter { id notifications { id read } } }');
const watch = parse('subscription Watch { notificationsChanged { id notifications { id read } } }');
const countOnly = parse('query Count { notificationCenter { id unread } }');

const notificationCenter = (read: boolean, ...ids: string[]) => ({
  __typename: 'NotificationCenter',
  id: 'a1',
  unread: ids.length,
  notifications: ids.map((id) => ({ __typename: 'Notification', id, read })),
});

/** A server whose answers wait until they are let go, and that tells live what it is made to. */
function open() {
  const { live, calls } = createStaleReadGuard();
  const waiting: ((notificationCenter: object) => void)[] = [];
  let asked = 0;
  let ring: (told: object) => void = () => {};
  const server = new ApolloLink(({ operationType }) =>
    operationType === 'subscription'
      ? new Observable((observer) => {
          ring = (told) => observer.next({ data: { notificationsChanged: told } });
        })
      : new Observable((observer) => {
          asked++;
          waiting.push((found) => {
            observer.next({ data: { notificationCenter: found } });
            observer.complete();
          });
        }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    live.concat(server),
    calls.concat(server),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  client.subscribe({ query: watch }).subscribe(() => {});
  return {
    read: (query = list) => client.query({ query, fetchPolicy: 'network-only' }),
    ring: (told: object) => ring(told),
    answer: async (found: object) => {
      await waitFor(() => expect(waiting).toHaveLength(1));
      waiting.shift()?.(found);
    },
    asked: () => asked,
    shown: () =>
      client.readQuery<{ notificationCenter: ReturnType<typeof notificationCenter> }>({
        query: list,
      })?.notificationCenter,
  };
}

test('an answer that lacks what came live meanwhile is asked for again, and what came stays', async () => {
  const { read, ring, answer, asked, shown } = open();
  const reading = read();
  await waitFor(() => expect(asked()).toBe(1));
  ring(notificationCenter(false, 'n2', 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await answer(notificationCenter(false, 'n3', 'n2', 'n1'));
  await reading;
  expect(asked()).toBe(2);
  expect(shown()?.notifications.map(({ id }) => id)).toEqual(['n3', 'n2', 'n1']);
});

test('a field of a record that was told otherwise is old too', async () => {
  const { read, ring, answer, asked, shown } = open();
  const reading = read();
  await waitFor(() => expect(asked()).toBe(1));
  ring(notificationCenter(true, 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await answer(notificationCenter(true, 'n1'));
  await reading;
  expect(shown()?.notifications[0]?.read).toBe(true);
});

test('a list that was told not to be empty any more is old while it is', async () => {
  const { read, ring, answer, asked } = open();
  const may = (...actions: string[]) => ({ __typename: 'NotificationCenter', id: 'a1', actions });
  const reading = read(parse('query May { notificationCenter { id actions } }'));
  await waitFor(() => expect(asked()).toBe(1));
  ring({ ...notificationCenter(true, 'n1'), ...may('FINALIZE') });
  await answer(may());
  await answer(may('FINALIZE'));
  await reading;
  expect(asked()).toBe(2);
});

test('what says the same, was told before, or is about other fields is asked for once', async () => {
  const { read, ring, answer, asked } = open();
  ring(notificationCenter(false, 'n9'));
  const first = read();
  await waitFor(() => expect(asked()).toBe(1));
  ring(notificationCenter(false, 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await first;
  const second = read();
  await answer(notificationCenter(false, 'n2'));
  await second;
  expect(asked()).toBe(2);
  const third = read(countOnly);
  await waitFor(() => expect(asked()).toBe(3));
  const { unread: _, ...others } = notificationCenter(true, 'n5');
  ring(others);
  await answer({ __typename: 'NotificationCenter', id: 'a1', unread: 4 });
  await third;
  expect(asked()).toBe(3);
});

test('what changes faster than it can be read is shown after three answers', async () => {
  const { read, ring, answer, asked, shown } = open();
  const reading = read();
  for (const id of ['n1', 'n2', 'n3']) {
    await waitFor(() => expect(asked()).toBe(Number(id.slice(1))));
    ring(notificationCenter(false, id));
    await answer(notificationCenter(false, `${id}-old`));
  }
  await reading;
  expect(asked()).toBe(3);
  expect(shown()?.notifications[0]?.id).toBe('n3-old');
});
