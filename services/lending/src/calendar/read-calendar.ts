/** Reads the calendar of an account's loans as iCalendar (RFC 5545). */

import { DomainError } from '@nameloan/contracts/errors';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import { commit, quotas } from '../service-context.ts';
import type { CalendarEvent } from './calendar-events.ts';
import { listCalendarEvents } from './calendar-events.ts';
import { findFeedAccount } from './calendar-feed.model.ts';
import { writeCalendar } from './write-calendar.ts';

/** Of each role, the newest first; a calendar with more is of no use to anyone. */
const maxLoans = 500;
/** The longest term with grace, so that the loans of a former decade are not read. */
const horizonDays = 3_653 + 60;

/** Throws NOT_FOUND for an unknown or replaced token, TOO_MANY_REQUESTS. */
export async function readCalendar(token: string): Promise<string> {
  const accountId = await findFeedAccount(token);
  if (accountId === undefined) {
    throw new DomainError('NOT_FOUND', 'There is no such calendar. Copy its address again.');
  }
  await commit((tx) => quotas.take('calendarReads', accountId, tx));
  const events = await Promise.all([
    readEvents(accountId, 'BORROWER'),
    readEvents(accountId, 'LENDER'),
  ]);
  return writeCalendar(events.flat().sort(compareEvents));
}

async function readEvents(accountId: string, party: Party): Promise<CalendarEvent[]> {
  const at = now();
  const createdAt = { $gt: addDays(at, -horizonDays) };
  const filter =
    party === 'BORROWER'
      ? { borrowerId: accountId, createdAt }
      : { lenderId: accountId, createdAt };
  const loans: Escrow[] = await escrows.findMany(filter, {
    sort: { createdAt: -1, _id: -1 },
    limit: maxLoans,
  });
  return loans.flatMap((loan) => listCalendarEvents(loan, party, at));
}

const compareEvents = (one: CalendarEvent, other: CalendarEvent): number =>
  one.until.getTime() - other.until.getTime() || one.uid.localeCompare(other.uid);
