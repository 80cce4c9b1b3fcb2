/** What is written and not sent is not lost with the tab, wherever in the app its writer has gone. */

import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clearTokens, storeTokens } from '../../../session/tokens.ts';
import { stage } from '../../../testing/stage.tsx';
import { usePostOffice } from './use-message-queue.ts';

const accessToken = `x.${btoa(JSON.stringify({ sub: 'ada', exp: 9_999_999_999 }))}.x`;

function Chat() {
  const { office } = usePostOffice('ada', 'e1');
  return (
    <button type="button" onClick={() => office.write('Hello')}>
      Write
    </button>
  );
}

function isAskedWhenLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

afterEach(() => {
  clearTokens();
  sessionStorage.clear();
});

test('a message that is not sent holds the tab, also from another screen, until somebody else is there', async () => {
  storeTokens({ accessToken, refreshToken: 'r1' });
  const { go } = stage({
    at: '/loan',
    screens: { '/loan': <Chat />, '/app': <p>Dashboard</p> },
    answers: { SendMessage: new TypeError('Failed to fetch') },
  });
  expect(isAskedWhenLeaving()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Write' }));
  expect(isAskedWhenLeaving()).toBe(true);
  await go('/app');
  expect(screen.getByText('Dashboard')).toBeVisible();
  expect(isAskedWhenLeaving()).toBe(true);
  clearTokens();
  expect(isAskedWhenLeaving()).toBe(false);
});
