/** The bar that reminds of the verification link. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWithError } from '../testing/render-screen.tsx';
import { UnverifiedBar } from './unverified-bar.tsx';

test('the link is sent again, and a rejection is shown', async () => {
  let tooMany = false;
  const { calls } = renderScreen({
    at: '/app',
    screens: { '/app': <UnverifiedBar /> },
    answers: {
      ResendVerification: () =>
        tooMany
          ? replyWithError('TOO_MANY_REQUESTS', 'Too many verification links.')
          : { data: { resendVerification: true } },
    },
  });
  const resend = screen.getByRole('button', { name: 'Resend' });
  await userEvent.click(resend);
  expect(await screen.findByText('Check your email')).toBeVisible();
  expect(calls('ResendVerification')).toHaveLength(1);
  tooMany = true;
  await userEvent.click(resend);
  expect(await screen.findByText('Too many verification links.')).toBeVisible();
});
