/**
 * Derives the records of a loan's payments from a transition: one per payment that it reports, and the answer to each
 * that it settles. Pure.
 */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { Payment } from '../../../loan/payment.ts';
import type { Party } from '../../../loan/roles.ts';
import { isFinal } from '../../../loan/status.ts';
import type { Escrow } from '../../escrow.ts';
import { findPayee, otherParty } from '../../loan-payee.ts';
import type { AppliedTransition } from '../transitions.ts';
import type { Answer } from './leg-records.ts';
import { addLegs, answerLegs } from './leg-records.ts';

export type PaymentUpdate = Partial<Omit<Payment, 'id' | 'version' | 'escrowId'>>;

export interface PaymentChanges {
  added: Payment[];
  /** By payment id; a payment of a former release has no record to update. */
  updated: [id: string, update: PaymentUpdate][];
}

const withdrawn: Answer = { status: 'WITHDRAWN', confirmedCents: null, reason: null };
const denied = (reason: string): Answer => ({
  status: 'DENIED',
  confirmedCents: null,
  reason,
});
const endedUnanswered = denied('The loan ended before this payment was confirmed.');

export function listPaymentChanges(applied: AppliedTransition): PaymentChanges {
  const answers = [
    ...answerAdvance(applied),
    ...answerClaim(applied),
    ...answerPartPayments(applied),
    ...rejectCounted(applied),
    ...answerLegs(applied),
    ...answerAgreedAdvance(applied),
  ];
  return {
    added: [
      ...addAdvance(applied),
      ...addClaim(applied),
      ...addPartPayments(applied),
      ...addLegs(applied),
      ...addAgreedAdvance(applied),
    ],
    updated: [
      ...updateDetails(applied),
      ...answers.map(([id, answer]): [string, PaymentUpdate] => [
        id,
        { ...answer, answeredAt: applied.at },
      ]),
    ],
  };
}

/** What a party stated about a payment. */
interface Statement {
  amountCents?: number | null;
  reason?: string | null;
  evidenceIds?: readonly string[] | null;
}
const readStatement = ({ input }: AppliedTransition): Statement => input as Statement;

type NewPayment = Pick<
  Payment,
  | 'id'
  | 'leg'
  | 'amendment'
  | 'formerLenderId'
  | 'amountCents'
  | 'valueDay'
  | 'method'
  | 'reference'
>;

interface Reporter {
  from?: Party;
  reportedBy?: Party;
}

function buildPayment(
  applied: AppliedTransition,
  payment: NewPayment,
  { from = payment.leg === 'ADVANCE' ? 'LENDER' : 'BORROWER', reportedBy = from }: Reporter = {},
): Payment {
  const { after, at } = applied;
  const to = otherParty(from);
  return {
    version: 1,
    escrowId: after.id,
    from,
    to,
    payeeVersion: findPayee(after, to)?.known?.version ?? null,
    evidenceIds: [...(readStatement(applied).evidenceIds ?? [])],
    reportedBy,
    reportedAt: at,
    status: 'REPORTED',
    confirmedCents: null,
    answeredAt: null,
    reason: null,
    ...payment,
  };
}

/** The lender's mark, or a receipt that the borrower confirmed without one. */
function addAdvance(applied: AppliedTransition): Payment[] {
  const { before, after, transition, at, paymentId } = applied;
  const { sent, receipt, amountCents } = after;
  const advance = { leg: 'ADVANCE', amountCents } as const;
  if (sent?.paymentId && sent.paymentId !== before.sent?.paymentId) {
    const { date: valueDay, method, reference, paymentId: id } = sent;
    return [buildPayment(applied, { ...advance, id, valueDay, method, reference })];
  }
  if (transition !== 'MARK_PAID' || receipt === null) return [];
  const { date: valueDay, method, reference } = receipt;
  const details = { ...advance, id: paymentId, valueDay, method, reference };
  const payment = buildPayment(applied, details, { reportedBy: 'BORROWER' });
  return [{ ...payment, status: 'CONFIRMED', confirmedCents: amountCents, answeredAt: at }];
}

/** Details of a mark that already has a record. */
function updateDetails(applied: AppliedTransition): [string, PaymentUpdate][] {
  const { before, after } = applied;
  const { sent } = after;
  if (!sent?.paymentId || sent === before.sent || sent.paymentId !== before.sent?.paymentId)
    return [];
  const { date: valueDay, method, reference, paymentId } = sent;
  const { evidenceIds } = readStatement(applied);
  const files = evidenceIds ? { evidenceIds: [...evidenceIds] } : {};
  return [[paymentId, { valueDay, method, reference, ...files }]];
}

function answerAdvance({ before, after }: AppliedTransition): [string, Answer][] {
  const id = before.sent?.paymentId;
  if (!id) return [];
  if (after.sent === null) return [[id, withdrawn]];
  const by = after.receipt?.by;
  if (by !== undefined && by !== before.receipt?.by) {
    const status = by === 'BORROWER' ? 'CONFIRMED' : 'DEEMED';
    return [[id, { status, confirmedCents: after.amountCents, reason: null }]];
  }
  return isEnd(before, after) && after.receipt === null ? [[id, endedUnanswered]] : [];
}

