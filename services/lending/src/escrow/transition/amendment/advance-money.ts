/**
 * The agreed money of a higher principal: one payment of the lender with the exact amount. It counts once the borrower
 * confirms it, or after days of silence as the loan's first money does.
 */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { LiveAmendment, SentAdvance } from '../../../loan/amendment.ts';
import type { Escrow } from '../../escrow.ts';
import type { Condition } from '../guards.ts';
import type { PaymentInput } from '../read-input.ts';
import { readFullPayment, readRequiredText } from '../read-input.ts';
import type { TransitionContext, TransitionEffect } from '../transition-descriptor.ts';
import { assertAgreedMoney } from './agreed-money.ts';
import { isAwaitingAdvance } from './amendment-deadlines.ts';
import { buildEffectiveChanges } from './amendment-effect.ts';
import { continueAmended } from './continue-amended.ts';

/** The lender reports nothing but this money. */
export const reportsAdvance: Condition = (escrow, { input }) =>
  isAwaitingAdvance(escrow) && (input === undefined || input.amendment != null);

/** The lender's money waits for the borrower's answer. */
export const isAdvanceSent: Condition = ({ amendment }, { input }) =>
  amendment?.sent != null && (input === undefined || input.paymentId === amendment.sent.paymentId);

interface AdvanceReport extends PaymentInput {
  amountCents: number;
  amendment?: number | null;
}

/** Throws CONFLICT and INVALID_INPUT as the borrower's agreed money does; method and reference are required. */
export function reportAdvance(
  escrow: Escrow,
  input: AdvanceReport,
  { now, paymentId }: Pick<TransitionContext, 'now' | 'paymentId'>,
): TransitionEffect {
  const live = assertAgreedMoney(escrow, input, { payer: 'LENDER', now });
  const { date, method, reference } = readFullPayment(input, {
    from: live.agreedAt ?? now,
    to: now,
  });
  const sent = { paymentId, day: utcDay(date), method, reference, at: now };
  return {
    changes: { amendment: { ...live, sent } },
    note: `${describeAdvance(live, sent)}, ${method}, reference ${reference}.`,
  };
}

/** Throws INVALID_INPUT for another amount, which would be other terms than both signed. */
export function confirmAdvance(
  escrow: Escrow,
  { amountCents }: { amountCents?: number | null },
  { now }: Pick<TransitionContext, 'now'>,
): TransitionEffect {
  const { live, sent } = getAdvance(escrow);
  if (amountCents != null && amountCents !== live.dueCents) {
    throw invalidInput({
      amount: `The agreed amount is ${formatCents(live.dueCents)}. Deny the payment if another amount arrived.`,
    });
  }
  return {
    changes: countAdvance(escrow, { now, deemedAt: null }),
    note: `${describeAdvance(live, sent)}.`,
  };
}

/** The lender can report it again until the amendment lapses. */
export function denyAdvance(escrow: Escrow, { reason }: { reason: string }): TransitionEffect {
  const { live, sent } = getAdvance(escrow);
  return {
    changes: { amendment: { ...live, sent: null } },
    note: readRequiredText('reason', reason),
    detail: `${describeAdvance(live, sent)}.`,
  };
}

export function withdrawAdvance(escrow: Escrow): TransitionEffect {
  const { live, sent } = getAdvance(escrow);
  return {
    changes: { amendment: { ...live, sent: null } },
    note: `${describeAdvance(live, sent)}.`,
  };
}

/** The borrower did not answer in time. */
export function deemAdvance(
  escrow: Escrow,
  _input: object,
  { now }: Pick<TransitionContext, 'now'>,
): TransitionEffect {
  const { live, sent } = getAdvance(escrow);
  return {
    changes: countAdvance(escrow, { now, deemedAt: now }),
    note: `${describeAdvance(live, sent)}.`,
  };
}

/** The principal grows on the day of the payment. What the lender kept of it pays the fee and what is paid with the change. */
function countAdvance(
  escrow: Escrow,
  answer: { now: Date; deemedAt: Date | null },
): Partial<Escrow> {
  return continueAmended(escrow, computeAdvanceEffect(escrow, answer), answer.now);
}

/** As if it counted now; the money must be sent. */
export function computeAdvanceEffect(
  escrow: Escrow,
  { now, deemedAt }: { now: Date; deemedAt: Date | null },
): Partial<Escrow> {
  const { live, sent } = getAdvance(escrow);
  const { paymentId: id, day } = sent;
  const effect = buildEffectiveChanges(escrow, live, { from: day, now });
  const amountCents = live.terms.amountCents ?? 0;
  const advances = [...(escrow.advances ?? []), { id, day, amountCents, deemedAt, knownAt: now }];
  const setOff = { id, day, amountCents: amountCents - live.dueCents, deemedAt };
  const counted = [...(escrow.countedPayments ?? []), { ...setOff, amendment: live.seq }];
  return {
    ...effect,
    advances,
    ...(setOff.amountCents > 0 ? { countedPayments: counted } : {}),
  };
}

/** The rules let only a sent advance pass; it can be answered at the same time. */
function getAdvance({ amendment }: Escrow): { live: LiveAmendment; sent: SentAdvance } {
  if (amendment?.sent) return { live: amendment, sent: amendment.sent };
  throw new DomainError('CONFLICT', 'This payment has already been answered.', {
    reason: 'ALREADY_DONE',
  });
}

/** "$500.00 on March 10, 2026". */
const describeAdvance = ({ dueCents }: LiveAmendment, { day }: SentAdvance): string =>
  `${formatCents(dueCents)} on ${formatDate(day)}`;
