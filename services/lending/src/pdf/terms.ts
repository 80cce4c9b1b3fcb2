/** The frozen terms of a contract; its text depends on nothing else. */

import type { ContractKind } from '@nameloan/contracts/loan';
import type { PayeeKind } from '@nameloan/contracts/payee';
import type { Accrual } from '@nameloan/loan-math/accrual';
import type { PlannedRecord } from '../loan/plan/plan.ts';
import type { Holder, Party } from '../loan/roles.ts';
import { contractNames } from '../loan/terms.ts';

/** Edition of the text, printed on every page. Change it with every change of the text. */
export const contractEdition = '2026-11k';

/** A payee as the contract prints it. */
export interface PrintedPayee {
  kind: PayeeKind;
  holder: string;
  /** Short form. */
  masked: string;
  fingerprint: string;
}

/** Money in integer US cents, the term in whole days, the rate in basis points per year. */
export interface ContractTerms extends PlannedRecord {
  escrowId: string;
  contract: ContractKind;
  /** When the contract is drawn up. */
  drawnAt: Date;
  borrowerName: string;
  lenderName: string;
  /** A-label. */
  domainName: string;
  unicodeName: string;
  amountCents: number;
  termDays: number;
  rateBps: number;
  accrual: Accrual;
  /** The platform's fee for the transfer into custody; 0 if the domain was already in custody. */
  transferFeeCents: number;
  /** The borrower's declaration of business purposes, as a sentence; null: none. */
  businessStatement: string | null;
  /** The borrower's statement about claims of others on the domain; null: none is known. */
  knownClaims: string | null;
  /** The loan that this one repays, and its lender's name; null: none. */
  refinances: { escrowId: string; lenderName: string } | null;
  /** The registrant during the loan. */
  holder: Holder;
  /** By the party that is paid; null: none is chosen. */
  payees: Record<Party, PrintedPayee | null>;
}

/** The governing law and the courts with jurisdiction, as the contract prints them. */
export interface GoverningLaw {
  law: string;
  venue: string;
}

/** The input of the agreement's text; the certificate needs only the terms of the loan. */
export interface AgreementTerms extends ContractTerms {
  governing: GoverningLaw;
}

/** The consent that a signer gives by a checkbox (docs/product-rules.md#contracts). */
export function buildConsentText(
  terms: Pick<ContractTerms, 'contract'>,
  kind: 'amendment' | null = null,
): string {
  const name = `${kind ? 'Amendment to the ' : ''}${contractNames[terms.contract]}`;
  return (
    `I have read the ${name} shown here. I agree to be bound by it, to sign it ` +
    'electronically by typing my name, and to receive it and all notices about this loan electronically. ' +
    'I can download and keep a copy. My name, legal address, the time, my IP address and my browser ' +
    'are recorded on the certificate page, which the other party sees.'
  );
}

/** The consent of the seller and the buyer of a loan. */
export const buildDeedConsentText = (): string =>
  'I have read the Deed of Assignment shown here. I agree to be bound by it, to sign it electronically by typing my ' +
  'name, and to receive it and all notices about this sale and this loan electronically. I can download and keep a ' +
  'copy. My name, legal address, the time, my IP address and my browser are recorded on the certificate page, which ' +
  'the other party and the borrower see.';
