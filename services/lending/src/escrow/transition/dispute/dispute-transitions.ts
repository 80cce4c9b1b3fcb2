/** Transitions of a dispute: its start, its evidence, and its end by the parties or by an operator. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import type { EscrowActorRole } from '../../../loan/roles.ts';
import { toPartyRole } from '../../../loan/roles.ts';
import { fundedStatuses } from '../../../loan/status.ts';
import type { Escrow } from '../../escrow.ts';
import type { SettleOutcome } from '../../settlement.ts';
import { computeDisputeStage } from '../../stage.ts';
import { noPaidSale } from '../assignment/assignment-guards.ts';
import { buildDeniedChanges, claimPaidOff } from '../claims.ts';
import { buildDischargeChanges, buildRepaymentChanges } from '../end-debt.ts';
import type { Condition, Guard } from '../guards.ts';
import { buildGuard, guards, isEscalationCounted } from '../guards.ts';
import { paymentGuards } from '../payment/payment-guards.ts';
import { rejectDeemed } from '../payment/reject-deemed.ts';
import { readEscalation, readRequiredText } from '../read-input.ts';
import { refinanceGuards } from '../refinance/refinance-guards.ts';
import type { TransitionDescriptor, TransitionTable } from '../transition-descriptor.ts';
import { either, operator } from '../transition-descriptor.ts';

/** `rejectPayments`: ids of payments that counted by silence and did not arrive. */
interface ContinueDecision {
  reason: string;
  rejectPayments?: readonly string[] | null;
}

export interface DisputeInputs {
  ESCALATE: { reason?: string | null; evidence?: string | null };
  ADD_EVIDENCE: { name: string; sha256: string };
  EVIDENCE_DONE: object;
  SETTLE_CONTINUE: object;
  SETTLE_CONTINUE_MAY_SEIZE: object;
  SETTLE_RETURN: object;
  SETTLE_SEIZE: object;
  RESOLVE_CONTINUE: ContinueDecision;
  RESOLVE_CONTINUE_MAY_SEIZE: ContinueDecision;
  RESOLVE_RETURN: { reason: string };
  RESOLVE_SEIZE: { reason: string };
  RESOLVE_PLATFORM: { reason: string };
}

const continueLabel = 'Continue the loan';
const continueMaySeizeLabel = 'Continue the loan; the lender may take the domain';
export const returnLabel = 'Return the domain to the borrower';
export const seizeLabel = 'Give the domain to the lender';

export const disputeTransitions: TransitionTable<DisputeInputs> = {
  ESCALATE: {
    verb: 'escalate',
    label: 'Escalate',
    danger: true,
    history: 'Escalated the loan',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: either,
        guards: [guards.escalationLeft, guards.notEscalatedRecently],
        to: 'ESCALATED',
      },
    ],
    writes: (escrow, input, { role, now }) => {
      const { reason, evidence } = readEscalation(input);
      const counted = isEscalationCounted(escrow, now)
        ? { escalatedAfterGrace: { ...escrow.escalatedAfterGrace, [toPartyRole(role)]: true } }
        : {};
      return {
        changes: {
          ...counted,
          escalation: { at: now, by: toPartyRole(role), reason, evidence },
        },
        note: reason,
        detail: evidence === null ? null : `Evidence: ${evidence}`,
      };
    },
  },
  ADD_EVIDENCE: {
    verb: 'add evidence',
    history: 'Added a file',
    rules: [
      { from: 'NEW', roles: either, guards: [refinanceGuards.paidFromHere, guards.evidenceLeft] },
      { from: fundedStatuses, roles: either, guards: [guards.evidenceLeft] },
    ],
    writes: (escrow, { name, sha256 }, { role }) => {
      const side = toPartyRole(role);
      const counts = { BORROWER: 0, LENDER: 0, ...escrow.evidenceFiles };
      return {
        changes: { evidenceFiles: { ...counts, [side]: counts[side] + 1 } },
        note: name,
        detail: `SHA-256 ${sha256}`,
      };
    },
  },
  EVIDENCE_DONE: {
    verb: 'evidence done',
    label: 'Evidence Complete',
    history: 'Said that the evidence is complete',
    rules: [{ from: 'ESCALATED', roles: either, guards: [guards.evidenceNotDone] }],
    writes: (escrow, _input, { role, now }) => {
      const { escalation } = escrow;
      const evidenceDone = { ...escalation?.evidenceDone, [toPartyRole(role)]: now };
      return {
        changes: { escalation: escalation && { ...escalation, evidenceDone } },
        note: null,
      };
    },
  },
  SETTLE_CONTINUE: buildSettlement('CONTINUE', {
    choice: continueLabel,
    outcomeText: 'the loan continues',
    guards: [paymentGuards.noPayoffPaid, guards.custodyHeldInDispute],
    to: 'LOAN_POSTED',
    agreed: buildContinueChanges,
  }),
  SETTLE_CONTINUE_MAY_SEIZE: buildSettlement('CONTINUE_MAY_SEIZE', {
    choice: continueMaySeizeLabel,
    outcomeText: 'the loan continues, and the lender may take the domain',
    guards: [
      paymentGuards.noPayoffPaid,
      guards.custodyHeldInDispute,
      guards.custodyHeld,
      guards.receiptConfirmed,
    ],
    to: 'LOAN_POSTED',
    agreed: buildMaySeizeChanges,
  }),
  SETTLE_RETURN: buildSettlement('RETURN', {
    choice: returnLabel,
    outcomeText: 'the domain returns to the borrower',
    guards: [paymentGuards.noPayoffPaid, guards.custodyHeldInDispute],
    to: 'FINALIZED_RETURN_TO_BORROWER',
    agreed: buildRepaymentChanges,
  }),
  SETTLE_SEIZE: buildSettlement('SEIZE', {
    choice: seizeLabel,
    outcomeText: 'the domain goes to the lender',
    guards: [
      paymentGuards.noPayoffPaid,
      guards.custodyHeldInDispute,
      guards.custodyHeld,
      noPaidSale,
    ],
    to: 'FINALIZED_LENDER_SEIZURE',
    agreed: buildDischargeChanges,
  }),
  RESOLVE_CONTINUE: buildResolution('CONTINUE', {
    choice: continueLabel,
    history: 'Resolved: the loan continues',
    guards: [guards.custodyHeldInDispute],
    to: 'LOAN_POSTED',
    resolved: buildContinueChanges,
  }),
  RESOLVE_CONTINUE_MAY_SEIZE: buildResolution('CONTINUE_MAY_SEIZE', {
    choice: continueMaySeizeLabel,
    history: 'Resolved: the loan continues, and the lender may take the domain',
    guards: [guards.custodyHeldInDispute, guards.custodyHeld, guards.receiptConfirmed],
    to: 'LOAN_POSTED',
    resolved: buildMaySeizeChanges,
  }),
  RESOLVE_RETURN: buildResolution('RETURN', {
    choice: returnLabel,
    history: 'Resolved: the domain goes to the borrower',
    guards: [guards.custodyHeldInDispute],
    to: 'FINALIZED_RETURN_TO_BORROWER',
    resolved: buildRepaymentChanges,
  }),
  RESOLVE_SEIZE: buildResolution('SEIZE', {
    choice: seizeLabel,
    history: 'Resolved: the domain goes to the lender',
    guards: [guards.custodyHeldInDispute, guards.custodyHeld],
    to: 'FINALIZED_LENDER_SEIZURE',
    resolved: buildDischargeChanges,
  }),
  RESOLVE_PLATFORM: buildResolution('PLATFORM', {
    choice: 'Give the domain to the platform',
    history: 'Resolved: the domain goes to the platform',
    guards: [],
    to: 'FINALIZED_PLATFORM_SEZIURE',
    resolved: () => ({}),
  }),
};

