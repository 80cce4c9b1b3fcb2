/** Redirects of visitors: to the login page with a return path, or to the front page right after logging out. */

import { afterEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { logOut } from '../graph/client.ts';
import { clearTokens, storeTokens } from '../session/tokens.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { RequireSession } from './require-session.tsx';

const token = `x.${btoa(JSON.stringify({ sub: 'ada', exp: 9_999_999_999 }))}.x`;
const screens = { '/app/*': <RequireSession>The app</RequireSession> };

afterEach(() => clearTokens());

test('a visitor is redirected to the login page with a return path', async () => {
  renderScreen({ at: '/app/borrow/2?loans=open', screens });
  expect(
    await screen.findByText('Now at /login?next=%2Fapp%2Fborrow%2F2%3Floans%3Dopen'),
  ).toBeVisible();
});

test('logging out redirects to the front page once, later visits to the login page', async () => {
  storeTokens({ accessToken: token, refreshToken: 'refresh' });
  const { go } = renderScreen({ at: '/app/settings', screens });
  expect(screen.getByText('The app')).toBeVisible();
  await act(() => logOut());
  expect(await screen.findByText('Now at /')).toBeVisible();
  await go('/app/settings');
  expect(await screen.findByText('Now at /login?next=%2Fapp%2Fsettings')).toBeVisible();
});
