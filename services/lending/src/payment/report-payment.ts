/**
 * Reports a payment of the borrower: a part payment, or a claim of repayment where it covers the payoff of its day. Also the
 * lender's money for a higher principal.
 */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { parseCalendarDay } from '@nameloan/loan-math/calendar-day';
import type { Tx } from '@nameloan/persistence/tx';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { assertRoom } from '../escrow/transition/payment/payment-room.ts';
import { assertPaymentAmount } from '../escrow/transition/payment/payment-transitions.ts';
import { evidenceFiles } from '../evidence/evidence.model.ts';
import type { Payment } from '../loan/payment.ts';
import { maxRecords } from '../loan/payment.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { commit, quotas } from '../service-context.ts';
import { isSamePayment } from './same-payment.ts';

export interface PaymentReport {
  /** "YYYY-MM-DD", from the day of the receipt to today. */
  date: string;
  amountCents: number;
  method?: string | null | undefined;
  reference?: string | null | undefined;
  evidenceIds?: readonly string[] | null | undefined;
  /** The number of the amendment whose agreed money it is. */
  amendment?: number | null | undefined;
  /** Paid to the former lender, after a sale of the loan. */
  toFormerLender?: boolean | undefined;
}

/**
 * Throws NOT_FOUND for an outsider, FORBIDDEN for all but the payer, INVALID_INPUT, CONFLICT with DUPLICATE_PAYMENT,
 * TOO_MANY_PAYMENTS, or as a claim of repayment does, TOO_MANY_REQUESTS.
 */
export async function reportPayment(
  actor: AccountActor,
  escrowId: string,
  report: PaymentReport,
): Promise<Payment> {
  assertPaymentAmount(report.amountCents);
  return commit(async (tx) => {
    const viewer = await loadViewer(actor);
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    const known = await payments.findMany({ escrowId }, { tx, limit: maxRecords });
    const { date, amountCents, method = null, reference = null, amendment = null } = report;
    const evidenceIds = report.evidenceIds ? [...new Set(report.evidenceIds)] : null;
    const isRepayment = amendment === null && isClaim(escrow, report);
    const transition = isRepayment ? 'CLAIM_REPAID' : 'REPORT_PAYMENT';
    const payment = { date, amountCents, method, reference, evidenceIds };
    const { toFormerLender = false } = report;
    const input = { transition, ...payment, amendment, toFormerLender } as const;
    const after = await applyTransition(escrow, { input, by }, tx);
    assertNew(known, report);
    assertRoom(known.length, isRepayment || amendment !== null ? 'CLAIM' : 'PART');
    if (evidenceIds) await assertFiles({ escrowId, evidenceIds, role: by.role }, tx);
    return payments.get(findPaymentId(after, { transition, by }) ?? '', tx);
  });
}

/** Of the payment that was just reported. */
function findPaymentId(
  { claim, openPayments, amendment }: Escrow,
  { transition, by }: { transition: EscrowTransition; by: { role: EscrowRole } },
): string | null | undefined {
  if (by.role === 'LENDER') return amendment?.sent?.paymentId;
  return transition === 'CLAIM_REPAID' ? claim?.paymentId : openPayments?.at(-1)?.id;
}

/** A claim of repayment is possible while the loan runs; a dispute about it has only payments. */
function isClaim(escrow: Escrow, { date, amountCents }: PaymentReport): boolean {
  const day = parseCalendarDay(date);
  const { receipt, status } = escrow;
  if (status !== 'LOAN_POSTED' || day === null || receipt === null) return false;
  return amountCents >= computeOwedCents(escrow, receipt, day);
}

/** After the transition, whose errors about the caller and the loan come first. */
function assertNew(known: readonly Payment[], report: PaymentReport): void {
  const same = known.filter((payment) => isSamePayment(payment, report));
  if (same.length > 0) {
    const message = same.some(({ status }) => status === 'DENIED')
      ? 'A payment with this day, amount and reference was denied. Report another payment, or escalate the loan.'
      : 'A payment with this day, amount and reference is already recorded. Report another payment, or withdraw that one first.';
    throw new DomainError('CONFLICT', message, { reason: 'DUPLICATE_PAYMENT' });
  }
}

/** Throws INVALID_INPUT for files that the payer has not added to the loan. */
export async function assertFiles(
  files: { escrowId: string; evidenceIds: readonly string[]; role: EscrowRole },
  tx: Tx,
): Promise<void> {
  if (files.evidenceIds.length === 0) return;
  const stored = await evidenceFiles.list({ escrowId: files.escrowId }, { tx });
  const added = new Set(stored.filter(({ by }) => by === files.role).map(({ id }) => id));
  if (files.evidenceIds.every((id) => added.has(id))) return;
  throw invalidInput({ evidenceIds: 'Name files that you added to this loan.' });
}
