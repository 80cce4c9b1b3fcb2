/** The periods of the loan calendar as the agreement spells them. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';

const numerals = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen'],
];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** "seven"; digits above fourteen. */
const spellNumber = (count: number): string => numerals[count] ?? count.toLocaleString('en-US');
/** "on the day after", "two days after". */
const formatDaysAfter = (count: number): string =>
  count === 1 ? 'on the day after' : `${spellNumber(count)} days after`;
/** "14, 7, 3 and 1". */
const joinDays = (days: readonly number[]): string =>
  days.join(', ').replace(/, (\d+)$/, ' and $1');

export const days = {
  signature: loanCalendar.signatureDays,
  transfer: loanCalendar.transferDays,
  cancelAnswer: spellNumber(loanCalendar.cancelAnswerDays),
  funding: spellNumber(loanCalendar.fundingDays),
  fundingLapse: spellNumber(loanCalendar.fundingLapseDays),
  markLapse: spellNumber(loanCalendar.markLapseDays),
  refunding: spellNumber(loanCalendar.refundingDays),
  escalationPause: spellNumber(loanCalendar.escalationPauseDays),
  deemedReceipt: spellNumber(loanCalendar.deemedReceiptDays),
  deemedReceiptEnd:
    ordinals[loanCalendar.deemedReceiptDays] ?? `${loanCalendar.deemedReceiptDays}th`,
  receiptReminders: spellNumber(loanCalendar.receiptReminderDays),
  claimAnswer: spellNumber(loanCalendar.claimAnswerDays),
  paymentAnswer: spellNumber(loanCalendar.paymentAnswerDays),
  evidence: spellNumber(loanCalendar.evidenceDays),
  evidenceFiles: spellNumber(loanCalendar.evidenceFilesPerSide),
  decision: spellNumber(loanCalendar.decisionDays),
  noticeAfter: formatDaysAfter(loanCalendar.noticeDays),
  grace: spellNumber(loanCalendar.graceDays),
  acceleration: spellNumber(loanCalendar.accelerationDays),
  repaymentDetails: spellNumber(loanCalendar.repaymentDetailsDays),
  dueReminders: joinDays(loanCalendar.dueReminderDays),
  registeredPastDue: loanCalendar.registeredPastDueDays,
  renewal: loanCalendar.renewalDays,
  renewalReminders: joinDays(loanCalendar.renewalReminderDays),
} as const;
