/** What differs between signing the contract of a loan and signing an amendment to it. Pure. */

import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import type { Contract } from './contract.ts';
import { describeNextStep } from './contract.ts';

/** The transition that a signature makes. */
export const chooseSigning = ({ amendmentOf }: Contract, sha256: string) =>
  amendmentOf
    ? ({ transition: 'SIGN_AMENDMENT', sha256 } as const)
    : ({ transition: 'SIGN', sha256 } as const);

export interface SignatureState {
  borrowerSignedAt: Date | null;
  lenderSignedAt: Date | null;
}

/** Of the loan for its contract; of the document itself for an amendment. */
export function findSignatureState(contract: Contract, escrow: Escrow): SignatureState {
  if (!contract.amendmentOf) return escrow;
  const find = (party: Party): Date | null =>
    contract.signatures.find((one) => one.party === party)?.at ?? null;
  return { borrowerSignedAt: find('BORROWER'), lenderSignedAt: find('LENDER') };
}

/** The next step after a signature, as a sentence for the signer. */
export function describeAfterSigning(contract: Contract, escrow: Escrow, party: Party): string {
  if (!contract.amendmentOf) return describeNextStep(escrow, party);
  const { borrowerSignedAt, lenderSignedAt } = findSignatureState(contract, escrow);
  if (borrowerSignedAt === null) return `Waiting for ${escrow.borrowerName} to sign.`;
  if (lenderSignedAt === null) return `Waiting for ${escrow.lenderName} to sign.`;
  if (escrow.amendment?.status !== 'AWAITING_MONEY')
    return 'Both parties have signed. The amendment is effective.';
  return party === 'BORROWER'
    ? 'Both parties have signed. Send the agreed money, then report the payment on the loan’s page.'
    : `Both parties have signed. Next, ${escrow.borrowerName} sends the agreed money.`;
}
