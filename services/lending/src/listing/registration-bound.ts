/** Rejects a term longer than the registry's maximum registration period, before a contract is signed. */

import { DomainError } from '@nameloan/contracts/errors';

const daysOfYear = 365;

/** Throws INVALID_INPUT on `field` for a term that no registration under this suffix can cover. */
export function assertTermWithinRegistration(
  { suffix, maxYears, termDays }: { suffix: string; maxYears: number | null; termDays: number },
  field: string,
): void {
  if (maxYears === null || termDays <= maxYears * daysOfYear) return;
  const maxDays = (maxYears * daysOfYear).toLocaleString('en-US');
  const sentence = `Names under .${suffix} are registered for at most ${maxYears} years ahead, so a loan on one runs for at most ${maxDays} days.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { [field]: sentence } });
}
