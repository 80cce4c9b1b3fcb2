/** The payment window: opened on click, navigated later, without access to the opener. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { openPaymentWindow } from './payment-window.ts';

const realOpen = window.open;
afterEach(() => {
  window.open = realOpen;
});

function opens(opened: unknown) {
  window.open = jest.fn(() => opened) as unknown as typeof window.open;
}

function blank() {
  return {
    opener: window as unknown,
    closed: false,
    document: document.implementation.createHTMLDocument(),
    location: { replace: jest.fn() },
    close: jest.fn(),
  };
}

test('it navigates to the provider’s page and has no opener', () => {
  const opened = blank();
  opens(opened);
  expect(openPaymentWindow().navigate('https://pay.example/1')).toBe(true);
  expect(opened.opener).toBeNull();
  expect(opened.location.replace).toHaveBeenCalledWith('https://pay.example/1');
});

test('navigate returns false for a blocked or closed window', () => {
  opens(null);
  const blocked = openPaymentWindow();
  expect(blocked.navigate('https://pay.example/1')).toBe(false);
  expect(() => blocked.close()).not.toThrow();
  const opened = blank();
  opens(opened);
  const closed = openPaymentWindow();
  opened.closed = true;
  expect(closed.navigate('https://pay.example/1')).toBe(false);
  expect(opened.location.replace).not.toHaveBeenCalled();
});
