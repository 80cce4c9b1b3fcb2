/** The calendar's address is secret: it is shown on request only. */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../testing/render-screen.tsx';
import { CalendarCard } from './calendar-card.tsx';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('the address of the calendar is shown on request and replaced by a new one', async () => {
  const feed = (token: string) => ({
    __typename: 'CalendarFeed',
    url: `https://nameloan.test/api/calendar/${token}.ics`,
  });
  renderScreen({
    at: '/app/settings',
    screens: { '/app/settings': <CalendarCard /> },
    answers: {
      CalendarFeed: () => replyWith({ calendarFeed: feed('first') }),
      RotateCalendarFeed: () => replyWith({ rotateCalendarFeed: feed('second') }),
    },
  });
  expect(screen.queryByText(/first\.ics/)).toBeNull();
  await press('Show Address');
  expect(await screen.findByText(/first\.ics/)).toBeTruthy();
  await press('New Address');
  expect(await screen.findByText(/second\.ics/)).toBeTruthy();
  expect(screen.queryByText(/first\.ics/)).toBeNull();
});
