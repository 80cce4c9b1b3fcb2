/** No loan is longer than a registry registers its collateral: said when terms are proposed, not at the signature. */

import { DomainError } from '@nameloan/contracts/errors.ts';

const daysOfYear = 365;

/** INVALID_INPUT at `field` for a term that no registration under this suffix can cover. */
export function assertTermWithinRegistration(
  {
    suffix,
    longestYears,
    termDays,
  }: { suffix: string; longestYears: number | null; termDays: number },
  field: string,
): void {
  if (longestYears === null || termDays <= longestYears * daysOfYear) return;
  const most = (longestYears * daysOfYear).toLocaleString('en-US');
  const sentence = `Names under .${suffix} are registered for at most ${longestYears} years ahead, so a loan on one runs for at most ${most} days.`;
  throw new DomainError('INVALID_INPUT', sentence, { fields: { [field]: sentence } });
}
