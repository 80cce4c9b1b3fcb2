/** Payments of a refinancing in the list of payments, and what an answer to one means. */

import { formatMoney } from '../../../format/money.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';

type Payment = Loan['payments'][number];

const labels: Partial<Record<Payment['leg'], string>> = {
  PAYOFF: 'payoff, new lender to old lender',
  TOP_UP: 'top-up, borrower to old lender',
  SURPLUS: 'surplus, lender to borrower',
};

export const labelLeg = ({ leg }: Payment): string | undefined => labels[leg];

/** Undefined for other payments. */
export function describeLegConfirmation(loan: Loan, { leg }: Payment): string | undefined {
  switch (leg) {
    case 'PAYOFF':
      return 'Once you have the whole payoff, this loan ends as refinanced, and the domain secures the new loan. If less arrived, the borrower has 3 days to send the rest.';
    case 'TOP_UP':
      return 'Once you have the whole payoff, this loan ends as refinanced, and the domain secures the new loan.';
    case 'SURPLUS':
      return `You owe ${getFirstName(loan.lenderName)} this amount too, with interest from its day.`;
    default:
      return undefined;
  }
}

/** Undefined for other payments. */
export function describeLegDenial(loan: Loan, { leg, amount }: Payment): string | undefined {
  switch (leg) {
    case 'PAYOFF':
    case 'TOP_UP':
      return 'Says that the payment hasn’t arrived, and opens a dispute: an operator decides with the evidence of all parties.';
    case 'SURPLUS':
      return `Lets ${getFirstName(loan.lenderName)} know that ${formatMoney(amount)} hasn’t arrived. You don’t owe it.`;
    default:
      return undefined;
  }
}
