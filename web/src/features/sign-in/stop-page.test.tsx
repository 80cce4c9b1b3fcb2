/** The links that undo something without a login. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import {
  StopEmailChangePage,
  StopLoginPage,
  StopMailPage,
  StopPayeeChangePage,
  StopTransferOutPage,
} from './stop-page.tsx';

const open = (at: string, answers: Replies = {}) =>
  renderScreen({
    at,
    answers,
    screens: {
      '/stop/email-change': <StopEmailChangePage />,
      '/stop/login': <StopLoginPage />,
      '/stop/mail': <StopMailPage />,
      '/stop/payee-change': <StopPayeeChangePage />,
      '/stop/transfer-out': <StopTransferOutPage />,
    },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('opening a link undoes nothing; its button does', async () => {
  const { calls } = open('/stop/email-change#token=abc', {
    StopEmailChange: { data: { stopEmailChange: true } },
  });
  expect(calls('StopEmailChange')).toEqual([]);
  await press('Stop the Change');
  expect(await screen.findByText(/Your email stays as it was/)).toBeVisible();
  expect(calls('StopEmailChange')).toEqual([{ token: 'abc' }]);
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
});

test('the session of a new login is ended', async () => {
  const { calls } = open('/stop/login#token=abc', { StopLogin: { data: { stopLogin: true } } });
  await press('This Wasn’t Me');
  expect(await screen.findByText(/The session has ended/)).toBeVisible();
  expect(calls('StopLogin')).toEqual([{ token: 'abc' }]);
});

test('a kind of email is turned off', async () => {
  const { calls } = open('/stop/mail#token=abc', { StopMail: { data: { stopMail: true } } });
  expect(calls('StopMail')).toEqual([]);
  await press('Turn Off');
  expect(await screen.findByText(/These emails are off/)).toBeVisible();
  expect(calls('StopMail')).toEqual([{ token: 'abc' }]);
});

test('the change of a payee is stopped', async () => {
  const { calls } = open('/stop/payee-change#token=abc', {
    StopPayeeChange: { data: { stopPayeeChange: true } },
  });
  expect(calls('StopPayeeChange')).toEqual([]);
  await press('Stop the Change');
  expect(await screen.findByText(/The details were removed/)).toBeVisible();
  expect(calls('StopPayeeChange')).toEqual([{ token: 'abc' }]);
});

test('a transfer out is stopped', async () => {
  const { calls } = open('/stop/transfer-out#token=abc', {
    StopTransferOut: { data: { stopTransferOut: true } },
  });
  expect(calls('StopTransferOut')).toEqual([]);
  await press('Stop the Transfer');
  expect(await screen.findByText(/your domain stays with us/)).toBeVisible();
  expect(calls('StopTransferOut')).toEqual([{ token: 'abc' }]);
});

test('an expired and an incomplete link are reported', async () => {
  const expired = 'This link has expired.';
  open('/stop/login#token=abc', {
    StopLogin: replyWithError('INVALID_INPUT', expired, { fields: { token: expired } }),
  });
  await press('This Wasn’t Me');
  expect(await screen.findByText(expired)).toBeVisible();
});

test('an address without a token is reported', () => {
  open('/stop/email-change');
  expect(screen.getByText(/This link is incomplete/)).toBeVisible();
});
