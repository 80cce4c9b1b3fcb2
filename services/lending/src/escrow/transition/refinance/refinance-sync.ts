/** Transitions of the platform that carry a refinancing from one of its two loans to the other. */

import { DomainError } from '@nameloan/contracts/errors';
import { formatCents } from '@nameloan/contracts/money';
import { notOnHold } from '../../../loan/loan-hold.ts';
import type { LegRecord, OldLenderLeg } from '../../../loan/refinance/refinance.ts';
import type { Escrow } from '../../escrow.ts';
import { guards } from '../guards.ts';
import { paymentGuards } from '../payment/payment-guards.ts';
import type {
  TransitionContext,
  TransitionEffect,
  TransitionTable,
} from '../transition-descriptor.ts';
import { system } from '../transition-descriptor.ts';
import type { TakenCustody } from './close-refinance.ts';
import { buildRefinancedChanges, buildReplacedChanges } from './close-refinance.ts';
import { refinanceGuards } from './refinance-guards.ts';
import { describeLeg, readReplacing } from './report-leg.ts';

export interface RefinanceSyncInputs {
  /** To the old loan: a new one was accepted. */
  START_REFINANCE: { newEscrowId: string };
  /** To the old loan: a payment to its lender was reported in the new one. */
  LEG_REPORTED: { record: LegRecord };
  LEG_WITHDRAWN: { record: LegRecord };
  /** To the new loan: the old lender answered the letter, or a payment. */
  REFINANCE_ANSWERED: { letterAt?: Date; leg?: LegAnswer; note: string };
  /** To the new loan: the old one is in dispute. */
  OLD_LOAN_DISPUTED: { reason: string };
  /** To both loans. `payoff` and `custody` for the new one. */
  CLOSE_REFINANCE: { payoff?: LegRecord; custody?: TakenCustody };
  END_REFINANCE: { reason: string };
}

export interface LegAnswer {
  paymentId: string;
  /** Null: denied. */
  confirmedCents: number | null;
}

const whileOwed = ['LOAN_POSTED', 'ESCALATED'] as const;

export const refinanceSync: TransitionTable<RefinanceSyncInputs> = {
  START_REFINANCE: {
    verb: 'refinance',
    history: 'Refinancing started',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        guards: [
          guards.receiptConfirmed,
          refinanceGuards.notReplaced,
          refinanceGuards.noAmendment,
          guards.noOpenClaim,
          paymentGuards.debtLeft,
          guards.custodyHeld,
          refinanceGuards.protectable,
          notOnHold('LIST'),
        ],
      },
    ],
    writes: (_escrow, { newEscrowId }, { now }) => ({
      changes: {
        replacement: {
          escrowId: newEscrowId,
          since: now,
          letter: null,
          payoff: null,
          shortSince: null,
        },
      },
      note: null,
    }),
  },
  LEG_REPORTED: {
    verb: 'report a payment of the refinancing',
    history: 'A payment of the refinancing was reported',
    rules: [
      { from: whileOwed, roles: system, guards: [refinanceGuards.replaced, guards.custodyHeld] },
    ],
    writes: acceptReportedLeg,
  },
  LEG_WITHDRAWN: {
    verb: 'withdraw a payment of the refinancing',
    history: 'A payment of the refinancing was withdrawn',
    rules: [{ from: whileOwed, roles: system, guards: [refinanceGuards.replaced] }],
    writes: (escrow, { record }, { now }) => ({
      changes: { ...dropLeg(escrow, record), remindedAt: now },
      note: `${describeLeg(record)}.`,
    }),
  },
  REFINANCE_ANSWERED: {
    verb: 'answer the refinancing',
    history: 'The old lender answered',
    rules: [
      { from: ['PENDING_SIGNATURE', 'NEW'], roles: system, guards: [refinanceGuards.replacing] },
    ],
    writes: recordAnswer,
  },
  OLD_LOAN_DISPUTED: {
    verb: 'dispute the old loan',
    history: 'The old loan is in dispute',
    rules: [
      { from: ['PENDING_SIGNATURE', 'NEW'], roles: system, guards: [refinanceGuards.replacing] },
    ],
    writes: (_escrow, { reason }) => ({ changes: {}, note: reason }),
  },
  CLOSE_REFINANCE: {
    verb: 'close the refinancing',
    history: ({ to }) =>
      to === 'LOAN_POSTED' ? 'The old loan is repaid; the loan runs' : 'Repaid by a new loan',
    rules: [
      { from: 'NEW', roles: system, guards: [refinanceGuards.replacing], to: 'LOAN_POSTED' },
      {
        from: whileOwed,
        roles: system,
        guards: [refinanceGuards.payoffPaid, guards.custodyHeld],
        to: 'FINALIZED_RETURN_TO_BORROWER',
      },
    ],
    writes: closeLoan,
  },
  END_REFINANCE: {
    verb: 'end the refinancing',
    history: ({ to }) =>
      to === 'CANCELLED' ? 'Cancelled: the old loan is not refinanced' : 'Refinancing ended',
    rules: [
      {
        from: ['PENDING_SIGNATURE', 'NEW'],
        roles: system,
        guards: [refinanceGuards.replacing],
        to: 'CANCELLED',
      },
      { from: whileOwed, roles: system, guards: [refinanceGuards.replaced] },
    ],
    writes: endRefinance,
  },
};

