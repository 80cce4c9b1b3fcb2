/** When the end of a registration asks for something, pure: warnings of it, and the platform's own renewal. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import type { Domain } from '../domain/domain.ts';

const day = 86_400_000;
/** From the renewal's day on it is tried again so often, until the balance, or the owner's word, allows it. */
const retryIntervalMs = day;

/** Days of an expiry warning, as of a registration that the registry is deleting. */
export const deletingWarning = -1;
const warningDays = [...loanCalendar.renewalReminderDays, 0];

const daysBefore = (expiresAt: Date, days: number) => new Date(expiresAt.getTime() - days * day);

/** When the platform renews by itself. */
export function renewsAt(expiresAt: Date): Date {
  return daysBefore(expiresAt, loanCalendar.renewalDays);
}

type WarnedRegistration = Pick<Domain, 'expiresAt' | 'expiryWarning'>;

/** The warning that is due and was not given yet: the latest only, however far a clock has jumped. */
export function dueWarning(domain: WarnedRegistration, at: Date): number | undefined {
  const { expiresAt } = domain;
  if (!expiresAt) return undefined;
  const due = warningDays.filter((days) => at >= daysBefore(expiresAt, days));
  if (due.length === 0) return undefined;
  const days = Math.min(...due);
  return wasWarned(domain, days) ? undefined : days;
}

/** Whether this warning of the registration, or a later one, was given. */
export function wasWarned({ expiresAt, expiryWarning }: WarnedRegistration, days: number): boolean {
  if (!expiryWarning || expiryWarning.expiresAt.getTime() !== expiresAt?.getTime()) return false;
  return expiryWarning.days <= days;
}

/** When to look next: at the next warning, and daily while the renewal is due. */
export function nextRegistrationCheck(expiresAt: Date, at: Date): Date {
  const warnings = warningDays.map((days) => daysBefore(expiresAt, days));
  const tries =
    at >= renewsAt(expiresAt) ? new Date(at.getTime() + retryIntervalMs) : renewsAt(expiresAt);
  const later = [...warnings, tries].filter((one) => one > at).map((one) => one.getTime());
  return new Date(Math.min(...later));
}
