/** A subscription that ends early starts again, and the page reads what it missed. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { parse } from 'graphql';
import { useLiveUpdates } from './use-live-updates.ts';
import { usePageQuery } from './use-page-query.ts';
import { withFragments } from './with-fragments.ts';

type NoVariables = Record<string, never>;
const query = withFragments<{ name: string }, NoVariables>(
  parse('query Page { name }').definitions[0],
  [],
);
const subscriptions = ['One', 'Other'].map((name) =>
  withFragments<{ changed: string }, NoVariables>(
    parse(`subscription ${name} { changed }`).definitions[0],
    [],
  ),
);

const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function Subscription({ document }: { document: (typeof subscriptions)[number] }) {
  useLiveUpdates(document, { variables: {} });
  return null;
}

/** Renders a page with two subscriptions. */
function renderPage() {
  const server = { name: 'former', reads: 0, subscribed: 0, end: () => {} };
  const watchers = new Set<() => void>();
  server.end = () => {
    for (const end of [...watchers]) end();
  };
  const link = new ApolloLink(
    ({ operationType }) =>
      new Observable((observer) => {
        if (operationType === 'subscription') {
          server.subscribed++;
          const end = () => observer.error(new Error('The service is down.'));
          watchers.add(end);
          return () => watchers.delete(end);
        }
        server.reads++;
        observer.next({ data: { name: server.name } });
        observer.complete();
      }),
  );
  function Page() {
    const { data } = usePageQuery(query, {});
    return (
      <>
        <p>{data?.name ?? 'none'}</p>
        {subscriptions.map((document, index) => (
          <Subscription key={String(index)} document={document} />
        ))}
      </>
    );
  }
  render(
    <ApolloProvider client={new ApolloClient({ link, cache: new InMemoryCache() })}>
      <Page />
    </ApolloProvider>,
  );
  return server;
}

test('a change while a subscription was down is shown after it starts again, by one read for all', async () => {
  const server = renderPage();
  await after(10);
  expect([server.subscribed, server.reads]).toEqual([2, 1]);
  act(() => server.end());
  server.name = 'present';
  await after(3_900);
  expect([server.subscribed, server.reads]).toEqual([2, 1]);
  await after(1_200);
  expect([server.subscribed, server.reads]).toEqual([4, 2]);
  expect(screen.getByText('present')).toBeVisible();
});

test('while a service is down the attempts become rarer, and a lasting subscription resets the delay', async () => {
  const server = renderPage();
  await after(10);
  const attemptAfter = async (ms: number) => {
    const { subscribed } = server;
    act(() => server.end());
    await after(ms - 100);
    expect(server.subscribed).toBe(subscribed);
    await after(200);
    expect(server.subscribed).toBe(subscribed + 2);
  };
  for (const ms of [4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) await attemptAfter(ms);
  await after(60_000);
  await attemptAfter(4_000);
});
