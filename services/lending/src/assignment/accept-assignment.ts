/** Binds the buyer of a sale and draws up the deed. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { contractFiles } from '../contract/contract.model.ts';
import { loadViewer } from '../escrow/participant.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { Party } from '../party/party.ts';
import { waitForParty } from '../party/read-party.ts';
import { requestPayee } from '../payee/payee-version.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import { commit, quotas } from '../service-context.ts';
import { assertStep } from './assignment-steps.ts';
import { buildDeed } from './build-deed.ts';
import { assertNeverLent, assertNoParty, checkBuyer } from './check-buyer.ts';
import { assertSellable } from './check-loan.ts';
import type { FoundAssignment } from './find-assignment.ts';
import { findAssignment } from './find-assignment.ts';
import { writeStep } from './write-step.ts';

interface Acceptance {
  token: string;
  /** Where the buyer is paid from the closing on; can be chosen later. */
  payeeId: string | null;
}

/**
 * Of concurrent acceptances one binds its buyer; for the others the link has ended. Throws NOT_FOUND for an unknown link and
 * a payee that is not the caller's, FORBIDDEN for a party of the loan, CONFLICT as the guards and the country rules do.
 */
export async function acceptAssignment(
  actor: AccountActor,
  { token, payeeId }: Acceptance,
): Promise<Assignment> {
  const [viewer, buyer] = await Promise.all([loadViewer(actor), waitForParty(actor.accountId)]);
  if (payeeId !== null && !(await requestPayee(actor.accountId, payeeId)))
    throw new DomainError('NOT_FOUND', 'You have no such payee.');
  return commit(async (tx) => {
    const found = await findAssignment(token, viewer, tx);
    const { assignment, escrow, role } = found;
    assertNoParty(escrow, actor.accountId);
    assertStep(assignment, 'ACCEPT', { role, now: now() });
    assertNeverLent(escrow, actor.accountId);
    await quotas.take('loanActions', actor.accountId, tx);
    assertSellable(escrow);
    await checkBuyer(escrow, buyer.legalAddress);
    return bind(found, { buyer, payeeId }, tx);
  });
}

async function bind(
  found: FoundAssignment,
  { buyer, payeeId }: { buyer: Party; payeeId: string | null },
  tx: Tx,
): Promise<Assignment> {
  const { assignment, escrow } = found;
  const drawnAt = now();
  // PDF rendering is heavy and rarely needed, so it is loaded on first use.
  const { renderDeed } = await import('../pdf/render-deed.ts');
  const bytes = await renderDeed(buildDeed(escrow, assignment, { drawnAt, buyerName: buyer.name }));
  const sha256 = sha256Hex(bytes);
  const file = { id: sha256, version: 1, escrowId: escrow.id, contractId: assignment.id };
  await contractFiles.add({ ...file, kind: 'SHOWN', bytes, createdAt: drawnAt }, tx);
  const { receipt, contractSha256, amended, noticeAt } = escrow;
  const changes: Partial<Assignment> = {
    ...{ status: 'ACCEPTED', buyerId: buyer.id, buyerName: buyer.name, payeeId },
    ...{ acceptedAt: drawnAt, sha256, contractSha256 },
    amendmentSha256: amended?.sha256 ?? null,
    owedCents: receipt ? computeOwedCents(escrow, receipt, assignment.day) : 0,
    defaulted: noticeAt !== null,
  };
  return writeStep(found, { step: 'ACCEPT', bySeller: false, changes }, tx);
}
