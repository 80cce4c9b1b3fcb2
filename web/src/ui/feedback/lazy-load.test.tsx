/** Code that is fetched later: what stands on the page stays while it cannot be fetched, and it comes when the network is back. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { dismissBanner, getBanner } from './banner.ts';
import { lazyComponent } from './lazy-load.ts';

const before = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = before;
  dismissBanner(getBanner()?.id ?? 0);
});

/** A network that is away until it is said to be back; a part that it is asked for fails meanwhile. */
function network() {
  let away = true;
  globalThis.fetch = jest.fn(async () => {
    if (away) throw new TypeError('Failed to fetch');
    return new Response();
  }) as typeof fetch;
  return {
    fetchPart: async () => {
      if (away) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>What happened so far</p>;
    },
    comeBack: () => {
      away = false;
      window.dispatchEvent(new Event('online'));
    },
  };
}

const show = (fetchPart: Parameters<typeof lazyComponent>[0]) => {
  const Part = lazyComponent(fetchPart);
  return act(async () =>
    render(
      <>
        <p>The loan</p>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </>,
    ),
  );
};

test('without a network the page stays and says so, and the part comes when the network is back', async () => {
  const { fetchPart, comeBack } = network();
  await show(fetchPart);
  expect(screen.getByText('The loan')).toBeInTheDocument();
  expect(getBanner()).toMatchObject({ tone: 'red' });
  expect(screen.queryByText('What happened so far')).toBeNull();
  comeBack();
  expect(await screen.findByText('What happened so far')).toBeInTheDocument();
});

test('a part that the network brings is not waited for, and nothing is said', async () => {
  const { fetchPart, comeBack } = network();
  comeBack();
  await show(fetchPart);
  expect(screen.getByText('What happened so far')).toBeInTheDocument();
  expect(getBanner()).toBeUndefined();
});
