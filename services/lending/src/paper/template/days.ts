/** The loan's numbers of days as the agreement spells them. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';

const words = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen'],
];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** "seven"; figures beyond fourteen. */
const inWords = (count: number): string => words[count] ?? count.toLocaleString('en-US');
/** "on the day after", "two days after". */
const after = (count: number): string =>
  count === 1 ? 'on the day after' : `${inWords(count)} days after`;
/** "14, 7, 3 and 1". */
const listed = (days: readonly number[]): string => days.join(', ').replace(/, (\d+)$/, ' and $1');

export const days = {
  signature: loanCalendar.signatureDays,
  transfer: loanCalendar.transferDays,
  cancelAnswer: inWords(loanCalendar.cancelAnswerDays),
  deemedReceipt: inWords(loanCalendar.deemedReceiptDays),
  deemedReceiptEnd:
    ordinals[loanCalendar.deemedReceiptDays] ?? `${loanCalendar.deemedReceiptDays}th`,
  receiptReminders: inWords(loanCalendar.receiptReminderDays),
  claimAnswer: inWords(loanCalendar.claimAnswerDays),
  evidence: inWords(loanCalendar.evidenceDays),
  evidenceFiles: inWords(loanCalendar.evidenceFilesPerSide),
  decision: inWords(loanCalendar.decisionDays),
  noticeAfter: after(loanCalendar.noticeDays),
  grace: inWords(loanCalendar.graceDays),
  repaymentDetails: inWords(loanCalendar.repaymentDetailsDays),
  dueReminders: listed(loanCalendar.dueReminderDays),
  registeredPastDue: loanCalendar.registeredPastDueDays,
  renewal: loanCalendar.renewalDays,
  renewalReminders: listed(loanCalendar.renewalReminderDays),
} as const;
