/** The loan's numbers, of days but for one, once: services reckon with them, notices and the contract's text print them. */

/** Whole days (product.md sections 3 to 5). */
export const loanCalendar = {
  /** An offer stands; where the installation says otherwise, its setting does. */
  offerDays: 7,
  /** From the acceptance until both have signed. */
  signatureDays: 7,
  /** From both signatures until the domain is in custody. */
  transferDays: 30,
  /** A lender's silence about the borrower's wish to cancel. */
  cancelAnswerDays: 3,
  /** The borrower's silence about money that the lender says was sent, with all particulars. */
  deemedReceiptDays: 5,
  /** On so many of them the borrower is reminded. */
  receiptReminderDays: 3,
  /** A lender's silence about a claim of repayment. */
  claimAnswerDays: 10,
  /** A number of files, not of days: what each side may bring. */
  evidenceFilesPerSide: 10,
  /** From the escalation: each side brings its evidence. */
  evidenceDays: 10,
  /** From the escalation: an operator's decision is due. */
  decisionDays: 14,
  /** A notice counts as received so long after it was sent. */
  noticeDays: 1,
  /** Grace, from the later of the due date and the receipt of the notice of default. */
  graceDays: 7,
  /** Before the due date the lender has said where repayment goes. */
  repaymentDetailsDays: 14,
  /** Reminders before the due date. */
  dueReminderDays: [14, 7, 3, 1],
  /** A loan's domain stays registered so long past the due date. */
  registeredPastDueDays: 90,
  /** A domain in custody is renewed so long before its registration ends. */
  renewalDays: 30,
  /** Warnings before a registration ends. */
  renewalReminderDays: [60, 30, 7],
} as const;
