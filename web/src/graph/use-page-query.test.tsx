/** What a page shows while services go down and come back. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { parse } from 'graphql';
import { refetchQueries } from './refetch-query.ts';
import { usePageQuery } from './use-page-query.ts';
import { withFragments } from './with-fragments.ts';

type Answer = ApolloLink.Result | Error;
const document = withFragments<{ now: string | null; name: string | null }, Record<string, never>>(
  parse('query Page { now name }').definitions[0],
  [],
);
const down: Answer = {
  data: { now: '2026', name: null },
  errors: [
    {
      message: 'A service cannot be reached.',
      extensions: { code: 'UNAVAILABLE', service: 'lending', retryAfterSeconds: 2 },
    },
  ],
} as unknown as Answer;
const up: Answer = { data: { now: '2026', name: 'Ada' } };

/** A server that gives these replies in order, then repeats the last one. */
function serve(...answers: Answer[]) {
  let requests = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        const answer = answers[Math.min(requests++, answers.length - 1)] as Answer;
        setTimeout(() => {
          if (answer instanceof Error) return observer.error(answer);
          observer.next(answer);
          observer.complete();
        }, 10);
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  render(
    <ApolloProvider client={client}>
      <Page />
    </ApolloProvider>,
  );
  return { requests: () => requests, client };
}

function Page() {
  const { data, loading, problem } = usePageQuery(document, {});
  return (
    <p>
      {loading ? 'loading' : (data?.name ?? 'none')} {problem?.code} {problem?.service}
    </p>
  );
}

const shown = () => screen.getByText(/./).textContent?.trim();
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a failing service is reported, the rest is shown, and the query retries automatically', async () => {
  const server = serve(down, down, up);
  expect(shown()).toBe('loading');
  await after(10);
  expect(shown()).toBe('none UNAVAILABLE lending');
  await after(2_005);
  // The message stays during the retry.
  expect(shown()).toBe('none UNAVAILABLE lending');
  await after(3_100);
  expect(shown()).toBe('Ada');
  await after(120_000);
  expect(server.requests()).toBe(3);
});

test('a lost network is a transient problem', async () => {
  serve(new TypeError('Failed to fetch'), up);
  await after(10);
  expect(shown()).toBe('none OFFLINE');
  await after(3_100);
  expect(shown()).toBe('Ada');
});

test('what is shown stays while a refetch fails as a whole, and during its retries', async () => {
  const { client } = serve(
    up,
    new TypeError('Failed to fetch'),
    new TypeError('Failed to fetch'),
    up,
  );
  await after(20);
  expect(shown()).toBe('Ada');
  void refetchQueries(client, 'active');
  await after(20);
  expect(shown()).toBe('Ada OFFLINE');
  await after(3_000);
  expect(shown()).toBe('Ada OFFLINE');
  await after(10_000);
  expect(shown()).toBe('Ada');
});

test('the query retries as soon as the network is back', async () => {
  serve(new TypeError('Failed to fetch'), up);
  await after(10);
  window.dispatchEvent(new Event('online'));
  await after(20);
  expect(shown()).toBe('Ada');
});

test('a permanent error is not retried', async () => {
  const server = serve({
    data: { now: null, name: null },
    errors: [{ message: 'No.', extensions: { code: 'NOT_FOUND' } }],
  } as unknown as Answer);
  await after(60_000);
  expect(shown()).toBe('none NOT_FOUND');
  expect(server.requests()).toBe(1);
});

test('a change during a request is read by another request, also by a refetch by name', async () => {
  let name = 'former';
  let requests = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        requests++;
        const answer = { data: { now: '2026', name } };
        setTimeout(() => {
          observer.next(answer);
          observer.complete();
        }, 1_000);
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  let changed = () => {};
  function Reader() {
    const { data, retry } = usePageQuery(document, {});
    changed = retry;
    return <p>{data?.name ?? 'none'}</p>;
  }
  render(
    <ApolloProvider client={client}>
      <Reader />
    </ApolloProvider>,
  );
  await after(1_000);
  expect(shown()).toBe('former');
  act(() => changed());
  await after(500);
  // The server has answered the request above before this change.
  name = 'present';
  act(() => {
    changed();
    changed();
  });
  await after(3_000);
  expect(shown()).toBe('present');
  expect(requests).toBe(3);
  act(() => changed());
  await after(500);
  name = 'newest';
  await act(async () => void refetchQueries(client, ['Page']));
  await after(2_000);
  expect(shown()).toBe('newest');
});

test('an error stays on screen when other cached data of the page changes', async () => {
  const { client } = serve({
    data: { now: '2026', name: null },
    errors: [{ message: 'No.', extensions: { code: 'NOT_FOUND' } }],
  } as unknown as Answer);
  await after(10);
  const other = parse('query Other { now }');
  await act(async () => {
    client.writeQuery({ query: other, data: { now: '2027' } });
  });
  await after(50);
  expect(shown()).toBe('none NOT_FOUND');
});

test('data of one id is never shown for another', async () => {
  const one = withFragments<{ name: string }, { id: string }>(
    parse('query One($id: ID!) { name(id: $id) }').definitions[0],
    [],
  );
  const client = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() });
  for (const id of ['a', 'b'])
    client.writeQuery({ query: one, variables: { id }, data: { name: `name of ${id}` } });
  const rendered: string[] = [];
  function One({ id }: { id: string }) {
    const { data } = usePageQuery(one, { id });
    if (data) rendered.push(`${id}: ${data.name}`);
    return null;
  }
  const at = (id: string) => (
    <ApolloProvider client={client}>
      <One id={id} />
    </ApolloProvider>
  );
  const { rerender } = render(at('a'));
  await after(0);
  rerender(at('b'));
  await after(0);
  expect(new Set(rendered)).toEqual(new Set(['a: name of a', 'b: name of b']));
});
