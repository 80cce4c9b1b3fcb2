/** Writes calendar entries as iCalendar: RFC 5545, with the refresh interval of RFC 7986. */

import { formatDateTime } from '@nameloan/contracts/format-date';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { serviceContext } from '../service-context.ts';
import type { CalendarEvent } from './calendar-events.ts';

/** Clients ask again when they like; this is a hint. */
const refreshSeconds = 6 * 3_600;

/** Entries of whole days; the end of a day entry is exclusive. */
export function writeCalendar(events: readonly CalendarEvent[]): string {
  const calendar = ical({
    name: 'Nameloan',
    prodId: { company: 'Nameloan', product: 'Loans', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const event of events) {
    const { uid: id, sequence, summary, day, until, escrowId, cancelled } = event;
    calendar.createEvent({
      id,
      sequence,
      summary,
      allDay: true,
      timezone: 'UTC',
      start: day,
      end: addDays(day, 1),
      stamp: now(),
      description: `Ends on ${formatDateTime(until)}.`,
      url: `${serviceContext.publicUrl}/app/escrow/${escrowId}`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
