/** The change of the email in Settings. */

import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { dismissBanner, getBanner } from '../../ui/feedback/banner.ts';
import { EmailCard } from './email-card.tsx';
import type { ProfileFragment } from './profile.generated.ts';

afterEach(() => dismissBanner(getBanner()?.id ?? 0));

const until = '2026-11-30T12:00:00.000Z';
const me = { __typename: 'User', id: 'me', email: 'ada@example.com', mfaEnabled: false };
const pending = { pendingEmail: 'new@example.com', emailChangingUntil: until };
const show = (more: object, answers: Replies = {}) => {
  const profile = { ...me, pendingEmail: null, emailChangingUntil: null, ...more };
  return renderScreen({
    at: '/app/settings',
    screens: { '/app/settings': <EmailCard profile={profile as unknown as ProfileFragment} /> },
    answers,
  });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const submit = async () => {
  await press('Change Email');
  await userEvent.type(await screen.findByLabelText('New email'), 'new@example.com');
  await userEvent.type(screen.getByLabelText('Current password'), 'the password');
  const [, last] = screen.getAllByRole('button', { name: 'Change Email' });
  if (last) await userEvent.click(last);
};

test('a change sends the new email and the password', async () => {
  const { calls } = show({}, { ChangeEmail: { data: { changeEmail: { ...me, ...pending } } } });
  await submit();
  await waitFor(() => expect(getBanner()?.text).toBe('Check your new email'));
  const sent = { newEmail: 'new@example.com', curPassword: 'the password', mfa: null };
  expect(calls('ChangeEmail')).toEqual([sent]);
});

test('a rejected address is reported at its input', async () => {
  const taken = 'An account with this e-mail address already exists.';
  show({}, { ChangeEmail: replyWithError('CONFLICT', taken, { fields: { newEmail: taken } }) });
  await submit();
  expect(await screen.findByText(taken)).toBeVisible();
});

test('with MFA on, the dialog asks for a code', async () => {
  show({ mfaEnabled: true });
  await press('Change Email');
  expect(await screen.findByLabelText('MFA code')).toBeVisible();
});

test('a pending change says what it waits for, and can be resent and cancelled', async () => {
  const { calls } = show(pending, {
    ResendConfirmation: { data: { resendVerification: true } },
    CancelEmailChange: { data: { cancelEmailChange: { ...me, pendingEmail: null } } },
  });
  expect(screen.getByText(/Open the link that we sent to new@example.com/)).toBeVisible();
  expect(
    screen.getByText(/Transfers out, payee changes and surrender are held until/),
  ).toBeVisible();
  await press('Resend');
  await waitFor(() => expect(getBanner()?.text).toBe('Check your email'));
  await press('Cancel Change');
  await waitFor(() => expect(calls('CancelEmailChange')).toHaveLength(1));
});

test('a confirmed change shows until when it can be stopped', () => {
  show({ emailChangingUntil: until });
  expect(screen.getByText(/can stop the change/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change Email' })).toBeVisible();
});
