/** Notifications of the lender's deadlines: to mark the loan as paid, and to add payment details. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { TransitionDetails, TransitionDraft } from './transition-draft.ts';
import { draftAlert, draftNotification } from './transition-draft.ts';

const { markLapseDays, refundingDays } = loanCalendar;

export const formatDays = (days: number): string => (days === 1 ? 'a day' : `${days} days`);

export function draftFundingReminder(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, amount, daysToDue } = transition;
  const days = daysToDue ?? 0;
  if (days > 0) {
    return [
      draftAlert(
        'LENDER',
        `${domainName} waits for your payment`,
        `${domainName} is in our custody for your loan. Mark it paid within ${formatDays(days)}, then send ${amount}; after that the borrower may cancel at once.`,
      ),
    ];
  }
  return [
    draftAlert(
      'LENDER',
      `Your payment for ${domainName} is late`,
      `You haven’t marked the loan on ${domainName} as paid in time. The borrower may now cancel at once. Mark it paid before you send ${amount}.`,
    ),
    draftNotification(
      'BORROWER',
      `The payment for ${domainName} is late`,
      `The lender hasn’t marked the loan on ${domainName} as paid in time. You can cancel at once, or wait for the payment.`,
    ),
  ];
}

export function draftMarkLapsed({ domainName, amount }: TransitionDetails): TransitionDraft[] {
  const title = `The mark as paid for ${domainName} lapsed`;
  return [
    draftAlert(
      'LENDER',
      title,
      `You marked the loan on ${domainName} as paid, but it got neither payment details nor a receipt within ${markLapseDays} days. Mark it paid again within ${refundingDays} days, with date, method and reference.`,
    ),
    draftNotification(
      'BORROWER',
      title,
      `The lender marked ${amount} for the loan on ${domainName} as sent, but added no payment details, and you confirmed no receipt. The lender has ${refundingDays} days to mark it again; after that you can cancel at once.`,
    ),
  ];
}
