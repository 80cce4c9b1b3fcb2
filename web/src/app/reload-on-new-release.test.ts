/** When a page gives itself up for a new release, and when it does not. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { reloadOnNewRelease } from './reload-on-new-release.ts';

const page = (entry: string) =>
  `<html><script>theme()</script><script type="module" crossorigin src="${entry}"></script></html>`;
let fetched: jest.SpiedFunction<typeof fetch>;
const opened = jest.fn<(path: string) => void>();
let end: () => void;

const serve = (entry: string) => fetched.mockImplementation(async () => new Response(page(entry)));
/** As the builder's code tells it. */
const fileIsGone = () => window.dispatchEvent(new Event('vite:preloadError'));
async function looked(times: number): Promise<void> {
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(times));
  await new Promise((next) => setTimeout(next));
}

beforeEach(() => {
  fetched = jest.spyOn(globalThis, 'fetch');
  opened.mockReset();
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  // Each test is a page of its own that is not being replaced.
  end = reloadOnNewRelease({ destination: () => '/app/lend', open: opened });
});
afterEach(() => end());

test('where the page is still the same, a file that is gone is no reason to reload', async () => {
  serve('/assets/index-old.js');
  fileIsGone();
  await looked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('offline it stays, and looks again the next time', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  fileIsGone();
  await looked(1);
  fileIsGone();
  await looked(2);
  expect(opened).not.toHaveBeenCalled();
});

test('a server that is just failing is no new release', async () => {
  fetched.mockImplementation(async () => new Response(page('/assets/x.js'), { status: 503 }));
  fileIsGone();
  await looked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('a release that was left once is not left again, however servers take turns', async () => {
  sessionStorage.setItem('left-releases', '["/assets/index-old.js","/assets/index-new.js"]');
  serve('/assets/index-new.js');
  fileIsGone();
  await looked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('a storage that holds nonsense keeps it where it is', async () => {
  sessionStorage.setItem('left-releases', '{');
  serve('/assets/index-new.js');
  fileIsGone();
  await looked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('a new release is taken at the reader’s destination, once for all files that are gone', async () => {
  serve('/assets/index-new.js');
  fileIsGone();
  fileIsGone();
  await looked(1);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(opened).toHaveBeenCalledWith('/app/lend');
  expect(sessionStorage.getItem('left-releases')).toBe('["/assets/index-old.js"]');
});
