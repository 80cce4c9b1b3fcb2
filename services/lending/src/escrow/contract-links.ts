/** Builds each party's links to a loan's contract; the tokens are stored encrypted on the loan. */

import { now } from '@nameloan/runtime/clock';
import type { EscrowRole, Party } from '../loan/roles.ts';
import { isFinal } from '../loan/status.ts';
import { decrypt, serviceContext } from '../service-context.ts';
import type { Escrow } from './escrow.ts';

/** The encryption purpose of a party's token. */
export function buildTokenPurpose(escrowId: string, party: Party): string {
  return `contract token of the ${party.toLowerCase()} of ${escrowId}`;
}

const linkLifeMs = 30 * 86_400_000;

/** Whether the links have ended, 30 days after the loan. */
export function hasLinkEnded({ status, statusAt }: Escrow, at: Date): boolean {
  return isFinal(status) && at.getTime() >= statusAt.getTime() + linkLifeMs;
}

/** URL of this party's signing page; null for everyone else, until the contract is drawn up and after its end. */
export function buildContractUrl(escrow: Escrow, party: Party, viewer: EscrowRole): string | null {
  if (hasLinkEnded(escrow, now())) return null;
  const token = viewer === party ? decryptToken(escrow, party) : null;
  return token === null ? null : `${serviceContext.publicUrl}/contracts/${token}`;
}

/** The viewer's own URL of the sealed PDF, which needs a login; null until it is sealed, and for operators. */
export function buildSignedPdfUrl(escrow: Escrow, viewer: EscrowRole): string | null {
  if (escrow.sealedAt === null || viewer === 'OPERATOR') return null;
  if (hasLinkEnded(escrow, now()))
    return `${serviceContext.publicUrl}${buildContractPath(escrow.id)}`;
  const token = decryptToken(escrow, viewer);
  return token === null ? null : `${serviceContext.publicUrl}${buildPdfPath(token)}`;
}

function decryptToken(escrow: Escrow, party: Party): string | null {
  const encrypted =
    party === 'BORROWER' ? escrow.borrowerContractToken : escrow.lenderContractToken;
  return encrypted === null ? null : decrypt(encrypted, buildTokenPurpose(escrow.id, party));
}

/** Path of the PDF for parties and operators; it contains no token. */
export function buildContractPath(escrowId: string): string {
  return `/api/escrow/${escrowId}/contract`;
}

/** Path of the PDF below the public URL. */
export function buildPdfPath(token: string): string {
  return `/api/contracts/${token}/pdf`;
}
