/** Notifications of the transitions that events of other services and jobs cause. */

import { quote } from './template.ts';
import type {
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from './transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftLenderPays,
  draftNotification,
} from './transition-draft.ts';

function draftCustodyLost(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = transition;
  if (transition.from === 'ESCALATED') {
    const title = `${domainName} left our custody`;
    const body = `${domainName} left our custody while its loan is in dispute.${quote('Reason', note)} The dispute can now only end with a decision for the platform.`;
    const everyone = ['BORROWER', 'LENDER', 'OPERATORS'] as const;
    return everyone.map((who) => ({ ...draftAlert(who, title, body), kind: 'DISPUTE' }));
  }
  if (transition.to === 'ESCALATED') {
    const drafts = draftDispute(transition, { cause: `${domainName} left our custody.`, note });
    return drafts.map((each) => ({ ...each, kind: 'DISPUTE' }));
  }
  if (transition.to === 'FINALIZED_PLATFORM_SEZIURE') {
    const body = `${domainName} left our custody before an operator released it.${quote('Reason', note)}`;
    const everyone = ['BORROWER', 'LENDER', 'OPERATORS'] as const;
    return everyone.map((who) => ({
      ...draftNotification(who, `${domainName} left our custody`, body),
      kind: 'DISPUTE',
    }));
  }
  if (transition.to !== 'CANCELLED') return [];
  return draftForBoth(
    `The loan on ${domainName} was cancelled`,
    `The loan on ${domainName} was cancelled because the domain left our custody.${quote('Reason', note)}`,
  );
}

export const platformTransitions = {
  RESERVATION_GRANTED: { without: 'the contract that follows has a notification' },
  RESERVATION_REFUSED: {
    kind: 'LOAN',
    drafts: ({ domainName, note }) => {
      const title = `The loan on ${domainName} can’t start`;
      return draftForBoth(
        title,
        `The loan on ${domainName} was cancelled because the domain could not be reserved for it.${quote('Reason', note)}`,
      );
    },
  },
  DRAW_CONTRACT: { without: 'the event lending.escrow.contract-drawn has a notification' },
  CUSTODY_ARRIVED: {
    kind: 'LOAN',
    drafts: (transition) =>
      transition.to === 'DOMAIN_IN_CUSTODY' ? [draftLenderPays(transition)] : [],
  },
  CUSTODY_LOST: {
    kind: 'LOAN',
    drafts: draftCustodyLost,
  },
  SEAL_AMENDMENT: { without: 'both parties are notified when the amendment counts' },
  SEAL_CONTRACT: { without: 'the event lending.escrow.contract-sealed has a notification' },
} satisfies TransitionTemplates;
