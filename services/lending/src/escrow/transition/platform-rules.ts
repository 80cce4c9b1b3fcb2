/** The transition rules of the platform: events of other services, jobs, and timed transitions. */

import { escrowStatuses } from '@nameloan/contracts/loan';
import { finalStatuses } from '../../loan/status.ts';
import type { TransitionRule } from './transition-rule.ts';
import { keepStatus } from './transition-rule.ts';

const system = ['SYSTEM'] as const;

const afterSignature = escrowStatuses.filter((status) => status !== 'PENDING_SIGNATURE');

/** Events never throw: one that no longer applies is written to the history and acknowledged. */
export const eventRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_GRANTED',
    roles: system,
    when: 'notReserved',
    to: 'PENDING_SIGNATURE',
  },
  ...keepStatus(escrowStatuses, {
    transition: 'RESERVATION_GRANTED',
    roles: system,
    historyOnly: true,
  }),
  {
    from: 'PENDING_SIGNATURE',
    transition: 'RESERVATION_REFUSED',
    roles: system,
    to: 'CANCELLED',
  },
  ...keepStatus(afterSignature, {
    transition: 'RESERVATION_REFUSED',
    roles: system,
    historyOnly: true,
  }),

  ...keepStatus(escrowStatuses, {
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    when: 'stale',
    historyOnly: true,
  }),
  {
    from: 'PENDING_SIGNATURE',
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    to: 'PENDING_SIGNATURE',
  },
  { from: 'NEW', transition: 'CUSTODY_ARRIVED', roles: system, to: 'DOMAIN_IN_CUSTODY' },
  ...keepStatus(['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED', ...finalStatuses], {
    transition: 'CUSTODY_ARRIVED',
    roles: system,
    historyOnly: true,
  }),

  ...keepStatus(escrowStatuses, {
    transition: 'CUSTODY_LOST',
    roles: system,
    when: 'stale',
    historyOnly: true,
  }),
  { from: 'PENDING_SIGNATURE', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'NEW', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'DOMAIN_IN_CUSTODY', transition: 'CUSTODY_LOST', roles: system, to: 'CANCELLED' },
  { from: 'LOAN_POSTED', transition: 'CUSTODY_LOST', roles: system, to: 'ESCALATED' },
  { from: 'ESCALATED', transition: 'CUSTODY_LOST', roles: system, to: 'ESCALATED' },
  ...keepStatus(finalStatuses, { transition: 'CUSTODY_LOST', roles: system, historyOnly: true }),
];

/** Transitions made by this service's jobs. */
export const jobRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'DRAW_CONTRACT',
    roles: system,
    guards: ['reserved', 'contractNotDrawn'],
    to: 'PENDING_SIGNATURE',
  },
  ...keepStatus(afterSignature, {
    transition: 'SEAL_CONTRACT',
    roles: system,
    guards: ['bothSigned', 'notSealed'],
  }),
];

/** Transitions caused by silence and dates; schedule.ts computes when each is due. */
export const timedRules: readonly TransitionRule[] = [
  {
    from: 'PENDING_SIGNATURE',
    transition: 'EXPIRE_SIGNATURE',
    roles: system,
    guards: ['signatureTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'NEW',
    transition: 'EXPIRE_TRANSFER',
    roles: system,
    guards: ['transferTimeOver'],
    to: 'CANCELLED',
  },
  {
    from: 'DOMAIN_IN_CUSTODY',
    transition: 'CANCEL_UNANSWERED',
    roles: system,
    guards: ['cancelUnanswered'],
    to: 'CANCELLED',
  },
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'REMIND_RECEIPT',
    roles: system,
    guards: ['receiptReminderDue'],
  }),
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'DEEM_RECEIVED',
    roles: system,
    guards: ['receiptUnanswered'],
  }),
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'REMIND_DUE',
    roles: system,
    guards: ['dueReminderDue'],
  }),
  ...keepStatus(['LOAN_POSTED'], {
    transition: 'SEND_NOTICE',
    roles: system,
    guards: ['receiptConfirmed', 'due', 'noticeNotSent'],
  }),
  {
    from: 'LOAN_POSTED',
    transition: 'ESCALATE_UNANSWERED',
    roles: system,
    guards: ['claimUnanswered'],
    to: 'ESCALATED',
  },
];
