/** When a banner appears, waits and disappears. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from '../dialog/dialog.tsx';
import { dismissBanner, getBanner, showBanner } from './banner.ts';
import { Banners } from './banners.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  render(<Banners />);
});

afterEach(() => {
  act(() => {
    const banner = getBanner();
    if (banner) dismissBanner(banner.id);
  });
  jest.useRealTimers();
});

const show = (tone: 'green' | 'red', text: string) => act(() => showBanner(tone, text));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
/** The other one is for an outage. */
const alert = () => screen.getAllByRole('alert')[0];
const card = (text: string) => screen.getByText(text).parentElement as HTMLElement;

test('the live regions exist before any message', () => {
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  for (const region of screen.getAllByRole('alert')) expect(region).toBeEmptyDOMElement();
});

test('success is announced politely, an error immediately', () => {
  show('green', 'Listing created');
  expect(screen.getByRole('status')).toHaveTextContent('Listing created');
  show('red', 'The offer is gone.');
  expect(alert()).toHaveTextContent('The offer is gone.');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('it disappears after 3.5 seconds', () => {
  show('green', 'Offer sent');
  pass(3499);
  expect(screen.getByText('Offer sent')).toBeVisible();
  pass(1);
  expect(screen.queryByText('Offer sent')).toBeNull();
});

test('hovering pauses the countdown', () => {
  show('green', 'Offer sent');
  pass(3000);
  fireEvent.pointerEnter(card('Offer sent'));
  pass(60_000);
  fireEvent.pointerLeave(card('Offer sent'));
  pass(499);
  expect(screen.getByText('Offer sent')).toBeVisible();
  pass(1);
  expect(screen.queryByText('Offer sent')).toBeNull();
});

test('focus inside pauses the countdown, even when the pointer enters and leaves', () => {
  show('red', 'It failed.');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  fireEvent.pointerEnter(card('It failed.'));
  fireEvent.pointerLeave(card('It failed.'));
  pass(60_000);
  expect(screen.getByText('It failed.')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
  pass(3500);
  expect(screen.queryByText('It failed.')).toBeNull();
});

test('a new banner replaces the old one and gets its full time', () => {
  show('green', 'First');
  pass(3000);
  show('green', 'Second');
  expect(screen.queryByText('First')).toBeNull();
  pass(3000);
  expect(screen.getByText('Second')).toBeVisible();
});

test('the same text twice is announced twice, with its full time', () => {
  show('green', 'Profile saved');
  const first = screen.getByText('Profile saved');
  pass(3000);
  show('green', 'Profile saved');
  expect(screen.getByText('Profile saved')).not.toBe(first);
  pass(3000);
  expect(screen.getByText('Profile saved')).toBeVisible();
});

test('dismissing it returns the focus', () => {
  render(<button type="button">Save</button>);
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  show('green', 'Profile saved');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Profile saved')).toBeNull();
  expect(save).toHaveFocus();
});

test('dismissing a replaced banner leaves the new one', () => {
  show('green', 'First');
  const first = getBanner()?.id ?? 0;
  show('green', 'Second');
  act(() => dismissBanner(first));
  expect(screen.getByText('Second')).toBeVisible();
});

test('an open dialog renders the banner, and the page does once the dialog is closed', () => {
  const { unmount } = render(
    <Dialog title="Verify Domain" onClose={jest.fn()}>
      One record.
    </Dialog>,
  );
  for (const [tone, text] of [
    ['green', 'Transfer added to queue'],
    ['red', 'The copy failed.'],
  ] as const) {
    show(tone, text);
    expect(screen.getByRole('dialog')).toContainElement(screen.getByText(text));
  }
  fireEvent.pointerEnter(card('The copy failed.'));
  pass(60_000);
  expect(screen.getByText('The copy failed.')).toBeVisible();
  unmount();
  expect(screen.getByText('The copy failed.')).toBeVisible();
});
