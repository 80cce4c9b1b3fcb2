/** Runs before each test file: DOM matchers and polyfills for jsdom. */

import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect, jest } from '@jest/globals';
import { installDialogs } from './dialog-polyfill.ts';
import { installLocks } from './lock-polyfill.ts';
import { takeSampleErrors } from './sample-errors.ts';

// Testing Library detects fake timers through this global.
Object.assign(globalThis, { jest });

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

const noMedia = (media: string) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null });

const missing = {
  matchMedia: noMedia,
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
};
for (const [name, polyfill] of Object.entries(missing))
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: polyfill });

// jsdom's version only logs that it is not implemented.
globalThis.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
CSS.supports ??= () => true;
installDialogs();
installLocks();

afterEach(() => {
  expect(takeSampleErrors()).toEqual([]);
});
