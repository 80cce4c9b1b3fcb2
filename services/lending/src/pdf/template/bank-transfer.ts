/** The payment clauses of the bank-transfer agreement. */

import { days } from './days.ts';
import type { Block } from './prose.ts';
import { item } from './prose.ts';

/** For contract kind 0. */
export const bankPayment: { payingOut: readonly Block[]; repayment: readonly Block[] } = {
  payingOut: [
    item(
      'The Lender pays by bank transfer, in United States dollars, to the Borrower’s Payee, an account in the ' +
        'Borrower’s own name, and gives the reference that the Platform shows.',
    ),
    item(
      'The Lender compares the fingerprint of the Payee with the Borrower before sending, since a transfer can rarely ' +
        'be called back.',
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
      'Repayment goes by bank transfer to the Lender’s Payee, an account in the Lender’s own name, which the Lender ' +
        `chooses no later than ${days.repaymentDetails} days before the Due Date. The Borrower bears the sending bank’s fees.`,
    ),
    item(
      'If the Lender’s Payee is missing or wrong, the Borrower is not in default for as long as that hinders ' +
        'payment, and may escalate the loan so that an Operator settles it.',
    ),
  ],
};
