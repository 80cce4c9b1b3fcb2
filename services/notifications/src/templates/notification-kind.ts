/** Notification kinds: the groups by which users choose their mail. */

import type { EscrowTransition } from '@nameloan/contracts/loan';

export const notificationKinds = [
  'SECURITY',
  'SIGNATURE',
  'DUE',
  'NOTICE',
  'DISPUTE',
  'OFFER',
  'LOAN',
  'PAYMENT',
  'DOMAIN',
  'EXPIRY',
  'MESSAGE',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Always mailed (docs/product-rules.md, Notifications): missing one can cost money or a domain. */
export const alwaysMailed = ['SECURITY', 'SIGNATURE', 'DUE', 'NOTICE', 'DISPUTE'] as const;

/** Kind of each loan transition's notifications. */
export const transitionKinds: Record<EscrowTransition, NotificationKind> = {
  RESERVATION_REFUSED: 'LOAN',
  SIGN: 'SIGNATURE',
  CANCEL: 'LOAN',
  CUSTODY_ARRIVED: 'LOAN',
  CUSTODY_LOST: 'LOAN',
  MARK_PAID: 'LOAN',
  CONFIRM_RECEIPT: 'LOAN',
  CLAIM_REPAID: 'LOAN',
  DENY_REPAID: 'LOAN',
  FINALIZE_RETURN: 'LOAN',
  FINALIZE_SEIZE: 'LOAN',
  FINALIZE_SURRENDER: 'LOAN',
  ESCALATE: 'DISPUTE',
  ADD_EVIDENCE: 'DISPUTE',
  SETTLE_CONTINUE: 'DISPUTE',
  SETTLE_RETURN: 'DISPUTE',
  SETTLE_SEIZE: 'DISPUTE',
  RESOLVE_CONTINUE: 'DISPUTE',
  RESOLVE_RETURN: 'DISPUTE',
  RESOLVE_SEIZE: 'DISPUTE',
  RESOLVE_PLATFORM: 'DISPUTE',
  EXPIRE_SIGNATURE: 'LOAN',
  EXPIRE_TRANSFER: 'LOAN',
  CANCEL_UNANSWERED: 'LOAN',
  REMIND_RECEIPT: 'DUE',
  DEEM_RECEIVED: 'NOTICE',
  REMIND_DUE: 'DUE',
  SEND_NOTICE: 'NOTICE',
  ESCALATE_UNANSWERED: 'DISPUTE',
  RESERVATION_GRANTED: 'LOAN',
  DRAW_CONTRACT: 'SIGNATURE',
  SEAL_CONTRACT: 'SIGNATURE',
};
