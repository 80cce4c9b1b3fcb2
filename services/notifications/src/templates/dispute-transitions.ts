/** Notifications of the transitions of a dispute: its start, its evidence and its end. */

import { alertKeys } from './alert-keys.ts';
import { quote } from './template.ts';
import type {
  TransitionData,
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from './transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftNotification,
  otherParties,
  roleNames,
  untilSettled,
} from './transition-draft.ts';

function draftResolved(
  { domainName, note }: TransitionDetails,
  outcome: string,
): TransitionDraft[] {
  const title = `The dispute over the loan on ${domainName} is settled`;
  const body = `An operator settled the dispute over the loan on ${domainName}: ${outcome}.${quote('Reason', note)}`;
  return draftForBoth(title, body);
}

/** The first proposal asks the other party; the second equal one ends the dispute. */
function draftSettled(transition: TransitionDetails, outcome: string): TransitionDraft[] {
  const { domainName, by } = transition;
  if (transition.to === 'ESCALATED') {
    const body = `${roleNames[by]} proposes to settle the dispute over the loan on ${domainName}: ${outcome}. It ends when you both choose the same outcome; you can also propose another.`;
    const title = `New proposal to settle the dispute over ${domainName}`;
    const proposal = alertKeys.proposal(transition.escrowId);
    return otherParties(by).map((who) => untilSettled(draftAlert(who, title, body), proposal));
  }
  const title = `The dispute over the loan on ${domainName} is settled`;
  const body = `You both agreed how to settle the dispute over the loan on ${domainName}: ${outcome}.`;
  return [draftNotification('BORROWER', title, body), draftNotification('LENDER', title, body)];
}

/** A new proposal replaces the previous one. */
const settleProposal = ({ escrowId }: TransitionData) => [alertKeys.proposal(escrowId)];

export const disputeTransitions = {
  ESCALATE: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftDispute(transition, {
        cause: `${roleNames[transition.by]} escalated the loan on ${transition.domainName}.`,
        note: transition.note,
      }),
  },
  ADD_EVIDENCE: {
    kind: 'DISPUTE',
    drafts: ({ escrowId, by, domainName, note }) =>
      otherParties(by).map((who) => ({
        ...draftNotification(
          who,
          `New evidence about the loan on ${domainName}`,
          `${roleNames[by]} added evidence to the dispute over the loan on ${domainName}.${quote('Newest file', note)}`,
        ),
        topic: `evidence of ${escrowId} by ${by}`,
        batched: true,
      })),
  },
  SETTLE_CONTINUE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftSettled(transition, 'the loan continues'),
    settles: settleProposal,
  },
  SETTLE_RETURN: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftSettled(transition, 'the loan is complete and the domain returns to the borrower'),
    settles: settleProposal,
  },
  SETTLE_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftSettled(transition, 'the domain goes to the lender in full satisfaction of the loan'),
    settles: settleProposal,
  },
  RESOLVE_CONTINUE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, 'the loan continues'),
  },
  RESOLVE_RETURN: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftResolved(transition, 'the loan is complete and the domain returns to the borrower'),
  },
  RESOLVE_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, 'the domain goes to the lender'),
  },
  RESOLVE_PLATFORM: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, 'the platform takes the domain'),
  },
} satisfies TransitionTemplates;
