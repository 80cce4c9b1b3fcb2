/** The frozen terms from which a contract is drawn up: all that its text may depend on. */

import type { ContractKind } from '@nameloan/contracts/loan.ts';
import { contractNames } from '../loan/terms.ts';

/** Edition of the text, printed on every page; a changed wording gets a new one. */
export const contractEdition = '2026-11f';

/** Money in integer US cents, the term in whole days, the rate in basis points a year. */
export interface ContractTerms {
  escrowId: string;
  contract: ContractKind;
  /** When the contract is drawn up; the document's only date besides the loan's own. */
  drawnAt: Date;
  borrowerName: string;
  lenderName: string;
  /** A-label. */
  domainName: string;
  unicodeName: string;
  amountCents: number;
  termDays: number;
  rateBps: number;
  /** The platform's fee for the transfer into custody; 0 where the domain was there already. */
  transferFeeCents: number;
  /** What the borrower declares about the purpose, as a sentence; null: nothing. */
  businessStatement: string | null;
}

/** Whose law governs the agreement, and whose courts decide: names as they stand in a sentence. */
export interface GoverningLaw {
  law: string;
  venue: string;
}

/** All that the agreement's text is made from; the certificate needs only the loan's own terms. */
export interface AgreementTerms extends ContractTerms {
  governing: GoverningLaw;
}

/** What a signer agrees to, shown beside the box to tick (product.md section 5). */
export function consentText(terms: Pick<ContractTerms, 'contract'>): string {
  return (
    `I have read the ${contractNames[terms.contract]} shown here. I agree to be bound by it, to sign it ` +
    'electronically by typing my name, and to receive it and all notices about this loan electronically. ' +
    'I can download and keep a copy. My name, legal address, the time, my IP address and my browser ' +
    'are recorded on the certificate page, which the other party sees.'
  );
}
