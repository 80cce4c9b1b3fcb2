/** Reads the amendments of a loan for its parties and operators, and the viewer's link to sign one. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { buildTokenPurpose } from '../escrow/contract-links.ts';
import { assertVisible } from '../escrow/read-escrows.ts';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import type { Amendment } from '../loan/amendment.ts';
import { maxProposals } from '../loan/amendment.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { decrypt, serviceContext } from '../service-context.ts';

const byNumber = { sort: { seq: 1 } } as const;

/** Throws NOT_FOUND for an outsider. */
export async function listAmendments(actor: AccountActor, escrowId: string): Promise<Amendment[]> {
  await assertVisible(actor, escrowId);
  return amendments.findMany({ escrowId }, { ...byNumber, limit: maxProposals });
}

/** Keyed by loan id. The caller must be allowed to see the loans. */
export async function readAmendmentsByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, Amendment[]>> {
  const filter = { escrowId: { $in: [...escrowIds] } };
  const limit = escrowIds.length * maxProposals;
  const found = await amendments.findMany(filter, { ...byNumber, limit });
  const byLoan = Map.groupBy(found, ({ escrowId }) => escrowId);
  return new Map(escrowIds.map((id) => [id, byLoan.get(id) ?? []]));
}

/** The viewer's own signing page; null until the amendment is agreed, for operators, and once it ended without effect. */
export function buildAmendmentUrl(amendment: Amendment, viewer: EscrowRole): string | null {
  const { id, status, borrowerToken, lenderToken } = amendment;
  if (viewer === 'OPERATOR' || status === 'LAPSED' || status === 'VOID') return null;
  const encrypted = viewer === 'BORROWER' ? borrowerToken : lenderToken;
  if (encrypted === null) return null;
  return `${serviceContext.publicUrl}/contracts/${decrypt(encrypted, buildTokenPurpose(id, viewer))}`;
}
