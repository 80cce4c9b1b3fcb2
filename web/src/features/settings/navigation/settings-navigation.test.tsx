/** The navigation of Settings to its cards. */

import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import { SettingsPage } from '../settings-page.tsx';

const self = {
  ...{ __typename: 'User', id: 'me', name: 'Ada Merritt', email: 'ada@example.com' },
  ...{ avatarUrl: null, defaultContract: 'BANK_TRANSFER', mfaEnabled: false },
  createdAt: '2026-11-22T00:00:00.000Z',
};
const mail = { offer: true, loan: true, payment: true, domain: true, expiry: true, message: true };
const all = {
  now: new Date().toISOString(),
  self,
  payees: [],
  sessions: [],
  preferences: {
    __typename: 'Preferences',
    id: 'me',
    mail: { __typename: 'MailPreferences', ...mail },
  },
};
const show = (more: Replies = {}) =>
  renderScreen({
    at: '/app/settings',
    screens: { '/app/settings': <SettingsPage /> },
    answers: { Settings: replyWith(all), ...more },
  });

test('the navigation leads to every card, and a link to a card scrolls to it', async () => {
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  show();
  const navigation = within(screen.getByRole('navigation', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Profile' });
  const cards = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  const links = navigation.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(cards);
  await userEvent.click(navigation.getByRole('link', { name: 'MFA' }));
  const heading = screen.getByRole('heading', { name: 'MFA' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(scroll.mock.contexts.at(-1)).toContainElement(heading);
  expect(navigation.getByRole('link', { name: 'MFA' })).toHaveAttribute('aria-current', 'true');
  scroll.mockRestore();
});

test('a card of a service that is down is missing from the navigation too', async () => {
  show({
    Settings: {
      data: { ...all, preferences: null },
      ...replyWithError('UNAVAILABLE', 'Down.', { service: 'notifications' }),
    },
  });
  await screen.findByRole('heading', { name: 'Profile' });
  expect(screen.queryByRole('link', { name: 'Email' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Email address' })).toBeInTheDocument();
});
