/** What a page says while the server cannot be reached, and right after: the band says it, and no box repeats it. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { parse } from 'graphql';
import { Outage } from '../ui/feedback/outage.tsx';
import { waitForServer } from '../ui/feedback/reachability.ts';
import { PageProblem } from './page-problem.tsx';
import { usePageQuery } from './use-page-query.ts';
import { withFragments } from './with-fragments.ts';

type Network = 'up' | 'down' | 'hanging' | 'only files';

const document = withFragments<{ name: string }, Record<string, never>>(
  parse('query Page { name }').definitions[0],
  [],
);
const originalFetch = globalThis.fetch;
let network: Network;

/** Like the client's link: a request without a response reports it. */
const link = new ApolloLink(
  () =>
    new Observable((observer) => {
      const works = network === 'up';
      setTimeout(() => {
        if (works) {
          observer.next({ data: { name: 'Ada' } });
          return observer.complete();
        }
        observer.error(new TypeError('Failed to fetch'));
        void waitForServer();
      }, 10);
    }),
);

/** The request that finds out whether the server answers. */
function ask(_: unknown, { signal }: RequestInit = {}): Promise<Response> {
  if (network === 'up' || network === 'only files') return Promise.resolve({} as Response);
  if (network === 'down') return Promise.reject(new TypeError('Failed to fetch'));
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

function Page() {
  const { data, problem, retry } = usePageQuery(document, {});
  return (
    <>
      <p>{data?.name}</p>
      <PageProblem problem={problem} onTryAgain={retry} />
      <Outage className="" />
    </>
  );
}

const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const band = () => screen.queryByText('Nameloan can’t be reached. Retrying automatically.');
const box = () => screen.queryByText('Nameloan can’t be reached. Try again in a moment.');

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.fetch = ask as never;
  // Fake timers do not include this one.
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  network = 'down';
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  render(
    <ApolloProvider client={client}>
      <Page />
    </ApolloProvider>,
  );
});
afterEach(async () => {
  network = 'up';
  await after(60_000);
  jest.useRealTimers();
  globalThis.fetch = originalFetch;
});

/** Passes the time in steps shorter than a request, and returns what was seen on the way. */
async function watch(ms: number): Promise<{ band: boolean; box: boolean }[]> {
  const seen = [];
  for (let passed = 0; passed < ms; passed += 5) {
    await after(5);
    seen.push({ band: band() !== null, box: box() !== null });
  }
  return seen;
}

test('once a long outage ends the page is read at once, and no box takes the place of the band', async () => {
  // By now the query waits half a minute between its attempts.
  await after(150_000);
  expect(band()).toBeVisible();
  network = 'up';
  const seen = await watch(2_100);
  expect(seen.filter((one) => one.box)).toEqual([]);
  expect(band()).toBeNull();
  expect(screen.getByText('Ada')).toBeVisible();
});

test('a query that still fails after the outage says so', async () => {
  await after(150_000);
  network = 'only files';
  await after(2_100);
  expect(band()).toBeNull();
  expect(box()).toBeVisible();
});

test('a network that never answers counts as an outage after five seconds', async () => {
  network = 'hanging';
  await after(4_900);
  expect(band()).toBeNull();
  await after(200);
  expect(band()).toBeVisible();
});
