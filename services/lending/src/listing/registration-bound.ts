/** Rejects a term longer than the registry's maximum registration period, before a contract is signed. */

import { DomainError } from '@nameloan/contracts/errors';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';

/** To the same date: 120 monthly payments are ten years, with their leap days. */
function countDaysOfYears(years: number): number {
  const today = utcDay(now());
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  return wholeDays(today, new Date(Date.UTC(year + years, month, day)));
}

/** Throws INVALID_INPUT on `field` for a term that no registration under this suffix can cover. */
export function assertTermWithinRegistration(
  { suffix, maxYears, termDays }: { suffix: string; maxYears: number | null; termDays: number },
  field: string,
): void {
  if (maxYears === null) return;
  const maxDays = countDaysOfYears(maxYears);
  if (termDays <= maxDays) return;
  const sentence = `Names under .${suffix} are registered for at most ${maxYears} years ahead, so a loan on one runs for at most ${maxDays.toLocaleString('en-US')} days.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { [field]: sentence } });
}
