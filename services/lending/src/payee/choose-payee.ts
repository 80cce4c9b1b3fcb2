/** A party of a loan chooses where it is paid. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { payeeHoldHours } from '@nameloan/contracts/payee';
import { accountNow } from '@nameloan/runtime/clock';
import { findPartyAccountId } from '../contract/contract.ts';
import { redrawContract } from '../contract/draw-up-contract.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import {
  findNamedPayee,
  findPayee,
  isPaymentClaimed,
  isPaymentOpen,
  isSameVersion,
  isUnpaid,
  isUnsigned,
  withPayee,
} from '../escrow/loan-payee.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import type { LoanPayee, NamedPayee } from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { parties } from '../loan/roles.ts';
import { isFinal, statusLabels } from '../loan/status.ts';
import { access, commit, quotas } from '../service-context.ts';
import { applyCurrentPayee } from './apply-payee-change.ts';
import { emitPayeeChange } from './emit-payee-change.ts';
import { describeVersion, requestPayee, toNamedPayee, toVersion } from './payee-version.ts';

/**
 * Throws NOT_FOUND for an outsider and for a payee that is not the caller's, FORBIDDEN for operators, CONFLICT once the
 * payment has arrived or while the other party says that it has, TOO_MANY_REQUESTS. While the payment is open, another
 * payee than before is valid after 72 hours.
 */
export async function choosePayee(
  actor: AccountActor,
  escrowId: string,
  payeeId: string,
): Promise<Escrow> {
  const viewer = await loadViewer(actor);
  const loan = await escrows.findById(escrowId);
  // Undoes a choice that waits, so what protects the owner from a thief must not prevent it.
  const keeps = keepsPayee(loan, actor.accountId, payeeId);
  if (!keeps) await access.keepsEmail(actor);
  const first = requireParticipant(loan, viewer);
  assertMayChoose(first.escrow, first.by.role, keeps);
  const chosen = await requestPayee(actor.accountId, payeeId);
  if (!chosen) throw new DomainError('NOT_FOUND', 'You have no such payee.');
  const payee = toNamedPayee(chosen);
  const chosenLoan = await commit(async (tx) => {
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    const keptNow = keepsPayee(escrow, actor.accountId, payeeId);
    if (keeps && !keptNow)
      throw new DomainError('CONFLICT', 'The payee has just changed. Try again.', {
        reason: 'BUSY',
      });
    const party = assertMayChoose(escrow, by.role, keptNow);
    await quotas.take('loanActions', actor.accountId, tx);
    const now = accountNow();
    const before = findPayee(escrow, party);
    const after = decideChoice(escrow, { party, payee, now });
    if (after === before) return escrow;
    const payees = withPayee(escrow, party, after);
    const redrawn = isUnsigned(escrow) && escrow.contractSha256 !== null;
    const drawn = redrawn ? await redrawContract({ ...escrow, payees }, tx) : null;
    const lines = [
      `${describeVersion(payee)}.`,
      ...(after.next ? [`Valid in ${payeeHoldHours} hours; until then, the former payee is.`] : []),
      ...(drawn ? [`The contract was drawn up again: SHA-256 ${drawn.contractSha256}`] : []),
    ];
    const entry = { action: 'CHOOSE_PAYEE', note: lines.join('\n'), by } as const;
    const written = await recordHistory(escrow, { ...entry, changes: { payees, ...drawn } }, tx);
    const effectiveAt = after.next?.effectiveAt ?? null;
    const first = !before?.named;
    emitPayeeChange(written, { party, change: 'CHOSEN', effectiveAt, first }, tx);
    return written;
  });
  // Its owner may have changed or deleted the payee before the choice was stored.
  const change = { accountId: actor.accountId, payeeId, change: 'CHANGED' } as const;
  const updated = await commit((tx) => applyCurrentPayee(change, tx));
  return updated.find(({ id }) => id === escrowId) ?? chosenLoan;
}

/** Whether the party already has the payee, so that the choice only ends another one that waits. */
function keepsPayee(escrow: Escrow | undefined, accountId: string, payeeId: string): boolean {
  const party = escrow && parties.find((one) => findPartyAccountId(escrow, one) === accountId);
  const payee = party ? findPayee(escrow, party) : null;
  return payee !== null && findNamedPayee(payee, accountNow())?.payeeId === payeeId;
}

/** The party that chooses; throws as `choosePayee` does. */
function assertMayChoose(escrow: Escrow, role: Party | 'OPERATOR', keeps: boolean): Party {
  if (role === 'OPERATOR') {
    throw new DomainError('FORBIDDEN', 'Only the parties choose where they are paid.');
  }
  const conflict = findChoiceConflict(escrow, role);
  const isEnd = keeps && conflict?.reason === 'CLAIM_OPEN';
  if (conflict && !isEnd)
    throw new DomainError('CONFLICT', conflict.message, { reason: conflict.reason });
  return role;
}

export interface ChoiceConflict {
  reason: 'STATUS' | 'ALREADY_RECEIVED' | 'CLAIM_OPEN';
  message: string;
}

/** Why the party cannot choose a payee now; null if it can. */
export function findChoiceConflict(escrow: Escrow, party: Party): ChoiceConflict | null {
  if (isFinal(escrow.status)) {
    const label = statusLabels[escrow.status];
    const message = `This loan is ${label}; choosing a payee is not possible now.`;
    return { reason: 'STATUS', message };
  }
  if (!isUnpaid(escrow, party)) {
    const message = 'The money of this loan has arrived; where it is paid cannot change any more.';
    return { reason: 'ALREADY_RECEIVED', message };
  }
  const hasChosen = Boolean(findPayee(escrow, party)?.named);
  // A first choice redirects nothing, and the lender marks the loan as paid before sending.
  const redirectsNothing = party === 'BORROWER' && !hasChosen;
  if (redirectsNothing || !isPaymentClaimed(escrow, party)) return null;
  const message =
    party === 'BORROWER'
      ? 'The lender says that the money was sent. Confirm it or escalate the loan before you choose another payee.'
      : 'The borrower says that the loan is repaid. Confirm or deny that before you choose another payee.';
  return { reason: 'CLAIM_OPEN', message };
}

/** The loan's payee after the choice; the same object if it changes nothing. */
function decideChoice(
  escrow: Escrow,
  { party, payee, now }: { party: Party; payee: NamedPayee; now: Date },
): LoanPayee {
  const before = findPayee(escrow, party);
  const named = before && findNamedPayee(before, now);
  const waiting = before?.next && before.next !== named ? before.next : null;
  const isPrinted = !isUnsigned(escrow) || isSameVersion(before?.known ?? null, payee);
  if (before && !waiting && isPrinted && named?.payeeId === payee.payeeId) return before;
  if (before && waiting?.payeeId === payee.payeeId) return before;
  const rest = { known: before?.known ?? null, views: before?.views ?? [] };
  // The contract, or the notification of a first choice, is what the payer knows.
  const known = isUnsigned(escrow) || (!named && !rest.known) ? toVersion(payee) : rest.known;
  const waits = named !== null && named.payeeId !== payee.payeeId && isPaymentOpen(escrow, party);
  if (!waits) return { ...rest, known, named: payee, next: null };
  const effectiveAt = new Date(now.getTime() + payeeHoldHours * 3_600_000);
  return { ...rest, named: toStored(named), next: { ...payee, effectiveAt } };
}

/** Without the moment from which a later choice was valid. */
function toStored(named: NamedPayee): NamedPayee {
  const { payeeId, kind, version, holder, masked, fingerprint, changedAt, change } = named;
  return { payeeId, kind, version, holder, masked, fingerprint, changedAt, change };
}
