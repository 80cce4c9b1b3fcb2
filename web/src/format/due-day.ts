/** The day on which a loan would be due: that of the deadline on the reader's clock, not the UTC day. */

import type { Reader } from './moment.ts';
import { formatMoment } from './moment.ts';

const dayMs = 86_400_000;

/** The deadline of a loan that is paid out at `now`: the term runs in days of 24 hours, as on the server. */
export const computeDueAt = (termDays: number, now: Date): string =>
  new Date(now.getTime() + termDays * dayMs).toISOString();

export function formatDueDay(termDays: number, now: Date, reader: Reader = {}): string {
  return formatMoment(computeDueAt(termDays, now), 'date-year', reader);
}
