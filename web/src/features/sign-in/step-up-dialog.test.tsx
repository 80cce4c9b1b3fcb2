/** The dialog that asks for the password before a call that needs a fresh session. */

import { afterEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { endStepUp, requestStepUp } from '../../session/step-up.ts';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { StepUp } from './step-up.tsx';

afterEach(() => act(() => endStepUp(false)));

function open(mfaEnabled: boolean, answers: Replies = {}) {
  const rendered = renderScreen({
    at: '/app',
    screens: { '/app': <StepUp /> },
    answers: {
      StepUpAccount: { data: { self: { __typename: 'User', id: 'me', mfaEnabled } } },
      ...answers,
    },
  });
  let granted!: Promise<boolean>;
  act(() => {
    granted = requestStepUp();
  });
  return { ...rendered, granted };
}

test('nothing is shown until a call needs it; the password releases all waiting calls', async () => {
  const { calls, granted } = open(false, {
    StepUp: { data: { stepUp: '2026-11-27T12:15:00.000Z' } },
  });
  const second = requestStepUp();
  expect(await screen.findByRole('dialog', { name: 'Confirm that it’s you' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Password'), 'my password');
  expect(screen.queryByLabelText('MFA code')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await granted).toBe(true);
  expect(await second).toBe(true);
  expect(calls('StepUp')).toEqual([{ curPassword: 'my password', mfa: null }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a wrong password is shown at the input, and Cancel rejects the call', async () => {
  const { granted } = open(false, {
    StepUp: replyWithError('INVALID_INPUT', 'Invalid password', {
      fields: { curPassword: 'Invalid password' },
    }),
  });
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Invalid password')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await granted).toBe(false);
});

test('with MFA the code is sent too', async () => {
  const { calls, granted } = open(true, {
    StepUp: { data: { stepUp: '2026-11-27T12:15:00.000Z' } },
  });
  await userEvent.type(await screen.findByLabelText('Password'), 'my password');
  await userEvent.type(await screen.findByLabelText('MFA code'), '123456');
  expect(screen.getByText('From your authenticator app.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await granted).toBe(true);
  expect(calls('StepUp')).toEqual([{ curPassword: 'my password', mfa: '123456' }]);
});

test('the dialog asks for the code when the server requires it, even if the account could not be read', async () => {
  let withCode = false;
  const { granted } = open(false, {
    StepUp: ({ mfa }) => {
      withCode = mfa === '123456';
      return withCode
        ? { data: { stepUp: '2026-11-27T12:15:00.000Z' } }
        : replyWithError('INVALID_INPUT', 'MFA code required', {
            fields: { mfa: 'MFA code required' },
          });
    },
  });
  await userEvent.type(await screen.findByLabelText('Password'), 'my password');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await userEvent.type(await screen.findByLabelText('MFA code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await granted).toBe(true);
  expect(withCode).toBe(true);
});