interface SettlementDescriptor {
  choice: string;
  outcomeText: string;
  guards: readonly Guard[];
  /** The status after the agreement. */
  to: EscrowStatus;
  /** What the agreement writes. */
  agreed: (escrow: Escrow, now: Date) => Partial<Escrow>;
}

/** The first proposal is only stored; the second equal one ends the dispute like an operator's decision. */
function buildSettlement(
  outcome: SettleOutcome,
  { choice, outcomeText, guards: needs, to, agreed }: SettlementDescriptor,
): TransitionDescriptor {
  const rule = { from: 'ESCALATED', roles: either } as const;
  return {
    verb: 'settle',
    action: 'SETTLE',
    label: 'Settle',
    choice: { outcome, label: choice },
    history: (entry) =>
      entry.to === 'ESCALATED' ? `Proposed: ${outcomeText}` : `Agreed: ${outcomeText}`,
    rules: [
      { ...rule, when: otherProposed(outcome), guards: needs, to },
      { ...rule, guards: [...needs, notProposedYet(outcome)] },
    ],
    writes: (escrow, _input, { rule: chosen, role, now }) =>
      chosen.to === 'ESCALATED'
        ? { changes: { settlement: { by: toPartyRole(role), outcome, at: now } }, note: null }
        : { changes: agreed(escrow, now), note: null },
  };
}

interface ResolutionDescriptor {
  choice: string;
  history: string;
  guards: readonly Guard[];
  to: EscrowStatus;
  /** What the decision writes. */
  resolved: (escrow: Escrow, now: Date) => Partial<Escrow>;
}

/** An operator's decision; its reason is the note. */
function buildResolution(
  outcome: string,
  { choice, history, guards: needs, to, resolved }: ResolutionDescriptor,
): TransitionDescriptor<ContinueDecision> {
  return {
    verb: 'resolve',
    action: 'RESOLVE',
    label: 'Resolve',
    choice: { outcome, label: choice },
    history,
    rules: [
      { from: 'ESCALATED', roles: operator, guards: [...needs, guards.evidenceComplete], to },
    ],
    writes: (escrow, { reason, rejectPayments }, { now }) => {
      const rejected = rejectDeemed(escrow, rejectPayments);
      const changes = { ...rejected, ...resolved({ ...escrow, ...rejected }, now) };
      return { changes, note: readRequiredText('reason', reason) };
    },
  };
}

/**
 * The decision covers the claim too: an open one would escalate the loan again at once. Where the counted payments cover
 * the loan, the lender's time to return the domain starts again.
 */
export function buildContinueChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  const denied = buildDeniedChanges(escrow, now);
  const changes = { ...denied, ...claimPaidOff({ ...escrow, ...denied }, now) };
  const stage = computeDisputeStage({ ...escrow, ...changes, status: 'LOAN_POSTED' }, now);
  return { ...changes, continuation: { at: now, stage } };
}

function buildMaySeizeChanges(escrow: Escrow, now: Date): Partial<Escrow> {
  return { ...buildContinueChanges(escrow, now), maySeize: true };
}

function otherProposed(outcome: SettleOutcome): Condition {
  return (escrow, { role }) =>
    findProposal(escrow, role === 'BORROWER' ? 'LENDER' : 'BORROWER') === outcome;
}

function notProposedYet(outcome: SettleOutcome): Guard {
  return buildGuard(
    (escrow, { role }) => findProposal(escrow, role) !== outcome,
    'ALREADY_PROPOSED',
    'You proposed this. The other party hasn’t agreed yet.',
  );
}

function findProposal({ settlement }: Escrow, party: EscrowActorRole): SettleOutcome | null {
  return settlement?.by === party ? settlement.outcome : null;
}
