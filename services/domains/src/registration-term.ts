/** Whether a registration lasts for a loan, and how far it can be renewed. Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';

const day = 86_400_000;
const year = 365.25 * day;

/**
 * Whether the registration lasts until 90 days after the loan's due date, or cannot be extended because one more
 * year would exceed the registry's maximum.
 */
export function coversLoanTerm(
  expiresAt: Date,
  { dueBy, maxYears, at }: { dueBy: Date; maxYears: number; at: Date },
): boolean {
  if (expiresAt.getTime() >= requiredUntil(dueBy).getTime()) return true;
  return renewableFrom(expiresAt, maxYears) > at;
}

/** When a renewal by one more year stays within the registry's maximum. */
export function renewableFrom(expiresAt: Date, maxYears: number): Date {
  return new Date(expiresAt.getTime() + year - maxYears * year);
}

export function requiredUntil(dueBy: Date): Date {
  return new Date(dueBy.getTime() + loanCalendar.registeredPastDueDays * day);
}
