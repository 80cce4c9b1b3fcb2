/** What the items of a transfer checklist are made of and from. */

import type { DiligenceField, DiligenceReport } from '../diligence/report.ts';
import type { Domain } from '../domain/domain.ts';
import type { SuffixRow, TransferRule } from '../suffix/suffixes.ts';
import type { DnsHosting } from './dns-hosting.ts';

export interface ChecklistItem {
  code:
    | 'UNLOCK'
    | 'TRANSFER_LOCK'
    | 'CODE'
    | 'DNS_HOSTING'
    | 'DNSSEC'
    | 'EXPIRY'
    | 'YEAR_ADDED'
    | 'LEAVE_LOCK';
  state: 'OK' | 'TODO' | 'WARN' | 'UNKNOWN';
  message: string;
}

/** A finding without its code. */
export type Finding = Omit<ChecklistItem, 'code'>;

export type CheckedDomain = Pick<
  Domain,
  | 'suffix'
  | 'status'
  | 'pendingTransfer'
  | 'transferIn'
  | 'transferOutAvailableAt'
  | 'expiresAt'
  | 'reservation'
>;

export interface ChecklistContext {
  domain: CheckedDomain;
  /** OUTSIDE: at another registrar. ARRIVING: on its way into custody. */
  place: 'OUTSIDE' | 'ARRIVING' | 'CUSTODY';
  report: DiligenceReport | null;
  /** Undefined: the platform cannot hold names of the suffix. */
  row: SuffixRow | undefined;
  /** The rule of a transfer at `at`. */
  rule: TransferRule;
  hosting: DnsHosting;
  canLeaveOn: Date | null;
  at: Date;
}

export const finding = (state: Finding['state'], message: string): Finding => ({ state, message });

export const formatDays = (hours: number): string => {
  const days = Math.ceil(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
};

export function isKnown(report: DiligenceReport | null, field: DiligenceField): boolean {
  return report !== null && ![...report.unknown, ...report.withheld].includes(field);
}
