/** Shows the payer of a loan where to pay, once they have acknowledged what changed; every view is in the history. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { PayeeFields } from '@nameloan/contracts/payee';
import { payeeDetailsPurpose, payeeFields } from '@nameloan/contracts/payee';
import { accountNow, now } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findPayee, isSameVersion, withPayee } from '../escrow/loan-payee.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { computePayoff, computePayoffIfDenied } from '../escrow/stage.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import type { PayeeVersion, PayeeView } from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { commit, decrypt, quotas, request } from '../service-context.ts';
import { describeVersion } from './payee-version.ts';
import { renderPaymentQr } from './payment-qr.ts';
import { takeReference, toCreditorReference } from './payment-reference.ts';
import type { ValidPayee } from './valid-payee.ts';
import { assertKnown, assertPays, requestValidPayee, requireValid } from './valid-payee.ts';

export interface DisclosedPayee extends PayeeVersion {
  fields: PayeeFields;
  /** In the last 30 days. */
  recentChanges: number;
}

export interface PaymentInstructions {
  payee: DisclosedPayee;
  /** "NL" and eight letters or digits. */
  reference: string;
  /** The same by ISO 11649. */
  creditorReference: string;
  amountCents: number;
  qr: { text: string; svg: string } | null;
}

/** A session that looks again within this time adds no entry to the history. */
const viewMs = 3_600_000;

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for operators, CONFLICT unless the payment is due and a payee is chosen,
 * CONFLICT with PAYEE_CHANGED until the caller has acknowledged the valid version, TOO_MANY_REQUESTS, UNAVAILABLE
 * without identity.
 */
export async function readPaymentInstructions(
  actor: AccountActor,
  escrowId: string,
): Promise<PaymentInstructions> {
  const viewer = await loadViewer(actor);
  const first = requireParticipant(await escrows.findById(escrowId), viewer);
  const payer = assertPays(first.escrow, first.by.role);
  const found = await requestValidPayee(first.escrow, payer);
  const { escrow, valid, reference } = await commit(async (tx) => {
    await quotas.take('paymentDetailViews', actor.accountId, tx);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    assertPays(escrow, by.role);
    const valid = requireValid(escrow, payer, found);
    assertKnown(escrow, { payer, valid, recentChanges: found.recentChanges });
    const reference = await takeReference({ escrowId, party: payer.paid }, tx);
    const views = addView(escrow, payer.paid, { actor, valid });
    if (views) {
      const changes = { payees: views };
      const note = `${describeVersion(valid)}.`;
      await recordHistory(escrow, { action: 'SHOW_PAYEE', note, by, changes }, tx);
    }
    return { escrow, valid, reference };
  });
  const fields = await requestFields(found, valid);
  const amountCents = computeAmount(escrow, payer.paid);
  const { kind } = valid;
  return {
    payee: { ...valid, fields, recentChanges: found.recentChanges },
    reference,
    creditorReference: toCreditorReference(reference),
    amountCents,
    qr: await renderPaymentQr({ kind, fields, amountCents, reference }),
  };
}

async function requestFields(
  { accountId }: ValidPayee,
  { payeeId, version }: PayeeVersion,
): Promise<PayeeFields> {
  const details = await request('identity.payee-details', { accountId, payeeId, version });
  return payeeFields.parse(JSON.parse(decrypt(details.sealedFields, payeeDetailsPurpose)));
}

/** The principal, the agreed money of a higher one, or what is owed today. */
function computeAmount(escrow: Escrow, paid: Party): number {
  if (paid === 'BORROWER')
    return (escrow.receipt === null ? null : escrow.amendment?.dueCents) ?? escrow.amountCents;
  const owed = computePayoffIfDenied(escrow, now()) ?? computePayoff(escrow, now());
  if (owed === null)
    throw new DomainError('CONFLICT', 'Nothing is owed on this loan.', { reason: 'STATUS' });
  return owed;
}

/** The loan's payees with this view; null if the session has seen this version within the hour. */
function addView(
  escrow: Escrow,
  paid: Party,
  { actor, valid }: { actor: AccountActor; valid: PayeeVersion },
) {
  const payee = findPayee(escrow, paid);
  if (!payee) return null;
  const at = accountNow();
  const { sessionId } = actor;
  const { payeeId, version } = valid;
  const recent = payee.views.filter((view) => at.getTime() - view.at.getTime() < viewMs);
  const isSeen = (view: PayeeView) => view.sessionId === sessionId && isSameVersion(view, valid);
  if (recent.some(isSeen)) return null;
  const views = [...recent, { sessionId, payeeId, version, at }];
  return withPayee(escrow, paid, { ...payee, views });
}
