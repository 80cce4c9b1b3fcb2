/** Verifying an address with the emailed link. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

const open = (at: string, answers: Replies = {}) =>
  renderScreen({ at, answers, screens: { '/verify-email': <VerifyEmailPage /> } });
const verify = () => userEvent.click(screen.getByRole('button', { name: 'Verify Email' }));

test('opening the link verifies nothing; the button does', async () => {
  const { calls } = open('/verify-email#token=abc', {
    VerifyEmail: { data: { verifyEmail: true } },
  });
  expect(calls('VerifyEmail')).toEqual([]);
  await verify();
  expect(await screen.findByText('Your email is verified.')).toBeVisible();
  expect(calls('VerifyEmail')).toEqual([{ token: 'abc' }]);
  expect(screen.getByRole('link', { name: 'Open the App' })).toHaveAttribute('href', '/app');
});

test('an expired link is reported, and a failed call can be repeated', async () => {
  const expired = 'This link has expired. Request a new one in the app.';
  let down = true;
  open('/verify-email#token=abc', {
    VerifyEmail: () =>
      down
        ? replyWithError('INVALID_INPUT', expired, { fields: { token: expired } })
        : { data: { verifyEmail: true } },
  });
  await verify();
  expect(await screen.findByText(expired)).toBeVisible();
  down = false;
  await verify();
  expect(await screen.findByText('Your email is verified.')).toBeVisible();
  expect(screen.queryByText(expired)).toBeNull();
});

test('an address without a token is reported', () => {
  open('/verify-email');
  expect(screen.getByText(/This link is incomplete/)).toBeVisible();
});
