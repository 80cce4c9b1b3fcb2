/** The shell around the signed-in screens: the balance, live and tinted when it changes. */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../session/tokens.ts';
import { renderScreen, replyWith } from '../testing/render-screen.tsx';
import { AppLayout } from './app-layout.tsx';

const token = `x.${btoa(JSON.stringify({ sub: 'me', exp: 9_999_999_999 }))}.x`;
const animate = jest.fn<(keyframes: Keyframe[], ms: number) => Animation>();
const originalMedia = globalThis.matchMedia;

beforeEach(() => {
  storeTokens({ accessToken: token, refreshToken: 'refresh' });
  animate.mockReset();
  HTMLElement.prototype.animate = animate as never;
});
afterEach(() => {
  clearTokens();
  globalThis.matchMedia = originalMedia;
});

const user = (balance: number | null) => ({
  ...{ __typename: 'User', id: 'me', name: 'Ada Merritt', avatarUrl: null, operator: false },
  ...{ emailVerified: true, balance },
});
const show = (balance: number | null) =>
  renderScreen({
    at: '/app',
    screens: { '/app': <AppLayout /> },
    answers: {
      Shell: replyWith({ now: new Date().toISOString(), self: user(balance) }),
    },
  });
const bar = () => within(screen.getByRole('banner'));

test('the balance is a link to the transactions, zero too, and follows live updates', async () => {
  const { push } = show(0);
  const link = await bar().findByRole('link', { name: 'Balance $0.00' });
  expect(link).toHaveAttribute('href', '/app/transactions');
  expect(animate).not.toHaveBeenCalled();
  act(() => push('BalanceLive', { balanceChanged: user(2_500) }));
  expect(await bar().findByRole('link', { name: 'Balance $25.00' })).toBe(link);
  expect(animate).toHaveBeenCalledTimes(1);
  expect(animate.mock.contexts[0]).toBe(link);
  expect(animate.mock.calls[0]?.[1]).toBe(600);
});

test('with reduced motion a live change has no tint', async () => {
  globalThis.matchMedia = ((media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduce'),
    })) as unknown as typeof matchMedia;
  const { push } = show(0);
  await bar().findByRole('link', { name: 'Balance $0.00' });
  act(() => push('BalanceLive', { balanceChanged: user(2_500) }));
  await bar().findByRole('link', { name: 'Balance $25.00' });
  expect(animate).not.toHaveBeenCalled();
});

test('without payments there is no balance, and the rest of the shell is shown', async () => {
  show(null);
  expect(await bar().findByRole('link', { name: 'Ada Merritt' })).toBeVisible();
  expect(bar().queryByText(/Balance/)).toBeNull();
});

test('the menu of phones shows the balance with its label', async () => {
  show(1_250);
  await bar().findByRole('link', { name: 'Balance $12.50' });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await waitFor(() => expect(drawer.getByText('Balance')).toBeVisible());
  expect(drawer.getByRole('link', { name: 'Balance $12.50' })).toBeVisible();
});
