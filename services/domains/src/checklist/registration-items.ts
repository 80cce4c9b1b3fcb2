/** The items of a transfer checklist about the registration: its end, and the time that a transfer adds. Pure. */

import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { requiredUntil } from '../registration-term.ts';
import type { ChecklistContext, Finding } from './checklist-context.ts';
import { finding, isKnown } from './checklist-context.ts';

const dayMs = 86_400_000;

/** Undefined while it is unknown. */
function findExpiry({ domain, place, report }: ChecklistContext): Date | undefined {
  if (place === 'CUSTODY') return domain.expiresAt ?? undefined;
  if (!isKnown(report, 'expires_at')) return undefined;
  return report?.expiresAt ?? undefined;
}

function addYears(at: Date, years: number): Date {
  const later = new Date(at);
  later.setUTCFullYear(at.getUTCFullYear() + years);
  return later;
}

const formatYears = (years: number): string => (years === 1 ? 'one year' : `${years} years`);

/** What the transfer into custody makes of the expiry; no registration may last longer than `maxYears` from its day. */
function findNewExpiry(context: ChecklistContext, expiresAt: Date): Date {
  const { row, place, at } = context;
  if (!row || place === 'CUSTODY') return expiresAt;
  const added = addYears(expiresAt, row.yearsAdded);
  const latest = addYears(at, row.maxYears);
  if (added <= latest) return added;
  return latest > expiresAt ? latest : expiresAt;
}

/** A pending transfer allows no renewal. */
const renewHint: Readonly<Record<ChecklistContext['place'], string>> = {
  OUTSIDE: ' Renew it at your current registrar.',
  ARRIVING: '',
  CUSTODY: ' Renew it in My Domains.',
};

export function checkExpiry(context: ChecklistContext): Finding {
  const { domain, place, at } = context;
  const expiresAt = findExpiry(context);
  if (!expiresAt)
    return finding(
      'UNKNOWN',
      'We don’t know when this registration ends. Check it at your current registrar.',
    );
  const day = formatDate(expiresAt);
  if (expiresAt <= at)
    return finding('WARN', `This registration ended on ${day}.${renewHint[place]}`);
  const neededUntil = domain.reservation && requiredUntil(domain.reservation.dueBy);
  if (neededUntil && findNewExpiry(context, expiresAt) < neededUntil)
    return finding(
      'WARN',
      `Registered until ${day}. Its loan needs the registration until ${formatDate(neededUntil)}, so it has to be renewed.`,
    );
  const isSoon = expiresAt.getTime() - at.getTime() < loanCalendar.transferDays * dayMs;
  if (isSoon && place === 'OUTSIDE')
    return finding(
      'WARN',
      `Registered until ${day}, and a transfer can take weeks. Renew it at your current registrar first.`,
    );
  return finding('OK', `Registered until ${day}.`);
}

export function checkYearAdded(context: ChecklistContext): Finding {
  const { domain, place, row, at } = context;
  if (!row) return finding('UNKNOWN', `We can’t hold domains under .${domain.suffix} yet.`);
  const added = formatYears(row.yearsAdded);
  const max = formatYears(row.maxYears);
  if (place === 'CUSTODY')
    return finding(
      'OK',
      `A transfer to another registrar adds ${added}, up to ${max} from the transfer date.`,
    );
  const expiresAt = findExpiry(context);
  if (!expiresAt)
    return finding('UNKNOWN', `The transfer adds ${added}, up to ${max} from the transfer date.`);
  const until = findNewExpiry(context, expiresAt);
  const isCapped = addYears(expiresAt, row.yearsAdded) > addYears(at, row.maxYears);
  return isCapped
    ? finding(
        'WARN',
        `A registration lasts at most ${max}, so the transfer adds less than ${added}: until ${formatDate(until)}.`,
      )
    : finding('OK', `The transfer adds ${added}: registered until ${formatDate(until)}.`);
}
