/** The list of pushes: both sides, the wait of a valuable domain, and its answers. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith, replyWithError } from '../../../testing/render-screen.tsx';
import type { OpenPushFragment } from './push-list.generated.ts';
import { PushList } from './push-list.tsx';

afterEach(() => {
  jest.useRealTimers();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const push = (more: Partial<OpenPushFragment> = {}): OpenPushFragment => ({
  ...{ id: 'p1', unicodeName: 'vellum.app', direction: 'RECEIVED', email: null },
  from: { id: 'a2', name: 'Sam Sender' },
  acceptableFrom: inMinutes(-1),
  expiresAt: inMinutes(6 * 24 * 60),
  ...more,
});
const show = (pushes: OpenPushFragment[], answers = {}) =>
  renderScreen({ at: '/', screens: { '/': <PushList pushes={pushes} /> }, answers });
const button = (name: string) => screen.getByRole('button', { name });

test('a valuable domain can be declined at once, but accepted only after its wait', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  show([push({ acceptableFrom: inMinutes(10) })]);
  expect(screen.getByText(/Sam Sender offers you this domain/)).toHaveTextContent(
    /Open until .+\. Can be accepted from .+\.$/,
  );
  expect(button('Accept: vellum.app')).toBeDisabled();
  expect(button('Decline: vellum.app')).toBeEnabled();
  await act(() => jest.advanceTimersByTimeAsync(11 * 60_000));
  expect(button('Accept: vellum.app')).toBeEnabled();
  expect(screen.queryByText(/Can be accepted from/)).toBeNull();
});

test('a received domain is accepted after a confirmation that says who pays its renewals', async () => {
  const acceptPush = { __typename: 'DomainPush', id: 'p1', state: 'ACCEPTED' };
  const { calls } = show([push()], { AcceptPush: replyWith({ acceptPush }) });
  await userEvent.click(button('Accept: vellum.app'));
  expect(calls('AcceptPush')).toEqual([]);
  expect(await screen.findByText(/renewals are then paid from your balance/)).toBeVisible();
  await userEvent.click(button('Accept Domain'));
  expect(await screen.findByText('vellum.app is yours')).toBeVisible();
  expect(calls('AcceptPush')).toEqual([{ id: 'p1' }]);
});

test('the sender sees the address that a domain is offered to, and withdraws it; a failure is shown', async () => {
  const message = 'This push was already accepted.';
  show([push({ direction: 'SENT', email: 'rex@example.org' })], {
    WithdrawPush: replyWithError('CONFLICT', message),
  });
  expect(screen.getByText(/^Offered to rex@example\.org\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Accept|Decline/ })).toBeNull();
  await userEvent.click(button('Withdraw: vellum.app'));
  expect(await screen.findByText(message)).toBeVisible();
});
