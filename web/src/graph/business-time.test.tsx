/** Business time follows the server's live reply and ignores the cached one. */

import { ApolloProvider } from '@apollo/client/react';
import { afterEach, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { parse } from 'graphql';
import { useNow } from './business-time.ts';
import { currentClient } from './client.ts';
import { usePageQuery } from './use-page-query.ts';
import { withFragments } from './with-fragments.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

afterEach(() => void jest.useRealTimers());

const document = withFragments<{ now: string }, Record<string, never>>(
  parse('query Now { now }').definitions[0],
  [],
);

function Page() {
  const { data } = usePageQuery(document, {});
  const now = useNow();
  return <p>{data === undefined ? 'Reading' : now.toISOString()}</p>;
}

const open = () =>
  render(
    <ApolloProvider client={currentClient()}>
      <Page />
    </ApolloProvider>,
  );

test('reopening a page an hour later does not set business time back by an hour', async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00.000Z') });
  const serverNow = () => new Date(Date.now() + 10 * dayMs).toISOString();
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ data: { now: serverNow() } }));
  const { unmount } = open();
  await screen.findByText(/^2026-12-02T10:00:00/);
  unmount();

  jest.setSystemTime(Date.now() + hourMs);
  fetched.mockImplementation(() => new Promise(() => {}));
  open();
  await screen.findByText(/^2026-12-02T11:00:00/);
});
