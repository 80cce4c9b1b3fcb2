/** Setting a new password by the mailed link. */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const open = (at: string, answers: Replies = {}) =>
  renderScreen({ at, answers, screens: { '/reset-password': <ResetPasswordPage /> } });

async function answer(password: string, confirmation: string): Promise<void> {
  await userEvent.clear(screen.getByLabelText('New password'));
  await userEvent.clear(screen.getByLabelText('Confirm password'));
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Set Password' }));
}

test('the token of the address and the new password are sent, once both are the same', async () => {
  const { sent } = open('/reset-password#token=abc', {
    SetPassword: { data: { resetPassword: true } },
  });
  await answer('new password', 'new pasword');
  expect(await screen.findByText("Passwords don't match")).toBeVisible();
  expect(sent).toEqual([]);
  await answer('new password', 'new password');
  expect(await screen.findByText('Now at /login')).toBeVisible();
  expect(sent[0]?.variables).toEqual({ token: 'abc', newPassword: 'new password' });
});

test('what is wrong with the password stands beside it, and a link that is spent leads to a new one', async () => {
  let spent = false;
  const short = 'Use at least 8 characters.';
  const gone = 'This link has expired or was used before.';
  open('/reset-password#token=abc', {
    SetPassword: () =>
      spent
        ? replyWithError('INVALID_INPUT', gone, { fields: { token: gone } })
        : replyWithError('INVALID_INPUT', short, { fields: { newPassword: short } }),
  });
  await answer('short', 'short');
  expect(await screen.findByText(short)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus());
  spent = true;
  await answer('long enough', 'long enough');
  expect(await screen.findByText(gone)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
    'href',
    '/login',
  );
});

test('an address without a token says so', () => {
  open('/reset-password');
  expect(screen.getByText(/This address is not whole/)).toBeVisible();
});
