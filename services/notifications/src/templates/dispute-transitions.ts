/** Notifications of the transitions of a dispute: its start, its evidence and its end. */

import { alertKeys } from './alert-keys.ts';
import { quote } from './template.ts';
import type {
  TextForReader,
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
  nameParty,
  otherParties,
  roleNames,
  untilSettled,
} from './transition-draft.ts';

function draftResolved(
  { domainName, note }: TransitionDetails,
  describeOutcome: TextForReader,
): TransitionDraft[] {
  return draftForBoth(
    `The dispute over the loan on ${domainName} is settled`,
    (who) =>
      `An operator settled the dispute over the loan on ${domainName}: ${describeOutcome(who)}.${quote('Reason', note)}`,
  );
}

/** The first proposal asks the other party; the second equal one ends the dispute. */
function draftSettled(
  transition: TransitionDetails,
  describeOutcome: TextForReader,
): TransitionDraft[] {
  const { domainName, by } = transition;
  if (transition.to === 'ESCALATED') {
    const describeProposal: TextForReader = (who) =>
      `${roleNames[by]} proposes to settle the dispute over the loan on ${domainName}: ${describeOutcome(who)}. It ends when you both choose the same outcome; you can also propose another.`;
    const title = `New proposal to settle the dispute over ${domainName}`;
    const proposal = alertKeys.proposal(transition.escrowId);
    return otherParties(by).map((who) =>
      untilSettled(draftAlert(who, title, describeProposal(who)), proposal),
    );
  }
  const title = `The dispute over the loan on ${domainName} is settled`;
  return draftForBoth(
    title,
    (who) =>
      `You both agreed how to settle the dispute over the loan on ${domainName}: ${describeOutcome(who)}.`,
  );
}

function draftReleased(
  { domainName }: TransitionDetails,
  to: 'BORROWER' | 'LENDER',
): TransitionDraft[] {
  return draftForBoth(
    `${domainName} was released`,
    (who) =>
      `Nameloan held ${domainName} after the dispute. An operator has released it to ${nameParty(to, who)}.`,
  );
}

const describeContinue = () => 'the loan continues';
const describeContinueMaySeize: TextForReader = (who) =>
  `the loan continues, and ${nameParty('LENDER', who)} may take the domain from now on`;
const describeReturn: TextForReader = (who) =>
  `the loan is complete and the domain returns to ${nameParty('BORROWER', who)}`;
const describeSeizure: TextForReader = (who) => `the domain goes to ${nameParty('LENDER', who)}`;

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
    drafts: ({ escrowId, by, domainName, note, to }) =>
      otherParties(by).map((who) => ({
        ...draftNotification(
          who,
          `New evidence about the loan on ${domainName}`,
          `${roleNames[by]} added evidence to ${to === 'ESCALATED' ? 'the dispute over ' : ''}the loan on ${domainName}.${quote('Newest file', note)}`,
        ),
        topic: `evidence of ${escrowId} by ${by}`,
        batched: true,
      })),
  },
  EVIDENCE_DONE: {
    kind: 'DISPUTE',
    drafts: ({ by, domainName, evidenceComplete }) =>
      otherParties(by).map((who) =>
        draftNotification(
          who,
          `Evidence about the loan on ${domainName} is complete`,
          `${roleNames[by]} says that their evidence in the dispute over the loan on ${domainName} is complete. ${evidenceComplete ? 'You said the same, so an operator can decide now.' : 'Once you say the same, an operator can decide.'}`,
        ),
      ),
  },
  SETTLE_CONTINUE_MAY_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftSettled(transition, describeContinueMaySeize),
    settles: settleProposal,
  },
  RESOLVE_CONTINUE_MAY_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, describeContinueMaySeize),
  },
  SETTLE_CONTINUE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftSettled(transition, describeContinue),
    settles: settleProposal,
  },
  SETTLE_RETURN: {
    kind: 'DISPUTE',
    drafts: (transition) => draftSettled(transition, describeReturn),
    settles: settleProposal,
  },
  SETTLE_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftSettled(transition, (who) => `${describeSeizure(who)} in full satisfaction of the loan`),
    settles: settleProposal,
  },
  RESOLVE_CONTINUE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, describeContinue),
  },
  RESOLVE_RETURN: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, describeReturn),
  },
  RESOLVE_SEIZE: {
    kind: 'DISPUTE',
    drafts: (transition) => draftResolved(transition, describeSeizure),
  },
  RESOLVE_PLATFORM: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftResolved(transition, (who) =>
        transition.collateralGone
          ? 'the loan is closed, and the domain has left our custody'
          : `Nameloan holds the domain until an operator releases it to ${nameParty('BORROWER', who)} or ${nameParty('LENDER', who)}`,
      ),
  },
  RESOLVE_REFINANCED: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftResolved(
        transition,
        () => 'a new loan has repaid this one, and the domain now secures the new loan',
      ),
  },
  RELEASE_BORROWER: {
    kind: 'DISPUTE',
    drafts: (transition) => draftReleased(transition, 'BORROWER'),
  },
  RELEASE_LENDER: { kind: 'DISPUTE', drafts: (transition) => draftReleased(transition, 'LENDER') },
} satisfies TransitionTemplates;
