/** What a page sees of its data while parts of the product come and go. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { parse } from 'graphql';
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
      message: 'A part cannot be reached.',
      extensions: { code: 'UNAVAILABLE', part: 'lending', retryAfterSeconds: 2 },
    },
  ],
} as unknown as Answer;
const up: Answer = { data: { now: '2026', name: 'Ada' } };

/** A server that gives these answers, one after the other, then the last for ever. */
function serve(...answers: Answer[]) {
  let asked = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        const answer = answers[Math.min(asked++, answers.length - 1)] as Answer;
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
  return { asked: () => asked, client };
}

function Page() {
  const { data, loading, problem } = usePageQuery(document, {});
  return (
    <p>
      {loading ? 'loading' : (data?.name ?? 'nobody')} {problem?.code} {problem?.service}
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

test('what a part could not answer is said, the rest is shown, and it is asked again by itself', async () => {
  const server = serve(down, down, up);
  expect(shown()).toBe('loading');
  await after(10);
  expect(shown()).toBe('nobody UNAVAILABLE lending');
  await after(2_005);
  // It is being asked again: the words stay.
  expect(shown()).toBe('nobody UNAVAILABLE lending');
  await after(3_100);
  expect(shown()).toBe('Ada');
  await after(120_000);
  expect(server.asked()).toBe(3);
});

test('a network that is gone is a problem that passes', async () => {
  serve(new TypeError('Failed to fetch'), up);
  await after(10);
  expect(shown()).toBe('nobody OFFLINE');
  await after(3_100);
  expect(shown()).toBe('Ada');
});

test('the network that comes back is used at once', async () => {
  serve(new TypeError('Failed to fetch'), up);
  await after(10);
  window.dispatchEvent(new Event('online'));
  await after(20);
  expect(shown()).toBe('Ada');
});

test('what is refused for good is not asked again', async () => {
  const server = serve({
    data: { now: null, name: null },
    errors: [{ message: 'No.', extensions: { code: 'NOT_FOUND' } }],
  } as unknown as Answer);
  await after(60_000);
  expect(shown()).toBe('nobody NOT_FOUND');
  expect(server.asked()).toBe(1);
});

test('what was refused is said for as long as it is so, also when something else of the page changes', async () => {
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
  expect(shown()).toBe('nobody NOT_FOUND');
});

test('what was read of one thing is never shown where another is wanted', async () => {
  const one = withFragments<{ name: string }, { id: string }>(
    parse('query One($id: ID!) { name(id: $id) }').definitions[0],
    [],
  );
  const client = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() });
  for (const id of ['a', 'b'])
    client.writeQuery({ query: one, variables: { id }, data: { name: `name of ${id}` } });
  const seen: string[] = [];
  function One({ id }: { id: string }) {
    const { data } = usePageQuery(one, { id });
    if (data) seen.push(`${id}: ${data.name}`);
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
  expect(new Set(seen)).toEqual(new Set(['a: name of a', 'b: name of b']));
});
