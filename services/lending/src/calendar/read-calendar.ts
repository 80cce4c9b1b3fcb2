/** Reads the calendar of an account's loans as iCalendar (RFC 5545). */

import { DomainError } from '@nameloan/contracts/errors';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Filter } from '@nameloan/persistence/entity';
import { now } from '@nameloan/runtime/clock';
import { paymentKeys } from '../dashboard/open-loans.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import { finalStatuses, openStatuses } from '../loan/status.ts';
import { commit, quotas } from '../service-context.ts';
import type { CalendarEvent } from './calendar-events.ts';
import { cancelledDays, listCalendarEvents } from './calendar-events.ts';
import { findFeedAccount } from './calendar-feed.model.ts';
import { writeCalendar } from './write-calendar.ts';

/** Of each role, open ones and recently ended ones each, the newest first. */
const maxLoans = 500;
const calendarKeys = [...paymentKeys, 'finalizedAt', 'version', 'amendment'] as const;

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
  const account = party === 'BORROWER' ? { borrowerId: accountId } : { lenderId: accountId };
  const read = (which: Filter<Escrow>) =>
    escrows.findMany(
      { ...account, ...which },
      { sort: { createdAt: -1, _id: -1 }, limit: maxLoans, keys: calendarKeys },
    );
  const endedSince = addDays(at, -cancelledDays);
  // Ended loans take no places of open ones.
  const loans = await Promise.all([
    read({ status: { $in: [...openStatuses] } }),
    read({ status: { $in: [...finalStatuses] }, statusAt: { $gt: endedSince } }),
  ]);
  return loans.flat().flatMap((loan) => listCalendarEvents(loan, party, at));
}

const compareEvents = (one: CalendarEvent, other: CalendarEvent): number =>
  one.until.getTime() - other.until.getTime() || one.uid.localeCompare(other.uid);
