/** The notification menus: unread counts, lists and clicks. */

import { afterEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Replies } from '../../testing/render-screen.tsx';
import { renderScreen, replyWith, replyWithError } from '../../testing/render-screen.tsx';
import { dismissBanner, getBanner } from '../../ui/feedback/banner.ts';
import { NotificationCenter } from './notification-center.tsx';

afterEach(() => dismissBanner(getBanner()?.id ?? 0));

interface Item {
  id: string;
  message?: boolean;
  read?: boolean;
}

const item = ({ id, message = true, read = false }: Item) => ({
  __typename: 'Notification',
  id,
  body: `Body of ${id}.`,
  link: `/app/escrow/${id}`,
  message,
  read,
  createdAt: `2026-11-22T10:00:0${id.length}.000Z`,
  kind: 'LOAN',
  subject: { __typename: 'NotificationSubject', type: 'ESCROW', id },
});

const notificationCenter = (alerts: number, notifications: number, ...items: Item[]) => ({
  __typename: 'NotificationCenter',
  id: 'me',
  unreadCounts: { __typename: 'UnreadCounts', id: 'me', alerts, notifications },
  notifications: items.map(item),
});

const read = ({ id }: { id: string }) =>
  replyWith({ markNotificationRead: { __typename: 'Notification', id, read: true } });

const show = (given: ReturnType<typeof notificationCenter>, more: Replies = {}) =>
  renderScreen({
    at: '/',
    screens: { '/*': <NotificationCenter /> },
    answers: {
      UnreadCounts: replyWith({ notificationCenter: given }),
      NotificationCenter: replyWith({ notificationCenter: given }),
      ReadNotification: read,
      ...more,
    },
  });

const menuButton = (name: string | RegExp) => screen.findByRole('button', { name });

test('each menu button has its unread count as badge and in its name', async () => {
  show(notificationCenter(2, 12, { id: 'a' }, { id: 'b', message: false }));
  expect(await menuButton('Alerts, 2 unread')).toContainElement(
    document.querySelector('[data-count="2"]'),
  );
  expect(await menuButton('Notifications, 12 unread')).toContainElement(
    document.querySelector('[data-count="9+"]'),
  );
});

test('alerts and notifications are in separate menus', async () => {
  show(notificationCenter(1, 1, { id: 'a' }, { id: 'b', message: false, read: true }));
  await userEvent.click(await menuButton('Alerts, 1 unread'));
  const alerts = screen.getByRole('group', { name: 'Alerts' });
  expect(await within(alerts).findByText('Body of a.')).toBeInTheDocument();
  expect(within(alerts).queryByText('Body of b.')).toBeNull();
});

test('an empty menu says so, and its button has no count', async () => {
  show(notificationCenter(0, 1, { id: 'b', message: false }));
  await menuButton('Notifications, 1 unread');
  await userEvent.click(await menuButton('Alerts'));
  const alerts = screen.getByRole('group', { name: 'Alerts' });
  expect(await within(alerts).findByText('Nothing here yet...')).toBeInTheDocument();
  expect(within(alerts).queryByRole('button', { name: 'Mark all read' })).toBeNull();
});

test('clicking a notification marks it as read and opens its subject', async () => {
  const { calls, at } = show(notificationCenter(1, 0, { id: 'a' }));
  await userEvent.click(await menuButton('Alerts, 1 unread'));
  await userEvent.click(await screen.findByRole('button', { name: /Body of a\./ }));
  expect(calls('ReadNotification')).toEqual([{ id: 'a' }]);
  expect(at()).toBe('/app/escrow/a');
});

test('a read notification opens its subject without another request', async () => {
  const { calls, at } = show(notificationCenter(0, 0, { id: 'a', read: true }));
  await userEvent.click(await menuButton('Alerts'));
  await userEvent.click(await screen.findByRole('button', { name: /Body of a\./ }));
  expect(at()).toBe('/app/escrow/a');
  expect(calls('ReadNotification')).toEqual([]);
});

test('Mark all read covers one menu, up to the newest notification on screen', async () => {
  const done = notificationCenter(0, 1, { id: 'a', read: true }, { id: 'bb', message: false });
  const { calls } = show(notificationCenter(1, 1, { id: 'bb', message: false }, { id: 'a' }), {
    ReadAllNotifications: replyWith({ markAllNotificationsRead: done }),
  });
  await userEvent.click(await menuButton('Alerts, 1 unread'));
  const alerts = screen.getByRole('group', { name: 'Alerts' });
  await userEvent.click(await within(alerts).findByRole('button', { name: 'Mark all read' }));
  expect(calls('ReadAllNotifications')).toEqual([
    { upTo: '2026-11-22T10:00:02.000Z', message: true },
  ]);
  expect(await menuButton('Alerts')).toBeInTheDocument();
  expect(await menuButton('Notifications, 1 unread')).toBeInTheDocument();
});

test('a failed Mark all read shows a banner', async () => {
  show(notificationCenter(1, 0, { id: 'a' }), {
    ReadAllNotifications: replyWithError('TOO_MANY_REQUESTS', 'Too many.'),
  });
  await userEvent.click(await menuButton('Alerts, 1 unread'));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all read' }));
  expect(getBanner()).toMatchObject({ tone: 'red', text: 'Too many.' });
});

test('a new alert is announced to screen readers, existing ones are not', async () => {
  const { push } = show(notificationCenter(1, 0, { id: 'a' }));
  await menuButton('Alerts, 1 unread');
  const announcement = () => screen.getAllByRole('status').at(-1);
  expect(announcement()).toBeEmptyDOMElement();
  act(() => push('UnreadCountsLive', { notificationsChanged: notificationCenter(2, 0) }));
  expect(await menuButton('Alerts, 2 unread')).toBeInTheDocument();
  await waitFor(() => expect(announcement()).toHaveTextContent('New alert, 2 unread'));
});

test('an unavailable service is reported inside the menu', async () => {
  const down = replyWithError('UNAVAILABLE', 'Down.', { service: 'notifications' });
  show(notificationCenter(0, 0), { UnreadCounts: down, NotificationCenter: down });
  await userEvent.click(await menuButton('Alerts'));
  expect(await screen.findByText(/Notifications can’t be reached/)).toBeInTheDocument();
});

test('the list is loaded when a menu is opened, and live updates join it', async () => {
  const { calls, push } = show(notificationCenter(1, 0, { id: 'a' }));
  await menuButton('Alerts, 1 unread');
  expect(calls('NotificationCenter')).toEqual([]);
  await userEvent.click(await menuButton('Alerts, 1 unread'));
  await screen.findByText('Body of a.');
  act(() =>
    push('NotificationCenterLive', {
      notificationsChanged: notificationCenter(2, 0, { id: 'bb' }, { id: 'a' }),
    }),
  );
  expect(await screen.findByText('Body of bb.')).toBeInTheDocument();
});
