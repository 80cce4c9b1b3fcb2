/** The parties of a contract and their signatures. */

import type { SigningPageFragment } from './contract-page.generated.ts';

export const bothSigned = ({ borrowerSignedAt, lenderSignedAt }: SigningPageFragment): boolean =>
  borrowerSignedAt !== null && lenderSignedAt !== null;

/** An amendment is signed on the page of a contract. */
export const nameDocument = (amendment: { n: number } | null): string =>
  amendment ? `Amendment ${amendment.n}` : 'Lending agreement';

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
