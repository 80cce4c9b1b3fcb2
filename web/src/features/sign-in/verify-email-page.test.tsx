/** Verifying an address with the emailed link. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

const open = (at: string, answers: Replies = {}) =>
  renderScreen({ at, answers, screens: { '/verify-email': <VerifyEmailPage /> } });

test('the link verifies the address when it opens, once', async () => {
  const { calls } = open('/verify-email#token=abc', {
    VerifyEmail: { data: { verifyEmail: true } },
  });
  expect(await screen.findByText('Your email is verified.')).toBeVisible();
  expect(calls('VerifyEmail')).toEqual([{ token: 'abc' }]);
  expect(screen.getByRole('link', { name: 'Open the App' })).toHaveAttribute('href', '/app');
});

test('a used link is reported and leads to the app, which sends another', async () => {
  const used = 'This link has expired or was already used. Request a new one in the app.';
  open('/verify-email#token=abc', {
    VerifyEmail: replyWithError('INVALID_INPUT', used, { fields: { token: used } }),
  });
  expect(await screen.findByText(used)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the App' })).toBeVisible();
});

test('a failed call can be repeated', async () => {
  let down = true;
  open('/verify-email#token=abc', {
    VerifyEmail: () =>
      down
        ? replyWithError('UNAVAILABLE', 'Identity can’t be reached right now.')
        : { data: { verifyEmail: true } },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await userEvent.click(again);
  expect(await screen.findByText('Your email is verified.')).toBeVisible();
});

test('an address without a token is reported', () => {
  open('/verify-email');
  expect(screen.getByText(/This link is incomplete/)).toBeVisible();
});
