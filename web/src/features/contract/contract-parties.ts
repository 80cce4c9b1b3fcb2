/** Who has signed a contract, and who is to. */

import type { SigningPageFragment } from './contract-page.generated.ts';

export const bothSigned = ({ borrowerSignedAt, lenderSignedAt }: SigningPageFragment): boolean =>
  borrowerSignedAt !== null && lenderSignedAt !== null;

export interface Parties {
  /** Whose link it is. */
  own: { role: string; name: string; signedAt: string | null };
  other: { role: string; name: string; signedAt: string | null };
}

export function partiesOf(contract: SigningPageFragment): Parties {
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
