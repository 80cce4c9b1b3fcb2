/** The payment clauses of the bank-transfer agreement. */

import { days } from './days.ts';
import type { Block } from './prose.ts';
import { item } from './prose.ts';

/** For contract kind 0. */
export const bankPayment: { payingOut: readonly Block[]; repayment: readonly Block[] } = {
  payingOut: [
    item(
      'The Lender pays by bank transfer, in United States dollars, to an account in the Borrower’s own name. The ' +
        'Borrower gives the account’s details in the loan’s chat on the Platform, and nowhere else.',
    ),
    item(
      'The Lender checks the details with the Borrower in the chat before sending, since a transfer can rarely ' +
        'be called back, and puts the number of this loan in the payment reference.',
    ),
    item(
      'The sender bears the sending bank’s fees, so that the Principal arrives in full. Payment from or to an ' +
        'account of a third person needs the other party’s consent in the chat.',
    ),
    item(
      'The date of payment is the day on which the receiving bank credits the amount. The reference is the one ' +
        'that the sending bank gives to the transfer.',
    ),
  ],
  repayment: [
    item(
      'Repayment goes by bank transfer to an account in the Lender’s own name, whose details the Lender gives in ' +
        `the chat no later than ${days.repaymentDetails} days before the Due Date. The Borrower bears the sending bank’s fees.`,
    ),
    item(
      'If the Lender’s details are missing or wrong, the Borrower is not in default for as long as that hinders ' +
        'payment, and may escalate the loan so that an Operator settles it.',
    ),
  ],
};
