/** What each test file finds before its first line: matchers for the page, and what the stand-in browser lacks. */

import '@testing-library/jest-dom/jest-globals';
import { jest } from '@jest/globals';
import { installDialogs } from './dialog-polyfill.ts';
import { installLocks } from './lock-polyfill.ts';

// Testing Library looks here for a clock that a test stopped.
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
for (const [name, stand] of Object.entries(missing))
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: stand });

// It is there and only prints that it is not.
globalThis.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
CSS.supports ??= () => true;
installDialogs();
installLocks();
