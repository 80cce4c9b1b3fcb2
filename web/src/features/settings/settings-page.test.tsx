/** Settings: what each button sends, and that recovery codes cannot be lost. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { logOut } from '../../graph/client.ts';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../testing/render-screen.tsx';
import { dismissBanner, getBanner } from '../../ui/feedback/banner.ts';
import { describeDevice } from './describe-device.ts';
import { SettingsPage } from './settings-page.tsx';
import { yearsSince } from './statements-card.tsx';

afterEach(() => dismissBanner(getBanner()?.id ?? 0));

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const self = {
  __typename: 'User',
  id: 'me',
  name: 'Ada Merritt',
  email: 'ada@example.com',
  avatarUrl: null,
  defaultContract: 'BANK_TRANSFER',
  address1: '18 Harbour Row',
  address2: null,
  city: 'Bristol',
  zip: null,
  country: 'United Kingdom',
  countryCode: 'GB',
  subdivision: null,
  mfaEnabled: false,
  createdAt: '2026-11-22T00:00:00.000Z',
};
const device = (id: string, userAgent: string, current: boolean) => ({
  __typename: 'Session',
  id,
  lastUsedAt: new Date().toISOString(),
  ip: '192.0.2.7',
  userAgent,
  current,
});
const mail = { offer: true, loan: true, payment: true, domain: true, expiry: true, message: true };
const preferences = {
  __typename: 'Preferences',
  id: 'me',
  mail: { __typename: 'MailPreferences', ...mail },
};
const all = {
  now: new Date().toISOString(),
  self,
  sessions: [device('s1', firefox, true), device('s2', iphone, false)],
  preferences,
};

const show = (more: Replies = {}) =>
  renderScreen({
    at: '/app/settings',
    screens: { '/app/settings': <SettingsPage /> },
    answers: { Settings: replyWith(all), SaveProfile: replyWith({ updateProfile: self }), ...more },
  });

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const saved = () => waitFor(() => expect(getBanner()?.text).toBe('Profile saved'));

test('Save Changes sends the passwords, confirms, and clears them', async () => {
  const { calls } = show();
  await type('Current password', 'old password');
  await type('New password', 'new password');
  await press('Save Changes');
  await saved();
  expect(calls('SaveProfile')).toEqual([
    { input: { curPassword: 'old password', newPassword: 'new password' } },
  ]);
  expect(screen.getByLabelText('New password')).toHaveValue('');
});

test('a wrong password is reported at its input, and the text stays', async () => {
  const sentence = 'This is not your current password.';
  show({
    SaveProfile: replyWithError('INVALID_INPUT', sentence, { fields: { curPassword: sentence } }),
  });
  await type('Current password', 'wrong');
  await type('New password', 'new password');
  await press('Save Changes');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
  expect(screen.getByLabelText('New password')).toHaveValue('new password');
});

test('the agreement can be previewed and set', async () => {
  const { calls } = show();
  await userEvent.selectOptions(await screen.findByLabelText('Agreement'), '1');
  const specimen = screen.getByRole('link', {
    name: /^Standard Agreement \(Cryptocurrency\) Open PDF/,
  });
  expect(specimen).toHaveAttribute('href', '/api/contracts/specimen/1');
  await press('Set Lending Contract');
  await saved();
  expect(calls('SaveProfile')).toEqual([{ input: { contract: 'CRYPTOCURRENCY' } }]);
});

test('the whole address is sent, and emptied fields are cleared', async () => {
  const { calls } = show();
  await type('Address (line 2)', 'Flat 2');
  await userEvent.clear(screen.getByLabelText('City'));
  await press('Update Legal Address');
  await saved();
  expect(calls('SaveProfile')).toEqual([
    {
      input: {
        ...{ address1: '18 Harbour Row', address2: 'Flat 2', city: '', zip: '' },
        ...{ country: 'GB', subdivision: '' },
      },
    },
  ]);
});

test('the form has a state where the country has them, and another country clears it', async () => {
  const { calls } = show();
  const country = await screen.findByLabelText('Country');
  expect(screen.queryByLabelText('State')).toBeNull();
  await userEvent.selectOptions(country, 'United States');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'New York');
  await press('Update Legal Address');
  await saved();
  expect(calls('SaveProfile').at(-1)).toMatchObject({
    input: { country: 'US', subdivision: 'US-NY' },
  });
  await userEvent.selectOptions(country, 'Canada');
  expect(screen.getByLabelText('Province or territory')).toHaveValue('');
  await userEvent.selectOptions(country, 'Portugal');
  await press('Update Legal Address');
  await waitFor(() =>
    expect(calls('SaveProfile').at(-1)).toMatchObject({
      input: { country: 'PT', subdivision: '' },
    }),
  );
});

test('a country that was typed before the list stays until one is chosen', async () => {
  const old = { ...self, country: 'Narnia', countryCode: null };
  const { calls } = show({ Settings: replyWith({ ...all, self: old }) });
  expect(await screen.findByLabelText('Country')).toHaveValue('Narnia');
  expect(screen.getByText('Choose it from the list before your next offer.')).toBeVisible();
  await press('Update Legal Address');
  await saved();
  expect(calls('SaveProfile').at(-1)).toMatchObject({ input: { country: 'Narnia' } });
});

const codes = Array.from({ length: 10 }, (_, at) => `code${at}-12345`);
const enrolment = {
  enrollMfa: { __typename: 'MfaEnrolment', key: 'KEYKEYKEY', qr: 'data:image/svg+xml;base64,' },
};
const confirmed = {
  confirmMfa: {
    __typename: 'RecoveryCodes',
    recoveryCodes: codes,
    user: { __typename: 'User', id: 'me', mfaEnabled: true },
  },
};

test('MFA setup asks for the password if the login is old, focuses it, and ends with recovery codes', async () => {
  const fields = { curPassword: 'Enter your current password.' };
  const { calls } = show({
    EnrollMfa: ({ curPassword }: { curPassword: string | null }) =>
      curPassword
        ? replyWith(enrolment)
        : replyWithError('INVALID_INPUT', 'Enter your current password.', { fields }),
    ConfirmMfa: replyWith(confirmed),
  });
  await press('Set up MFA');
  const dialog = () => within(screen.getByRole('dialog', { name: 'Set up MFA' }));
  const password = await waitFor(() => dialog().getByLabelText('Current password'));
  expect(password).toHaveFocus();
  await userEvent.type(password, 'my password');
  await press('Continue');
  expect(await screen.findByText('KEYKEYKEY')).toBeVisible();
  await userEvent.click(screen.getByLabelText('MFA code'));
  await userEvent.paste('123 456');
  await press('Turn on MFA');
  const keep = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
  for (const code of codes) expect(within(keep).getByText(code)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(await button('Done')).toBeDisabled();
  await userEvent.click(within(keep).getByLabelText('I’ve saved them'));
  await press('Done');
  expect(getBanner()?.text).toBe('MFA turned on');
  expect(calls('ConfirmMfa')).toEqual([{ mfa: '123456' }]);
});

test('MFA that another device has turned on is reported', async () => {
  const conflict = replyWithError('CONFLICT', 'MFA is on already.', { reason: 'MFA_STATE' });
  const { calls } = show({ EnrollMfa: conflict });
  await press('Set up MFA');
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText('MFA is on already.')).toBeVisible();
  await press('Cancel');
  await waitFor(() => expect(calls('Settings')).toHaveLength(2));
});

test('sessions show their device; another session can be ended, the current one cannot', async () => {
  const { calls } = show({
    EndSession: replyWith({ endSession: { __typename: 'Session', id: 's2' } }),
  });
  expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  expect(screen.getByText('This device')).toBeVisible();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const click = (name: string) => user.click(screen.getByRole('button', { name }));
  await click('End the session of Safari on iOS');
  expect(screen.getByText('Session ended')).toBeVisible();
  await click('Undo ending the session of Safari on iOS');
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(calls('EndSession')).toEqual([]);
  expect(screen.getByRole('button', { name: 'End the session of Safari on iOS' })).toHaveFocus();
  await click('End the session of Safari on iOS');
  await act(() => jest.advanceTimersByTimeAsync(4_900));
  expect(calls('EndSession')).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(calls('EndSession')).toEqual([{ id: 's2' }]);
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(calls('Settings')).toHaveLength(2);
  expect(getBanner()).toBeUndefined();
  jest.useRealTimers();
});

test('a double click on End does not undo it, and logging out sends it with the present session', async () => {
  const { calls } = show({
    EndSession: replyWith({ endSession: { __typename: 'Session', id: 's2' } }),
  });
  await userEvent.dblClick(
    await screen.findByRole('button', { name: 'End the session of Safari on iOS' }),
  );
  expect(screen.getByText('Session ended')).toBeVisible();
  expect(calls('EndSession')).toEqual([]);
  await act(() => logOut());
  expect(calls('EndSession')).toEqual([{ id: 's2' }]);
});

test('leaving the page ends a session that could still be undone', async () => {
  const { calls, go } = show({
    EndSession: replyWith({ endSession: { __typename: 'Session', id: 's2' } }),
  });
  await press('End the session of Safari on iOS');
  await go('/elsewhere');
  expect(calls('EndSession')).toEqual([{ id: 's2' }]);
});

test('two switches toggled at once are both saved', async () => {
  const off: Record<string, boolean> = {};
  const { calls } = show({
    SavePreferences: ({ mail: given }: { mail: Record<string, boolean> }) => {
      Object.assign(off, given);
      const now = { ...preferences.mail, ...off };
      return replyWith({ savePreferences: { ...preferences, mail: now } });
    },
  });
  const offers = await screen.findByLabelText('Offers');
  await Promise.all([userEvent.click(offers), userEvent.click(screen.getByLabelText('Messages'))]);
  await waitFor(() => expect(screen.getByLabelText('Messages')).not.toBeChecked());
  expect(screen.getByLabelText('Offers')).not.toBeChecked();
  expect(calls('SavePreferences')).toEqual([
    { mail: { offer: false } },
    { mail: { message: false } },
  ]);
});

test('statements cover the years since the account was opened', () => {
  expect(yearsSince('2024-12-31T23:59:59.000Z', '2027-01-01')).toEqual([2027, 2026, 2025, 2024]);
  expect(yearsSince('2026-05-05T00:00:00.000Z', '2026-05-05')).toEqual([2026]);
});

test('a user agent is described; an unknown one is an API client', () => {
  expect(describeDevice(firefox)).toEqual({ name: 'Firefox on Linux', phone: false });
  expect(describeDevice(iphone)).toEqual({ name: 'Safari on iOS', phone: true });
  expect(describeDevice('').name).toBe('API client');
});

test('a failed action shows the server’s message in the red banner and is not retried', async () => {
  const sentence = 'Part of Nameloan can’t be reached right now. Try again.';
  const { calls } = show({
    EndSession: replyWithError('UNAVAILABLE', sentence, { service: 'identity' }),
  });
  await press('End the session of Safari on iOS');
  window.dispatchEvent(new Event('pagehide'));
  const [banner] = screen.getAllByRole('alert');
  await waitFor(() => expect(banner).toHaveTextContent(sentence));
  expect(calls('EndSession')).toHaveLength(1);
});
