/** When a page reloads into a new release, and when it does not. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { reloadOnNewRelease } from './reload-on-new-release.ts';

const page = (entry: string) =>
  `<html><script>theme()</script><script type="module" crossorigin src="${entry}"></script></html>`;
let fetched: jest.SpiedFunction<typeof fetch>;
const opened = jest.fn<(path: string) => void>();
let end: () => void;

const serve = (entry: string) => fetched.mockImplementation(async () => new Response(page(entry)));
/** The event that Vite's runtime dispatches. */
const reportMissingFile = () => window.dispatchEvent(new Event('vite:preloadError'));
async function releaseChecked(times: number): Promise<void> {
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(times));
  await new Promise((next) => setTimeout(next));
}

beforeEach(() => {
  fetched = jest.spyOn(globalThis, 'fetch');
  opened.mockReset();
  sessionStorage.clear();
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  // Each test starts with a freshly loaded page.
  end = reloadOnNewRelease({ destination: () => '/app/lend', open: opened });
});
afterEach(() => end());

test('without a new release a missing file does not reload the page', async () => {
  serve('/assets/index-old.js');
  reportMissingFile();
  await releaseChecked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('offline it stays, and checks again next time', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  reportMissingFile();
  await releaseChecked(1);
  reportMissingFile();
  await releaseChecked(2);
  expect(opened).not.toHaveBeenCalled();
});

test('a server error is not a new release', async () => {
  fetched.mockImplementation(async () => new Response(page('/assets/x.js'), { status: 503 }));
  reportMissingFile();
  await releaseChecked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('a release that was left once is not left again, even if two servers alternate', async () => {
  sessionStorage.setItem('left-releases', '["/assets/index-old.js","/assets/index-new.js"]');
  serve('/assets/index-new.js');
  reportMissingFile();
  await releaseChecked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('corrupt storage prevents a reload', async () => {
  sessionStorage.setItem('left-releases', '{');
  serve('/assets/index-new.js');
  reportMissingFile();
  await releaseChecked(1);
  expect(opened).not.toHaveBeenCalled();
});

test('a new release opens at the user’s destination, once for all missing files', async () => {
  serve('/assets/index-new.js');
  reportMissingFile();
  reportMissingFile();
  await releaseChecked(1);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(opened).toHaveBeenCalledWith('/app/lend');
  expect(sessionStorage.getItem('left-releases')).toBe('["/assets/index-old.js"]');
});
