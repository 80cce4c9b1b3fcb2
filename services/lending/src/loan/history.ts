/** The history entry of a loan. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowRole } from './roles.ts';

/** What the history says about actions that are not transitions. */
export const otherHistoryTexts = {
  ACCEPT_OFFER: 'Accepted the offer',
  TRANSFER_STARTED: 'Transfer into custody started',
  TRANSFER_FAILED: 'Transfer into custody failed',
  RENEWAL_NEEDED: 'Domain must be renewed first',
  RENEWED: 'Domain renewed',
  RENEWAL_FAILED: 'Renewal failed',
  LEGAL_HOLD: 'Domain placed on legal hold',
  HOLD_LIFTED: 'Legal hold lifted',
  OWNER_CHANGED: 'Domain moved to its new owner’s account',
  CHOOSE_PAYEE: 'Chose where to be paid',
  PAYEE_CHANGED: 'Payee details changed',
  ACKNOWLEDGE_PAYEE: 'Acknowledged the new payee',
  SHOW_PAYEE: 'Opened the payment details',
  LIST_REFINANCE: 'Listed for refinancing',
} as const;
type OtherAction = keyof typeof otherHistoryTexts;

/** The action of an entry: a transition, the acceptance of the offer, or an event about the domain. */
export type HistoryAction = EscrowTransition | OtherAction;
export const historyActions: readonly HistoryAction[] = [
  ...escrowTransitions,
  ...(Object.keys(otherHistoryTexts) as OtherAction[]),
];

/** `from` equals `to` if the status did not change. */
export interface HistoryEntry {
  escrowId: string;
  /** The loan's version after the entry. Each entry raises it by one, which orders the history. */
  version: number;
  at: Date;
  by: EscrowRole | 'SYSTEM';
  /** Null for SYSTEM. */
  accountId: string | null;
  /** The user's name, or "System". */
  actor: string;
  action: HistoryAction;
  from: EscrowStatus | null;
  to: EscrowStatus;
  note: string | null;
}