function addClaim(applied: AppliedTransition): Payment[] {
  const { claim } = applied.after;
  const { before } = applied;
  if (!claim?.paymentId || claim.paymentId === before.claim?.paymentId) return [];
  // A part payment that became the claim has its record.
  if (before.openPayments?.some((payment) => payment.id === claim.paymentId)) return [];
  const { date, method, reference, paymentId: id, formerLenderId = null } = claim;
  const amountCents = claim.amountCents ?? 0;
  const details = { id, amountCents, valueDay: utcDay(date), method, reference, formerLenderId };
  return [buildPayment(applied, { leg: 'REPAYMENT', ...details })];
}

/** The claim of a repaid loan stays in its record, so that the end is its answer. */
function answerClaim(applied: AppliedTransition): [string, Answer][] {
  const { before, after, transition } = applied;
  const { amountCents, reason } = readStatement(applied);
  const { claim } = before;
  const id = claim?.paymentId;
  if (!claim || !id) return [];
  if (after.status === 'FINALIZED_RETURN_TO_BORROWER' && isEnd(before, after))
    return [[id, confirm(claim.amountCents ?? 0, amountCents)]];
  if (isEnd(before, after)) return [[id, endedUnanswered]];
  if (after.claim?.paymentId === id) return [];
  if (transition === 'WITHDRAW_CLAIM') return [[id, withdrawn]];
  const counted = after.countedPayments?.find((payment) => payment.id === id);
  if (counted) return [[id, confirm(claim.amountCents ?? 0, counted.amountCents)]];
  const why = transition === 'DENY_REPAID' ? reason?.trim() : undefined;
  return [[id, denied(why ?? 'A dispute ended with the loan continuing.')]];
}

function addPartPayments(applied: AppliedTransition): Payment[] {
  const { before, after, transition } = applied;
  if (transition !== 'REPORT_PAYMENT') return [];
  const known = new Set(before.openPayments?.map(({ id }) => id));
  return (after.openPayments ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, day: valueDay, amountCents, method, reference, ...more }) => {
      const { amendment = null, formerLenderId = null } = more;
      const leg = amendment === null ? 'REPAYMENT' : 'AMENDMENT';
      const payment = { id, leg, amountCents, valueDay, method, reference, amendment } as const;
      return buildPayment(applied, { ...payment, formerLenderId });
    });
}

function answerPartPayments(applied: AppliedTransition): [string, Answer][] {
  const { before, after, transition } = applied;
  const { reason } = readStatement(applied);
  const open = new Set(after.openPayments?.map(({ id }) => id));
  if (after.claim?.paymentId) open.add(after.claim.paymentId);
  const answered = (before.openPayments ?? []).filter(({ id }) => !open.has(id));
  return answered.map(({ id, amountCents }): [string, Answer] => {
    const counted = after.countedPayments?.find((payment) => payment.id === id);
    if (counted?.deemedAt)
      return [id, { status: 'DEEMED', confirmedCents: amountCents, reason: null }];
    if (counted) return [id, confirm(amountCents, counted.amountCents)];
    if (transition === 'WITHDRAW_PAYMENT' || transition === 'LEG_WITHDRAWN') return [id, withdrawn];
    if (transition === 'DENY_PAYMENT' || transition === 'DENY_LEG')
      return [id, denied(reason?.trim() ?? '')];
    if (transition === 'END_REFINANCE')
      return [id, denied('A dispute ended with the loan continuing.')];
    return [id, endedUnanswered];
  });
}

/** The lender's money for a higher principal. */
function addAgreedAdvance(applied: AppliedTransition): Payment[] {
  const { before, after } = applied;
  const { sent, seq: amendment, dueCents: amountCents } = after.amendment ?? {};
  if (!sent || amountCents === undefined || sent.paymentId === before.amendment?.sent?.paymentId)
    return [];
  const { paymentId: id, day: valueDay, method, reference } = sent;
  const payment = { id, leg: 'AMENDMENT', amendment, amountCents, valueDay } as const;
  return [buildPayment(applied, { ...payment, method, reference }, { from: 'LENDER' })];
}

function answerAgreedAdvance(applied: AppliedTransition): [string, Answer][] {
  const { before, after, transition } = applied;
  const { sent, dueCents = 0 } = before.amendment ?? {};
  if (!sent || after.amendment?.sent?.paymentId === sent.paymentId) return [];
  const { paymentId: id } = sent;
  const advance = after.advances?.find((one) => one.id === id);
  if (advance) {
    const status = advance.deemedAt ? 'DEEMED' : 'CONFIRMED';
    return [[id, { status, confirmedCents: dueCents, reason: null }]];
  }
  if (transition === 'WITHDRAW_PAYMENT') return [[id, withdrawn]];
  if (transition === 'DENY_PAYMENT')
    return [[id, denied(readStatement(applied).reason?.trim() ?? '')]];
  return [[id, endedUnanswered]];
}

function confirm(reportedCents: number, confirmedCents: number | null | undefined): Answer {
  const cents = confirmedCents ?? reportedCents;
  const status = cents === reportedCents ? 'CONFIRMED' : 'CORRECTED';
  return { status, confirmedCents: cents, reason: null };
}

/** What counted by silence until an operator decided that it did not arrive. */
function rejectCounted({ before, after }: AppliedTransition): [string, Answer][] {
  const counted = new Set(after.countedPayments?.map(({ id }) => id));
  const rejected = (before.countedPayments ?? []).filter(({ id }) => !counted.has(id));
  return rejected.map(({ id }) => [id, denied('An operator decided that it did not arrive.')]);
}

const isEnd = (before: Escrow, after: Escrow): boolean =>
  isFinal(after.status) && !isFinal(before.status);
