/** Login and Register: their validation, with the customer's messages, and where they redirect. */

import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { endSession } from '../../session/renew-token.ts';
import { clearTokens, readTokens, storeTokens } from '../../session/tokens.ts';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { SignInPage } from './sign-in-page.tsx';

const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const token = `x.${encode({ sub: 'ada', exp: 9_999_999_999 })}.x`;
const pair = { token, refreshToken: 'refresh' };

const open = (at: string, answers: Replies = {}) =>
  renderScreen({ at, answers, screens: { '/login': <SignInPage />, '/register': <SignInPage /> } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

afterEach(() => clearTokens());

test('an empty login form shows both errors and sends nothing', async () => {
  const { sent } = open('/login');
  await press('Continue');
  expect(await screen.findByText('Invalid email')).toBeVisible();
  expect(screen.getByText('Invalid password')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(sent).toEqual([]);
});

test('a successful login stores both tokens and opens the dashboard', async () => {
  const { sent, at } = open('/login', { LogIn: { data: { login: pair } } });
  await type('Email', ' ada@example.org ');
  await type('Password', ' with spaces ');
  await press('Continue');
  await screen.findByText('Now at /app');
  expect(at()).toBe('/app');
  expect(readTokens()).toEqual({ accessToken: token, refreshToken: 'refresh' });
  expect(sent).toEqual([
    {
      name: 'LogIn',
      variables: { email: 'ada@example.org', password: ' with spaces ', mfa: null },
    },
  ]);
});

test('a login returns to the requested page', async () => {
  open('/login?next=%2Fapp%2Fescrow%2F7%3Fa%3D1', { LogIn: { data: { login: pair } } });
  await type('Email', 'ada@example.org');
  await type('Password', 'secret');
  await press('Continue');
  expect(await screen.findByText('Now at /app/escrow/7?a=1')).toBeVisible();
});

test('a signed-in user is redirected, never off this site', async () => {
  storeTokens({ accessToken: token, refreshToken: 'refresh' });
  open('/login?next=//evil.example/x');
  expect(await screen.findByText('Now at /app')).toBeVisible();
});

test('a wrong password is reported above the button, and the text stays', async () => {
  open('/login', { LogIn: replyWithError('UNAUTHENTICATED', 'Invalid email or password.') });
  await type('Email', 'ada@example.org');
  await type('Password', 'wrong');
  await press('Continue');
  expect(await screen.findByText('Invalid email or password.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

test('a missing MFA code is reported at its input, which accepts six digits or a recovery code', async () => {
  const { sent } = open('/login', {
    LogIn: ({ mfa }) =>
      mfa ? { data: { login: pair } } : replyWithError('MFA_REQUIRED', 'MFA code required'),
  });
  await type('Email', 'ada@example.org');
  await type('Password', 'secret');
  await press('Continue');
  expect(await screen.findByText('MFA code required')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('MFA code')).toHaveFocus());
  await type('MFA code', '12345678');
  expect(screen.getByLabelText('MFA code')).toHaveValue('123456');
  await press('Use a recovery code');
  expect(screen.getByLabelText('Recovery code')).toHaveValue('');
  await type('Recovery code', 'abcde-12345');
  await press('Continue');
  await screen.findByText('Now at /app');
  expect(sent.at(-1)?.variables.mfa).toBe('abcde-12345');
});

test('a code is accepted as users paste it, and at most six digits are sent', async () => {
  const { sent } = open('/login', { LogIn: { data: { login: pair } } });
  await type('Email', 'ada@example.org');
  await type('Password', 'secret');
  const code = screen.getByLabelText('MFA code');
  await userEvent.click(code);
  await userEvent.paste(' 123 456\n');
  expect(code).toHaveValue('123456');
  await userEvent.clear(code);
  await type('MFA code', '1 2 3 456 78');
  expect(code).toHaveValue('123456');
  await press('Use a recovery code');
  const recovery = screen.getByLabelText('Recovery code');
  await userEvent.click(recovery);
  await userEvent.paste(' abcde - 12345 ');
  expect(recovery).toHaveValue('abcde-12345');
  await press('Use the authenticator');
  await userEvent.paste('9 876 543');
  await press('Continue');
  await screen.findByText('Now at /app');
  expect(sent.at(-1)?.variables.mfa).toBe('987654');
});

test('switching tabs by arrow keys clears fields and errors, and keeps the return path', async () => {
  const { at } = open('/login?next=%2Fapp%2Fsettings');
  await type('Email', 'ada@');
  await press('Continue');
  await screen.findByText('Invalid email');
  screen.getByRole('tab', { name: 'Login' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByLabelText('Full name')).toBeVisible();
  expect(at()).toBe('/register?next=%2Fapp%2Fsettings');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Register' })).toHaveFocus());
  expect(screen.getByLabelText('Email')).toHaveValue('');
  await userEvent.keyboard('{ArrowLeft}');
  await waitFor(() => expect(screen.queryByLabelText('Full name')).toBeNull());
  expect(screen.getByLabelText('Email')).toHaveValue('');
  expect(screen.queryByText('Invalid email')).toBeNull();
});

test('registration requires name, email, password and a matching confirmation', async () => {
  const { sent } = open('/register');
  await type('Confirm password', 'other');
  await press('Get Started');
  for (const message of [
    'Invalid name',
    'Invalid email',
    'Invalid password',
    "Passwords don't match",
  ])
    expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus());
  expect(sent).toEqual([]);
});

test('server errors of a registration are shown at their inputs', async () => {
  const sentence = 'There is an account with this e-mail already.';
  open('/register', {
    Register: replyWithError('CONFLICT', sentence, { fields: { email: sentence } }),
  });
  await type('Full name', 'Ada Park');
  await type('Email', 'ada@example.org');
  await type('Password', 'correct horse');
  await type('Confirm password', 'correct horse');
  await press('Get Started');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(screen.getByLabelText('Full name')).toHaveValue('Ada Park');
});

test('Forgot My Password validates and sends only the email', async () => {
  const { sent } = open('/login', { ForgotPassword: { data: { requestReset: true } } });
  await press('Forgot My Password');
  expect(await screen.findByText('Invalid email')).toBeVisible();
  expect(screen.queryByText('Invalid password')).toBeNull();
  expect(sent).toEqual([]);
  await type('Email', 'ada@example.org');
  await press('Forgot My Password');
  expect(await screen.findByText('Check your email')).toBeVisible();
  expect(sent).toEqual([{ name: 'ForgotPassword', variables: { email: 'ada@example.org' } }]);
});

test('the reason why the last session ended is shown', async () => {
  endSession({ message: 'No refresh token available' });
  open('/login');
  expect(await screen.findByText('No refresh token available')).toBeVisible();
});
