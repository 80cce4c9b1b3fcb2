/** What a reported, withdrawn or denied payment of a refinancing writes. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import type { LegRecord, RefinanceLeg, Replacing } from '../../../loan/refinance/refinance.ts';
import type { Escrow } from '../../escrow.ts';
import { assertPaymentAmount } from '../payment/payment-transitions.ts';
import type { PaymentInput } from '../read-input.ts';
import { readFullPayment, readRequiredText } from '../read-input.ts';
import type { TransitionContext, TransitionEffect } from '../transition-descriptor.ts';

type Report = PaymentInput & { leg: RefinanceLeg; amountCents: number };

/** Who pays each leg, and in which status of the new loan. */
const payers = {
  PAYOFF: { role: 'LENDER', status: 'NEW', name: 'the new lender' },
  TOP_UP: { role: 'BORROWER', status: 'NEW', name: 'the borrower' },
  SURPLUS: { role: 'LENDER', status: 'LOAN_POSTED', name: 'the new lender' },
} as const satisfies Record<RefinanceLeg, object>;

const legNames: Record<RefinanceLeg, string> = {
  PAYOFF: 'Payoff',
  TOP_UP: 'Top-up',
  SURPLUS: 'Surplus',
};

/** "Payoff of $500.00 on March 10, 2026". */
export const describeLeg = ({
  leg,
  amountCents,
  day,
}: Pick<LegRecord, 'leg' | 'amountCents' | 'day'>) =>
  `${legNames[leg]} of ${formatCents(amountCents)} on ${formatDate(day)}`;

export function readReplacing(escrow: Escrow): Replacing {
  if (!escrow.replacing) throw new Error(`loan ${escrow.id} does not refinance another one`);
  return escrow.replacing;
}

/** In the new loan. The caller has checked the amount, and the old loan checks the rest (`acceptReportedLeg`). */
export function reportLeg(
  escrow: Escrow,
  input: Report,
  { now, role, paymentId }: TransitionContext,
): TransitionEffect {
  const { leg, amountCents } = input;
  const replacing = readReplacing(escrow);
  const payer = payers[leg];
  if (payer.role !== role)
    throw new DomainError('FORBIDDEN', `Only ${payer.name} can report this payment.`);
  if (payer.status !== escrow.status)
    throw new DomainError(
      'CONFLICT',
      leg === 'SURPLUS'
        ? 'The surplus is paid once the refinancing has closed.'
        : 'The refinancing has already closed.',
      { reason: 'STATUS' },
    );
  if (leg !== 'TOP_UP' && replacing.legs.some((one) => one.leg === leg && isOpen(one)))
    throw new DomainError('CONFLICT', 'This payment is already reported.', {
      reason: 'DUPLICATE_PAYMENT',
    });
  if (leg === 'TOP_UP' && replacing.legs.filter((one) => one.leg === leg).length >= maxTopUps)
    throw new DomainError('CONFLICT', `At most ${maxTopUps} top-ups can be reported.`, {
      reason: 'TOO_MANY_PAYMENTS',
    });
  assertPaymentAmount(amountCents);
  const from = leg === 'SURPLUS' ? (escrow.receipt?.at ?? escrow.statusAt) : escrow.statusAt;
  const { date: day, method, reference } = readFullPayment(input, { from, to: now });
  const details = { id: paymentId, leg, day, amountCents, method, reference };
  const record = { ...details, reportedAt: now, confirmedCents: null, deniedAt: null };
  return {
    changes: { replacing: { ...replacing, legs: [...replacing.legs, record] } },
    note: `${describeLeg(record)}, ${method}, reference ${reference}.`,
  };
}

const maxTopUps = 10;
/** A payoff that was denied waits for the operator's decision, and a surplus that was denied can be reported again. */
const isOpen = ({ leg, deniedAt, confirmedCents }: LegRecord): boolean =>
  leg === 'PAYOFF' || (deniedAt === null && confirmedCents === null);

/** Throws CONFLICT unless the payment waits for an answer. */
export function findOpenLeg(escrow: Escrow, paymentId: string): LegRecord {
  const leg = escrow.replacing?.legs.find(({ id }) => id === paymentId);
  if (leg && leg.confirmedCents === null && leg.deniedAt === null) return leg;
  throw new DomainError('CONFLICT', 'This payment has already been answered.', {
    reason: 'ALREADY_DONE',
  });
}

/** By its payer, before an answer. */
export function withdrawLeg(
  escrow: Escrow,
  { paymentId }: { paymentId: string },
  { role }: TransitionContext,
): TransitionEffect {
  const replacing = readReplacing(escrow);
  const leg = findOpenLeg(escrow, paymentId);
  if (payers[leg.leg].role !== role)
    throw new DomainError('FORBIDDEN', `Only ${payers[leg.leg].name} can do this.`);
  return {
    changes: { replacing: { ...replacing, legs: replacing.legs.filter((one) => one !== leg) } },
    note: `${describeLeg(leg)}.`,
  };
}

/** The old lender denies a payment: the loan is in dispute, and an operator decides. */
export function denyLeg(
  escrow: Escrow,
  { paymentId, reason }: { paymentId: string; reason: string },
  { now, rule }: TransitionContext,
): TransitionEffect {
  const payment = findLegPayment(escrow, paymentId);
  const why = readRequiredText('reason', reason);
  const { replacement } = escrow;
  const { payoff } = replacement ?? {};
  const isPayoff = payoff?.id === paymentId;
  const escalation = { at: now, by: 'LENDER', reason: why, evidence: null } as const;
  return {
    changes: {
      openPayments: (escrow.openPayments ?? []).filter(({ id }) => id !== paymentId),
      ...(replacement && isPayoff
        ? { replacement: { ...replacement, payoff: { ...payoff, deniedAt: now } } }
        : {}),
      ...(rule.from === 'ESCALATED' ? {} : { escalation }),
    },
    note: why,
    detail: `${describeLeg({ ...payment, leg: payment.leg ?? 'PAYOFF' })}.`,
  };
}

/** In the old loan. Throws CONFLICT unless the payment waits for an answer. */
export function findLegPayment({ openPayments }: Escrow, paymentId: string) {
  const payment = openPayments?.find(({ id, leg }) => id === paymentId && leg);
  if (payment) return payment;
  throw new DomainError('CONFLICT', 'This payment has already been answered.', {
    reason: 'ALREADY_DONE',
  });
}

/** The borrower did not get the surplus, so the loan stays smaller. */
export function denySurplus(
  escrow: Escrow,
  { paymentId, reason }: { paymentId: string; reason: string },
  { now }: TransitionContext,
): TransitionEffect {
  const replacing = readReplacing(escrow);
  const leg = findOpenLeg(escrow, paymentId);
  const legs = replacing.legs.map((one) => (one === leg ? { ...one, deniedAt: now } : one));
  return {
    changes: { replacing: { ...replacing, legs } },
    note: readRequiredText('reason', reason),
    detail: `${describeLeg(leg)}.`,
  };
}
