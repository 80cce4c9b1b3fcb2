/** The label of a mail's button: the verb of what its alert waits for, or the page that it opens. */

import type { NotificationDraft } from '../template.ts';
import {
  accountSettings,
  addBalance,
  myDomains,
  offersReceived,
  offersSent,
  transactions,
} from '../template.ts';

/** By the first words of an alert key (alert-keys.ts), the most specific first. */
const alertActions: readonly (readonly [string, string])[] = [
  ['signature of', 'Sign the Contract'],
  ['receipt of', 'Confirm Receipt'],
  ['payment details of', 'Add Payment Details'],
  ['repayment of', 'Repay the Loan'],
  ['denial on', 'Answer the Denial'],
  ['claim on', 'Answer the Claim'],
  ['proposal on', 'Answer the Proposal'],
  ['offer ', 'Answer the Offer'],
  ['proof of', 'Check the Proof'],
  ['contest of', 'Check the Records'],
  ['push ', 'Answer the Push'],
  ['transfer of', 'Transfer the Domain'],
  ['renewal of', 'Renew the Domain'],
  ['payment ', 'Review the Payment'],
  ['debt of', 'Add Balance'],
  ['password of', 'Change the Password'],
  ['MFA of', 'Turn On MFA'],
  ['recovery codes of', 'Renew the Codes'],
  ['PENDING_SIGNATURE of', 'Sign the Contract'],
  ['DOMAIN_IN_CUSTODY of', 'Pay the Loan'],
  ['ESCALATED of', 'Add Evidence'],
];

const pageActions: Record<string, string> = {
  [myDomains]: 'Open My Domains',
  [offersReceived]: 'View Offers',
  [offersSent]: 'View Offers',
  [transactions]: 'View Transactions',
  [addBalance]: 'Add Balance',
  [accountSettings]: 'Open Settings',
};

export function labelAction({
  action,
  alert,
  link,
}: Pick<NotificationDraft, 'action' | 'alert' | 'link'>): string {
  if (action !== undefined) return action;
  const keys = alert === false ? [] : alert;
  const found = alertActions.find(([start]) => keys.some((key) => key.startsWith(start)));
  // Operators decide a dispute; its parties add evidence.
  if (link.startsWith('/app/disputes/')) return found ? 'Decide the Dispute' : 'Open the Dispute';
  return found?.[1] ?? labelPage(link);
}

/** By the page that the button opens. */
export function labelPage(link: string): string {
  if (link.startsWith('/app/escrow/')) return 'Open the Loan';
  if (link.startsWith('/app/disputes/')) return 'Open the Dispute';
  return pageActions[link] ?? 'Open the Dashboard';
}
