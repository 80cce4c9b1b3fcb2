/** The text of the deed of a sale. Pure. */

import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { DeedDocument } from '../pdf/render-deed.ts';

export function buildDeed(
  escrow: Escrow,
  assignment: Assignment,
  { drawnAt, buyerName }: { drawnAt: Date; buyerName: string },
): DeedDocument {
  const { id: escrowId, domainName, borrowerName, contractSha256, amended } = escrow;
  const { sellerName, priceCents, day } = assignment;
  const owed = escrow.receipt && replayLoan(escrow, escrow.receipt, { day });
  const figures: readonly (readonly [string, string])[] = [
    ['Price', formatCents(priceCents)],
    ['Day of the sale', formatDate(day)],
    ['Principal on that day', formatCents(owed?.principalCents ?? 0)],
    ['Interest until that day', formatCents(owed?.interestCents ?? 0)],
    [
      'Late fees and default interest',
      formatCents((owed?.feesCents ?? 0) + (owed?.defaultInterestCents ?? 0)),
    ],
    ['Owed on that day in all', formatCents(owed?.payoffCents ?? 0)],
    ['In default', escrow.noticeAt ? `since ${formatDate(escrow.noticeAt)}` : 'no'],
    ['Price sent by', formatDate(new Date(assignment.expiresAt.getTime() - 1))],
  ];
  return {
    ...{ escrowId, domainName, borrowerName, sellerName, buyerName, drawnAt, figures },
    contractSha256,
    amendmentSha256: amended?.sha256 ?? null,
    clauses: listClauses(assignment),
  };
}

function listClauses({ priceCents, day }: Assignment): string[] {
  return [
    `The seller sells the whole loan to the buyer for ${formatCents(priceCents)}, which the buyer pays to the seller directly. With the seller’s confirmation that the price has arrived, or an operator’s decision that it has, all rights of the lender pass to the buyer: the debt, the security interest in the domain, and the rights of the contract and its amendments.`,
    `The price covers everything owed on ${formatDate(day)}, accrued interest included. Interest of later days is the buyer’s. What the seller receives from the borrower for the buyer, the seller passes on: each payment of a later day, and what an earlier payment that is not counted above lowers the debt by.`,
    'The borrower is notified at the closing. Payments to the seller discharge the debt until the end of the day (UTC) after the notice; from then on the borrower pays the buyer only.',
    `If the seller does not answer the marked price within ${loanCalendar.saleAnswerDays} days, or denies it, an operator decides whether the sale has closed. Until then the loan runs on with the seller as its lender, who does not take the domain.`,
    'If the loan ends before the closing, this deed is void, and the seller returns the price. The seller states that the loan is not sold or pledged to anyone else.',
  ];
}
