/** The payment clauses of the cryptocurrency agreement. */

import { days } from './days.ts';
import type { Block } from './prose.ts';
import { item } from './prose.ts';

/** For contract kind 1. */
export const cryptoPayment: { payingOut: readonly Block[]; repayment: readonly Block[] } = {
  payingOut: [
    item(
      'The Lender pays in a cryptocurrency on which both agree in the loan’s chat on the Platform before the loan ' +
        'is marked as paid, naming the currency, the network and the receiving address. Unless they agree ' +
        'otherwise it is a stablecoin denominated in United States dollars.',
    ),
    item(
      'The amount sent is worth the Principal at the moment of sending, at the price of a public source named in ' +
        'the chat. From then on the debt is in dollars: later changes of the currency’s price concern neither ' +
        'Principal nor interest.',
    ),
    item(
      'The receiver checks the address in the chat and confirms a small trial payment if the sender asks for one. ' +
        'The sender bears the network’s fees. Money sent to an address that the receiver gave in the chat is sent ' +
        'to the receiver.',
    ),
    item(
      'The date of payment is the day (UTC) of the block that contains the transaction, once it can be regarded ' +
        'as final on that network. The reference is the transaction’s hash.',
    ),
  ],
  repayment: [
    item(
      `Repayment goes to an address that the Lender gives in the chat no later than ${days.repaymentDetails} days before the Due ` +
        'Date, in the same currency and on the same network unless they agree otherwise there. The amount is what ' +
        'is owed in dollars on that day, at the price of the agreed source at the moment of sending.',
    ),
    item(
      'If no address is given, or the agreed network stands still, the Borrower is not in default for as long as ' +
        'that hinders payment, and may escalate the loan so that an Operator settles it.',
    ),
  ],
};
