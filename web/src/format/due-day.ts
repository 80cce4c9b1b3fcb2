/** The day on which a loan would be due: that of the deadline on the reader's clock, not the UTC day. */

import type { Reader } from './moment.ts';
import { formatMoment } from './moment.ts';

const dayMs = 86_400_000;

/** The term starts at `now` and runs in days of 24 hours, as on the server. */
export function formatDueDay(termDays: number, now: Date, reader: Reader = {}): string {
  const due = new Date(now.getTime() + termDays * dayMs);
  return formatMoment(due.toISOString(), 'date-year', reader);
}
