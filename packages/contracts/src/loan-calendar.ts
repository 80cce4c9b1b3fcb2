/** The periods of a loan in whole days, used by services, notices and the contract's text (docs/product-rules.md). */

/** Whole days, except where a comment says otherwise. */
export const loanCalendar = {
  /** Lifetime of an offer, unless the installation's setting differs. */
  offerDays: 7,
  /** From the acceptance until both have signed. */
  signatureDays: 7,
  /** From both signatures until the domain is in custody. */
  transferDays: 30,
  /** Of a refinancing: for the old lender to answer the payoff letter before the signatures. */
  payoffLetterDays: 3,
  /** Of a refinancing: from both signatures until the new lender reports the payment of the payoff. */
  refinanceDays: 10,
  /** Of a refinancing: for the borrower to pay what the payment of the payoff left open. */
  topUpDays: 3,
  /** For the lender to respond to the borrower's cancellation request. */
  cancelAnswerDays: 3,
  /** For the lender to mark the loan as paid once the domain is in custody. */
  fundingDays: 5,
  /** Of those days: on which the lender is reminded, in addition to the last one. */
  fundingReminderDays: [1, 3, 4],
  /** From custody until a loan without a mark is cancelled. */
  fundingLapseDays: 10,
  /** After the mark, until it lapses without payment details and receipt. */
  markLapseDays: 3,
  /** After a lapsed mark: for the next mark, and at the earliest until the cancellation. */
  refundingDays: 2,
  refundingLapseDays: 3,
  /** After an upgrade, the least time for the lender of a loan that had no deadline before. */
  fundingUpgradeDays: 3,
  /** After which the borrower is deemed to have received money that the lender reported with all details. */
  deemedReceiptDays: 5,
  /** Number of those days on which the borrower is reminded. */
  receiptReminderDays: 3,
  /** For the lender to respond to a repayment claim. */
  claimAnswerDays: 10,
  /** For the payee to answer a part payment with all details, before it counts. */
  paymentAnswerDays: 10,
  /** Of those days: on which the payee is reminded. */
  paymentReminderDays: [3, 7, 9],
  /** After a part payment counted without an answer: for which a pause of disputes does not bind either party. */
  deemedPaymentDays: 30,
  /** After a dispute ended with the loan continuing: until a party may escalate it again in the same stage. */
  escalationPauseDays: 7,
  /** A number of files, not days. */
  evidenceFilesPerSide: 10,
  /** From the escalation: period for evidence. */
  evidenceDays: 10,
  /** From the escalation: deadline of the operator's decision. */
  decisionDays: 14,
  /** After sending, until a notice counts as received. */
  noticeDays: 1,
  /** Grace period from the later of the due date and the receipt of the notice of default. */
  graceDays: 7,
  /** From the lender's acceleration of a loan with instalments until the domain may be taken. */
  accelerationDays: 7,
  /** For the other party to answer a proposed amendment. */
  amendmentAnswerDays: 7,
  /** From the agreement to an amendment until both have signed it. */
  amendmentSigningDays: 3,
  /** From that agreement until its money is confirmed; no seizure until then. */
  standstillDays: 10,
  /** From today: the latest day of a sale, and from that day: until when its price is sent. */
  saleDays: 30,
  /** For the seller to confirm the price of a loan that the buyer marked as sent. */
  saleAnswerDays: 10,
  /** Before an agreed amendment lapses: when the parties that it waits for are reminded. */
  amendmentReminderDays: 1,
  /** Before the due date: when the lender must have provided repayment details. */
  repaymentDetailsDays: 14,
  /** Reminders before the due date. */
  dueReminderDays: [14, 7, 3, 1],
  /** After the due date, for which a loan's domain must stay registered. */
  registeredPastDueDays: 90,
  /** Before its registration ends, when a domain in custody is renewed. */
  renewalDays: 30,
  /** Warnings before a registration ends. */
  renewalReminderDays: [60, 30, 7],
} as const;
