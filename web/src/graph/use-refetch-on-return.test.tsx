/** A list without live removals is refetched when the user returns to it. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { useRefetchOnReturn } from './use-refetch-on-return.ts';

const read = jest.fn();
afterEach(() => {
  read.mockReset();
  Reflect.deleteProperty(document, 'visibilityState');
});

const List = () => {
  useRefetchOnReturn(read);
  return null;
};
const happens = (where: EventTarget, type: string, visible: boolean) => {
  const visibilityState = { value: visible ? 'visible' : 'hidden', configurable: true };
  Object.defineProperty(document, 'visibilityState', visibilityState);
  act(() => void where.dispatchEvent(new Event(type)));
};

test('returning from another window or tab refetches, leaving does not', () => {
  render(<List />);
  happens(document, 'visibilitychange', false);
  expect(read).not.toHaveBeenCalled();
  happens(document, 'visibilitychange', true);
  expect(read).toHaveBeenCalledTimes(1);
  happens(window, 'focus', true);
  expect(read).toHaveBeenCalledTimes(2);
});

test('an unmounted list is not refetched', () => {
  const { unmount } = render(<List />);
  unmount();
  happens(window, 'focus', true);
  expect(read).not.toHaveBeenCalled();
});
