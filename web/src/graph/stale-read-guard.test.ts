/** A query response that is older than a live update never overwrites it. */

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

/** A server that holds its responses until the test releases them, and pushes live updates on demand. */
function open() {
  const { live, calls } = createStaleReadGuard();
  const waiting: ((notificationCenter: object) => void)[] = [];
  let requests = 0;
  let push: (update: object) => void = () => {};
  const server = new ApolloLink(({ operationType }) =>
    operationType === 'subscription'
      ? new Observable((observer) => {
          push = (update) => observer.next({ data: { notificationsChanged: update } });
        })
      : new Observable((observer) => {
          requests++;
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
    push: (update: object) => push(update),
    answer: async (found: object) => {
      await waitFor(() => expect(waiting).toHaveLength(1));
      waiting.shift()?.(found);
    },
    requests: () => requests,
    shown: () =>
      client.readQuery<{ notificationCenter: ReturnType<typeof notificationCenter> }>({
        query: list,
      })?.notificationCenter,
  };
}

test('a response that lacks a newer live update is fetched again, and the update stays', async () => {
  const { read, push, answer, requests, shown } = open();
  const reading = read();
  await waitFor(() => expect(requests()).toBe(1));
  push(notificationCenter(false, 'n2', 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await answer(notificationCenter(false, 'n3', 'n2', 'n1'));
  await reading;
  expect(requests()).toBe(2);
  expect(shown()?.notifications.map(({ id }) => id)).toEqual(['n3', 'n2', 'n1']);
});

test('a response with an outdated field is fetched again', async () => {
  const { read, push, answer, requests, shown } = open();
  const reading = read();
  await waitFor(() => expect(requests()).toBe(1));
  push(notificationCenter(true, 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await answer(notificationCenter(true, 'n1'));
  await reading;
  expect(shown()?.notifications[0]?.read).toBe(true);
});

test('an empty list is outdated once a live update has filled it', async () => {
  const { read, push, answer, requests } = open();
  const may = (...actions: string[]) => ({ __typename: 'NotificationCenter', id: 'a1', actions });
  const reading = read(parse('query May { notificationCenter { id actions } }'));
  await waitFor(() => expect(requests()).toBe(1));
  push({ ...notificationCenter(true, 'n1'), ...may('FINALIZE') });
  await answer(may());
  await answer(may('FINALIZE'));
  await reading;
  expect(requests()).toBe(2);
});

test('a live update that is equal, earlier or about other fields causes no refetch', async () => {
  const { read, push, answer, requests } = open();
  push(notificationCenter(false, 'n9'));
  const first = read();
  await waitFor(() => expect(requests()).toBe(1));
  push(notificationCenter(false, 'n1'));
  await answer(notificationCenter(false, 'n1'));
  await first;
  const second = read();
  await answer(notificationCenter(false, 'n2'));
  await second;
  expect(requests()).toBe(2);
  const third = read(countOnly);
  await waitFor(() => expect(requests()).toBe(3));
  const { unread: _, ...others } = notificationCenter(true, 'n5');
  push(others);
  await answer({ __typename: 'NotificationCenter', id: 'a1', unread: 4 });
  await third;
  expect(requests()).toBe(3);
});

test('data that changes faster than it can be read is shown after three attempts', async () => {
  const { read, push, answer, requests, shown } = open();
  const reading = read();
  for (const id of ['n1', 'n2', 'n3']) {
    await waitFor(() => expect(requests()).toBe(Number(id.slice(1))));
    push(notificationCenter(false, id));
    await answer(notificationCenter(false, `${id}-old`));
  }
  await reading;
  expect(requests()).toBe(3);
  expect(shown()?.notifications[0]?.id).toBe('n3-old');
});
