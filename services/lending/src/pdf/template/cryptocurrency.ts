/** The payment clauses of the cryptocurrency agreement. */

import { days } from './days.ts';
import type { Block } from './prose.ts';
import { item } from './prose.ts';

/** For contract kind 1. */
export const cryptoPayment: { payingOut: readonly Block[]; repayment: readonly Block[] } = {
  payingOut: [
    item(
      'The Lender pays to the Borrower’s Payee, in the cryptocurrency and on the network that it names. Where it names ' +
        'none, both agree on the currency in the loan’s chat on the Platform before the loan is marked as paid. Unless ' +
        'they agree otherwise it is a stablecoin denominated in United States dollars.',
    ),
    item(
      'The amount sent is worth the Principal at the moment of sending, at the price of a public source named in ' +
        'the chat. From then on the debt is in dollars: later changes of the currency’s price concern neither ' +
        'Principal nor interest.',
    ),
    item(
      'The sender compares the fingerprint of the Payee with the receiver, who confirms a small trial payment if the ' +
        'sender asks for one. The sender bears the network’s fees.',
    ),
    item(
      'The date of payment is the day (UTC) of the block that contains the transaction, once it can be regarded ' +
        'as final on that network. The reference is the transaction’s hash.',
    ),
  ],
  repayment: [
    item(
      `Repayment goes to the Lender’s Payee, which the Lender chooses no later than ${days.repaymentDetails} days before the Due ` +
        'Date, in the currency and on the network that it names. The amount is what ' +
        'is owed in dollars on that day, at the price of the agreed source at the moment of sending.',
    ),
    item(
      'If no Payee is chosen, or its network stands still, the Borrower is not in default for as long as ' +
        'that hinders payment, and may escalate the loan so that an Operator settles it.',
    ),
  ],
};
