/** When a registration's expiry warnings and its automatic renewal are due. Pure. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { Domain } from '../domain/domain.ts';

const day = 86_400_000;
/** Interval of automatic renewal attempts, until the balance or the accepted price allows it. */
const retryIntervalMs = day;

/** Value of `days` in the warning about a registration that the registry is deleting. */
export const deletingWarning = -1;
const warningDays = [...loanCalendar.renewalReminderDays, 0];

const daysBefore = (expiresAt: Date, days: number) => new Date(expiresAt.getTime() - days * day);

/** When the automatic renewal is due. */
export function renewsAt(expiresAt: Date): Date {
  return daysBefore(expiresAt, loanCalendar.renewalDays);
}

type WarnedRegistration = Pick<Domain, 'expiresAt' | 'expiryWarning'>;

/** The latest due warning that has not been sent, however far the clock has jumped. */
export function dueWarning(domain: WarnedRegistration, at: Date): number | undefined {
  const { expiresAt } = domain;
  if (!expiresAt) return undefined;
  const due = warningDays.filter((days) => at >= daysBefore(expiresAt, days));
  if (due.length === 0) return undefined;
  const days = Math.min(...due);
  return wasWarned(domain, days) ? undefined : days;
}

/** Whether this warning or a later one has been sent for the current expiry. */
export function wasWarned({ expiresAt, expiryWarning }: WarnedRegistration, days: number): boolean {
  if (!expiryWarning || expiryWarning.expiresAt.getTime() !== expiresAt?.getTime()) return false;
  return expiryWarning.days <= days;
}

/** The next check: at the next warning, and daily while the renewal is due. */
export function nextRegistrationCheck(expiresAt: Date, at: Date): Date {
  const warnings = warningDays.map((days) => daysBefore(expiresAt, days));
  const attempts =
    at >= renewsAt(expiresAt) ? new Date(at.getTime() + retryIntervalMs) : renewsAt(expiresAt);
  const later = [...warnings, attempts].filter((one) => one > at).map((one) => one.getTime());
  return new Date(Math.min(...later));
}
