/** Closing the tab asks first while a message is unsent, on every screen. */

import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../../../session/tokens.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useMessageQueue } from './use-message-queue.ts';

const accessToken = `x.${btoa(JSON.stringify({ sub: 'ada', exp: 9_999_999_999 }))}.x`;

function Chat() {
  const { queue } = useMessageQueue('ada', 'e1');
  return (
    <button type="button" onClick={() => queue.enqueue('Hello')}>
      Write
    </button>
  );
}

function asksBeforeClosing(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

afterEach(() => {
  clearTokens();
  sessionStorage.clear();
});

test('an unsent message makes the tab ask before it closes, on other screens too, until the user logs out', async () => {
  storeTokens({ accessToken, refreshToken: 'r1' });
  const { go } = renderScreen({
    at: '/loan',
    screens: { '/loan': <Chat />, '/app': <p>Dashboard</p> },
    answers: { SendMessage: new TypeError('Failed to fetch') },
  });
  expect(asksBeforeClosing()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Write' }));
  expect(asksBeforeClosing()).toBe(true);
  await go('/app');
  expect(screen.getByText('Dashboard')).toBeVisible();
  expect(asksBeforeClosing()).toBe(true);
  clearTokens();
  expect(asksBeforeClosing()).toBe(false);
});
