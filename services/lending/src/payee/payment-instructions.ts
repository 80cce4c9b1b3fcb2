/** Shows the payer of a loan where to pay, once they have acknowledged what changed; every view is in the history. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { PayeeFields } from '@nameloan/contracts/payee';
import { payeeDetailsPurpose, payeeFields } from '@nameloan/contracts/payee';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { accountNow, now } from '@nameloan/runtime/clock';
import { computeSurplusCents } from '../escrow/balance/refinance-rest.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findNamedPayee, findPayee, isSameVersion, withPayee } from '../escrow/loan-payee.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { computePayoff, computePayoffIfDenied } from '../escrow/stage.ts';
import { recordHistory } from '../escrow/transition/apply-transition.ts';
import { findLastSale, findLastSellerDay } from '../loan/assignment/former-lender.ts';
import type { LoanPayee, PayeeVersion, PayeeView } from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { commit, decrypt, quotas, request } from '../service-context.ts';
import {
  computeOldLenderAmount,
  oldLenderPayer,
  paysOldLender,
  requestOldLenderPayee,
} from './old-lender.ts';
import { describeVersion, requestPayee, toVersion } from './payee-version.ts';
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
  /** Who may be paid instead for a short time after a sale; null otherwise. */
  formerLender: FormerLender | null;
}

interface FormerLender {
  name: string;
  /** The last day whose payments to them discharge, UTC midnight. */
  until: Date;
  payee: DisclosedPayee | null;
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
  if (paysOldLender(first.escrow)) return readOldLenderInstructions(actor, first.escrow.id);
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
  return buildInstructions({
    found,
    valid,
    reference,
    amountCents: computeAmount(escrow, payer.paid),
    formerLender: payer.paid === 'LENDER' ? await readFormerLender(escrow) : null,
  });
}

/** A party of a loan that repays another one pays the lender of that one, as the payoff letter says. */
async function readOldLenderInstructions(
  actor: AccountActor,
  escrowId: string,
): Promise<PaymentInstructions> {
  const viewer = await loadViewer(actor);
  const { old, found } = await requestOldLenderPayee(await escrows.get(escrowId));
  const { next, valid, reference, role } = await commit(async (tx) => {
    await quotas.take('paymentDetailViews', actor.accountId, tx);
    const { escrow: next, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    if (by.role === 'OPERATOR') assertPays(next, by.role);
    const valid = requireValid(await escrows.get(old.id, tx), oldLenderPayer, found);
    const reference = await takeReference({ escrowId, party: 'LENDER' }, tx);
    const note = `${describeVersion(valid)} of the old lender.`;
    await recordHistory(next, { action: 'SHOW_PAYEE', note, by }, tx);
    return { next, valid, reference, role: by.role };
  });
  const amountCents = computeOldLenderAmount(old, next, role);
  return buildInstructions({ found, valid, reference, amountCents, formerLender: null });
}

interface Disclosed {
  found: ValidPayee;
  valid: PayeeVersion;
  reference: string;
  amountCents: number;
  formerLender: FormerLender | null;
}

async function buildInstructions({
  found,
  valid,
  reference,
  amountCents,
  formerLender,
}: Disclosed): Promise<PaymentInstructions> {
  const fields = await requestFields(found, valid);
  const { kind } = valid;
  return {
    payee: { ...valid, fields, recentChanges: found.recentChanges },
    reference,
    creditorReference: toCreditorReference(reference),
    amountCents,
    qr: await renderPaymentQr({ kind, fields, amountCents, reference }),
    formerLender,
  };
}

async function readFormerLender(escrow: Escrow): Promise<FormerLender | null> {
  const sale = findLastSale(escrow);
  if (!sale || utcDay(now()) > findLastSellerDay(sale)) return null;
  const { sellerId, sellerName, payee } = sale;
  const disclosed = await discloseNamedPayee(sellerId, payee);
  return { name: sellerName, until: findLastSellerDay(sale), payee: disclosed };
}

/** The payee that its owner chose for a loan, as identity has it now; null if there is none any more. */
export async function discloseNamedPayee(
  accountId: string,
  payee: LoanPayee | null,
): Promise<DisclosedPayee | null> {
  const named = payee && findNamedPayee(payee, accountNow());
  const current = named && (await requestPayee(accountId, named.payeeId));
  if (!current) return null;
  const { change, recentChanges, ...version } = current;
  const valid = change && change.effectiveAt <= accountNow() ? toVersion(change) : version;
  return { ...valid, fields: await requestFields({ accountId }, valid), recentChanges };
}

async function requestFields(
  { accountId }: Pick<ValidPayee, 'accountId'>,
  { payeeId, version }: PayeeVersion,
): Promise<PayeeFields> {
  const details = await request('identity.payee-details', { accountId, payeeId, version });
  return payeeFields.parse(JSON.parse(decrypt(details.sealedFields, payeeDetailsPurpose)));
}

/** The principal, of a refinancing what is left of it, the agreed money of a higher one, or what is owed today. */
function computeAmount(escrow: Escrow, paid: Party): number {
  if (paid === 'BORROWER')
    return (escrow.receipt && escrow.amendment?.dueCents) || computeSurplusCents(escrow);
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
