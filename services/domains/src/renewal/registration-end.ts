/** When the end of a registration asks for something, pure: warnings before it, and the platform's own renewal. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import type { Domain } from '../domain/domain.ts';

const day = 86_400_000;
/** From the renewal's day on it is tried again so often, until the balance, or the owner's word, allows it. */
const retryMs = day;

const before = (expiresAt: Date, days: number) => new Date(expiresAt.getTime() - days * day);

/** When the platform renews by itself. */
export function renewsAt(expiresAt: Date): Date {
  return before(expiresAt, loanCalendar.renewalDays);
}

/** The warning that is due and was not given yet: the latest only, however far a clock has jumped. */
export function dueWarning(
  { expiresAt, expiryWarning }: Pick<Domain, 'expiresAt' | 'expiryWarning'>,
  at: Date,
): number | undefined {
  if (!expiresAt || at >= expiresAt) return undefined;
  const due = loanCalendar.renewalReminderDays.filter((days) => at >= before(expiresAt, days));
  const days = due.length > 0 ? Math.min(...due) : undefined;
  const given = expiryWarning?.expiresAt.getTime() === expiresAt.getTime() && expiryWarning.days;
  return days === undefined || (given && given <= days) ? undefined : days;
}

/** When to look next: at the next warning, and daily while the renewal is due. */
export function nextLookAtEnd(expiresAt: Date, at: Date): Date {
  const warnings = loanCalendar.renewalReminderDays.map((days) => before(expiresAt, days));
  const tries = at >= renewsAt(expiresAt) ? new Date(at.getTime() + retryMs) : renewsAt(expiresAt);
  const later = [...warnings, tries].filter((one) => one > at).map((one) => one.getTime());
  return new Date(Math.min(...later));
}