/** The payment waits for the old lender's answer like a part payment, but never counts without one. */
function acceptReportedLeg(
  escrow: Escrow,
  { record }: { record: LegRecord },
  { now }: TransitionContext,
): TransitionEffect {
  const { replacement } = escrow;
  const { id, leg, day, amountCents, method, reference } = record;
  if (!replacement || leg === 'SURPLUS')
    throw new Error(`no payment to the lender of ${escrow.id}`);
  if (leg === 'PAYOFF') assertAcceptsPayoff(escrow);
  const payment = { id, day, amountCents, method, reference, reportedAt: now };
  const openPayments = [
    ...(escrow.openPayments ?? []),
    { ...payment, remindedAt: null, leg: leg satisfies OldLenderLeg },
  ];
  return {
    changes: {
      openPayments,
      ...(leg === 'PAYOFF' ? { replacement: { ...replacement, payoff: record } } : {}),
    },
    note: `${describeLeg(record)}, ${method}, reference ${reference}.`,
  };
}

/** The payment of the payoff holds a seizure, so it is possible only where nothing else decides about the loan. */
function assertAcceptsPayoff(escrow: Escrow): void {
  const situation = { role: 'SYSTEM', now: new Date(0) } as const;
  const inDispute =
    escrow.status === 'ESCALATED'
      ? {
          reason: 'DISPUTED' as const,
          message: 'The old loan is in dispute. Pay once the dispute has ended.',
        }
      : null;
  const failure =
    inDispute ??
    guards.noOpenClaim(escrow, situation) ??
    refinanceGuards.protectable(escrow, situation) ??
    paymentGuards.noPayoffPaid(escrow, situation);
  if (failure) throw new DomainError('CONFLICT', failure.message, { reason: failure.reason });
}

function dropLeg(escrow: Escrow, { id, leg }: LegRecord): Partial<Escrow> {
  const { replacement } = escrow;
  return {
    openPayments: (escrow.openPayments ?? []).filter((payment) => payment.id !== id),
    ...(leg === 'PAYOFF' && replacement ? { replacement: { ...replacement, payoff: null } } : {}),
  };
}

function recordAnswer(
  escrow: Escrow,
  { letterAt, leg, note }: RefinanceSyncInputs['REFINANCE_ANSWERED'],
  { now }: TransitionContext,
): TransitionEffect {
  const replacing = readReplacing(escrow);
  const legs = replacing.legs.map((one) =>
    one.id === leg?.paymentId
      ? {
          ...one,
          confirmedCents: leg.confirmedCents,
          deniedAt: leg.confirmedCents === null ? now : null,
        }
      : one,
  );
  return {
    changes: { replacing: { ...replacing, letterAt: letterAt ?? replacing.letterAt, legs } },
    note,
  };
}

function closeLoan(
  escrow: Escrow,
  { payoff, custody }: RefinanceSyncInputs['CLOSE_REFINANCE'],
  { rule }: TransitionContext,
): TransitionEffect {
  if (rule.to !== 'LOAN_POSTED') return { changes: buildRefinancedChanges(escrow), note: null };
  if (!payoff || !custody) throw new Error(`loan ${escrow.id} starts without a payment`);
  const cents = payoff.confirmedCents ?? payoff.amountCents;
  return {
    changes: buildReplacedChanges(escrow, {
      payoff: { ...payoff, confirmedCents: cents, deniedAt: null },
      custody,
    }),
    note: `${formatCents(cents)} went to the old lender.`,
  };
}

/**
 * The old loan goes on as it is. What was paid to its lender waits for an answer like the borrower's part payments, except
 * a payment of the payoff that a decision did not accept.
 */
function endRefinance(
  escrow: Escrow,
  { reason }: { reason: string },
  { rule, now }: TransitionContext,
): TransitionEffect {
  if (rule.to === 'CANCELLED') return { changes: {}, note: reason };
  const kept = (escrow.openPayments ?? []).filter(
    ({ leg }) => leg !== 'PAYOFF' || escrow.status === 'ESCALATED',
  );
  const openPayments = kept.map((payment) => (payment.leg ? { ...payment, leg: null } : payment));
  return {
    changes: {
      replacement: null,
      ...(escrow.openPayments ? { openPayments, remindedAt: now } : {}),
    },
    note: reason,
  };
}
