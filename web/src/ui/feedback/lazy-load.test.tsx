/** Lazy loading: the page stays as it is while a chunk cannot be loaded, and the chunk loads once the network is back. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Banners } from './banners.tsx';
import { lazyComponent } from './lazy-load.ts';

const before = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = before;
});

/** A network that is down, and fails chunk requests, until `comeBack` is called. */
function network() {
  let down = true;
  globalThis.fetch = jest.fn(async () => {
    if (down) throw new TypeError('Failed to fetch');
    return new Response();
  }) as typeof fetch;
  return {
    loadChunk: async () => {
      if (down) throw new TypeError('Failed to fetch dynamically imported module');
      return () => <p>What happened so far</p>;
    },
    comeBack: () => {
      down = false;
      window.dispatchEvent(new Event('online'));
    },
  };
}

const show = (loadChunk: Parameters<typeof lazyComponent>[0]) => {
  const Chunk = lazyComponent(loadChunk);
  return act(async () =>
    render(
      <>
        <Banners />
        <p>The loan</p>
        <Suspense fallback={null}>
          <Chunk />
        </Suspense>
      </>,
    ),
  );
};

const band = 'Nameloan can’t be reached. Retrying automatically.';

test('without a network the page stays and says so once, and the chunk loads when the network is back', async () => {
  const { loadChunk, comeBack } = network();
  await show(loadChunk);
  expect(screen.getByText('The loan')).toBeInTheDocument();
  expect(screen.getByText(band)).toBeVisible();
  expect(document.body).not.toHaveTextContent(/connection/);
  expect(screen.queryByText('What happened so far')).toBeNull();
  comeBack();
  expect(await screen.findByText('What happened so far')).toBeInTheDocument();
  expect(screen.queryByText(band)).toBeNull();
});

test('with a network the chunk loads at once, without a message', async () => {
  const { loadChunk, comeBack } = network();
  comeBack();
  await show(loadChunk);
  expect(screen.getByText('What happened so far')).toBeInTheDocument();
  expect(screen.queryByText(band)).toBeNull();
});
