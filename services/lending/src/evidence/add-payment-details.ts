/** Adds the details of the lender's payment, with evidence files about it. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { commit, quotas } from '../service-context.ts';
import { evidenceFiles } from './evidence.model.ts';

interface PaymentDetails {
  date: string;
  method: string;
  reference: string;
  evidenceIds?: readonly string[] | null | undefined;
}

/** Throws as `applyUserTransition` does, and INVALID_INPUT unless the files are the lender's of this loan. */
export async function addPaymentDetails(
  actor: AccountActor,
  escrowId: string,
  { evidenceIds, ...note }: PaymentDetails,
): Promise<Escrow> {
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    const ids = evidenceIds ? [...new Set(evidenceIds)] : null;
    const input = { transition: 'PAYMENT_DETAILS', ...note, evidenceIds: ids } as const;
    const after = await applyTransition(escrow, { input, by }, tx);
    if (ids === null || ids.length === 0) return after;
    const files = await evidenceFiles.list({ escrowId }, { tx });
    const own = new Set(files.filter((file) => file.by === by.role).map(({ id }) => id));
    if (ids.every((id) => own.has(id))) return after;
    throw invalidInput({ evidenceIds: 'Name files that you added to this loan.' });
  });
}
