/** The parties of a contract and their signatures. */

import type { SigningPageFragment } from './contract-page.generated.ts';

export const bothSigned = ({ borrowerSignedAt, lenderSignedAt }: SigningPageFragment): boolean =>
  borrowerSignedAt !== null && lenderSignedAt !== null;

export interface Parties {
  /** The party that the link was made for. */
  own: { role: string; name: string; signedAt: string | null };
  other: { role: string; name: string; signedAt: string | null };
}

export function getParties(contract: SigningPageFragment): Parties {
  const borrower = {
    role: 'borrower',
    name: contract.borrowerName,
    signedAt: contract.borrowerSignedAt,
  };
  const lender = { role: 'lender', name: contract.lenderName, signedAt: contract.lenderSignedAt };
  return contract.party === 'BORROWER'
    ? { own: borrower, other: lender }
    : { own: lender, other: borrower };
}
