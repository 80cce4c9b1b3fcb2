/** What a report means for a loan: reasons against it, and warnings. Pure. */

import type { DiligenceReason, DiligenceWarning } from '@nameloan/contracts/diligence';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { DiligenceReport } from './report.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Under this age a name is warned about; registrars may reject transfers of younger ones (Transfer Policy I.A.3.7). */
const youngDays = 60;

export interface DiligenceContext {
  at: Date;
  /** EXTERNAL: at another registrar. OWN: in custody, or on its way there by the product. */
  place: 'EXTERNAL' | 'OWN';
  /** Hours of the lock after a transfer on that day; undefined if the platform cannot hold names of the suffix. */
  getLockHours: ((transferredAt: Date) => number) | undefined;
  /** Why there is no current report; undefined when there is one, or none at all. */
  missing?: 'NOT_REGISTERED' | 'OUTDATED' | undefined;
  /** Until when a loan needs the registration; null if none is in view. */
  neededUntil: Date | null;
}

export interface Assessment {
  eligible: boolean;
  reasons: DiligenceReason[];
  warnings: DiligenceWarning[];
  /** End of the lock after the last transfer, if that is a reason. */
  lockedUntil: Date | null;
}

/** The end of the lock that follows from the last transfer, if it ends after the transfer into custody must have. */
function findTransferLock(
  { lastTransferAt, ownTransfer }: DiligenceReport,
  { at, getLockHours, place }: DiligenceContext,
): Date | null {
  if (place === 'OWN' || ownTransfer || !lastTransferAt || !getLockHours) return null;
  const end = new Date(lastTransferAt.getTime() + getLockHours(lastTransferAt) * hourMs);
  return end.getTime() - at.getTime() > loanCalendar.transferDays * dayMs ? end : null;
}

function findReasons(report: DiligenceReport, context: DiligenceContext): DiligenceReason[] {
  const has = (...statuses: string[]) => statuses.some((one) => report.statuses.includes(one));
  const isExternal = context.place === 'EXTERNAL' && !report.ownTransfer;
  const found: Partial<Record<DiligenceReason, boolean>> = {
    HOLD: has('clientHold', 'serverHold'),
    REDEMPTION: has('redemptionPeriod', 'pendingRestore'),
    PENDING_DELETE: has('pendingDelete') && !has('redemptionPeriod'),
    PENDING_TRANSFER: isExternal && has('pendingTransfer'),
  };
  return (Object.keys(found) as DiligenceReason[]).filter((reason) => found[reason]);
}

function findWarnings(
  report: DiligenceReport,
  { at, place, neededUntil }: DiligenceContext,
): DiligenceWarning[] {
  const { statuses, expiresAt, registeredAt } = report;
  const locked = ['clientTransferProhibited', 'serverTransferProhibited'];
  const isYoung =
    registeredAt !== null && at.getTime() - registeredAt.getTime() < youngDays * dayMs;
  const found: Record<Exclude<DiligenceWarning, 'NOT_REGISTERED' | 'OUTDATED'>, boolean> = {
    REGISTRAR_LOCK:
      place === 'EXTERNAL' && !report.ownTransfer && locked.some((one) => statuses.includes(one)),
    EXPIRES_EARLY: expiresAt !== null && neededUntil !== null && expiresAt < neededUntil,
    YOUNG: isYoung,
    NOT_SIGNED: report.dnssec === 'UNSIGNED',
    UNKNOWN: report.unknown.includes('statuses') || report.withheld.includes('statuses'),
  };
  return (Object.keys(found) as (keyof typeof found)[]).filter((warning) => found[warning]);
}

/** Without a report nothing is a reason but the suffix: unknown is a normal state. */
export function assessDiligence(
  report: DiligenceReport | null,
  context: DiligenceContext,
): Assessment {
  const lockedUntil = report && findTransferLock(report, context);
  const reasons: DiligenceReason[] = [
    ...(report ? findReasons(report, context) : []),
    ...(lockedUntil ? (['TRANSFER_LOCK'] as const) : []),
    ...(context.getLockHours === undefined ? (['SUFFIX'] as const) : []),
  ];
  const warnings: DiligenceWarning[] =
    report && !context.missing ? findWarnings(report, context) : [context.missing ?? 'UNKNOWN'];
  return { eligible: reasons.length === 0, reasons, warnings, lockedUntil };
}
