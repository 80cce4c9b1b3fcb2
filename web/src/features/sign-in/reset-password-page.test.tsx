/** Setting a new password with the emailed link. */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const open = (at: string, answers: Replies = {}) =>
  renderScreen({ at, answers, screens: { '/reset-password': <ResetPasswordPage /> } });

async function submit(password: string, confirmation: string): Promise<void> {
  await userEvent.clear(screen.getByLabelText('New password'));
  await userEvent.clear(screen.getByLabelText('Confirm password'));
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
}

test('the token and the new password are sent once both passwords match', async () => {
  const { sent } = open('/reset-password#token=abc', {
    SetPassword: { data: { resetPassword: true } },
  });
  await submit('new password', 'new pasword');
  expect(await screen.findByText("Passwords don't match")).toBeVisible();
  expect(sent).toEqual([]);
  await submit('new password', 'new password');
  expect(await screen.findByText('Now at /login')).toBeVisible();
  expect(sent[0]?.variables).toEqual({ token: 'abc', newPassword: 'new password' });
});

test('password errors are shown at the input, and an expired link offers a new one', async () => {
  let spent = false;
  const short = 'Use at least 8 characters.';
  const gone = 'This link has expired or was used before.';
  open('/reset-password#token=abc', {
    SetPassword: () =>
      spent
        ? replyWithError('INVALID_INPUT', gone, { fields: { token: gone } })
        : replyWithError('INVALID_INPUT', short, { fields: { newPassword: short } }),
  });
  await submit('short', 'short');
  expect(await screen.findByText(short)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus());
  spent = true;
  await submit('long enough', 'long enough');
  expect(await screen.findByText(gone)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
    'href',
    '/login',
  );
});

test('an address without a token is reported', () => {
  open('/reset-password');
  expect(screen.getByText(/This link is incomplete/)).toBeVisible();
});
