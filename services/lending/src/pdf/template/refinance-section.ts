/** The contract's section of a loan that repays another one: the direction to pay, and when the loan starts. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { FormattedTerms, Section } from './prose.ts';
import { bold, item, paragraph } from './prose.ts';

const { deemedReceiptDays, refinanceDays } = loanCalendar;

/** The last section, so that the numbers of the others stay; null for every other loan. */
export function buildRefinanceSection({ terms, domain, amount }: FormattedTerms): Section | null {
  const { refinances } = terms;
  if (refinances === null) return null;
  const { lenderName, escrowId } = refinances;
  return {
    title: 'The loan that this one repays',
    blocks: [
      paragraph(
        `This loan repays the Borrower’s loan from ${lenderName} (“the Old Lender”) that ${domain} secures, number ${escrowId}. ` +
          'The Domain already is in the Platform’s custody and stays there. Where another section speaks of its transfer ' +
          'into custody or of the payment to the Borrower, this section applies instead.',
      ),
      item(
        bold('Direction to pay. '),
        `The Borrower directs the Lender to pay the Old Lender the payoff of the day of the payment, by the payoff letter on the Platform, and at most ${amount}. The amount must arrive in full. What the Old Lender confirms counts as received by the Borrower.`,
      ),
      item(
        bold('Time. '),
        `If the Lender does not report that payment within ${refinanceDays} days of the last signature, this agreement ends and the old loan continues.`,
      ),
      item(
        bold('Rest. '),
        'The Borrower pays the Old Lender what the payoff takes beyond that payment. What is left of the loan, the Lender ' +
          `pays the Borrower after the closing; a payment that the Borrower does not answer counts as received after ${deemedReceiptDays} days. The Borrower owes only what was paid, with interest from the day of each payment.`,
      ),
      item(
        bold('Closing. '),
        'Once the Old Lender has confirmed all of the payoff, or a dispute about it is decided so, the old loan ends and the ' +
          'Domain secures this one at the same moment. The term runs from the day of the payment to the Old Lender.',
      ),
    ],
  };
}
