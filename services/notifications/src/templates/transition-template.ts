/** Notifications of a loan transition: what happened, and what the reader can do now. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from './alert-keys.ts';
import { transitionKinds } from './notification-kind.ts';
import { systemTransitionDrafts } from './system-transitions.ts';
import type { NotificationDraft, TemplateContext } from './template.ts';
import { disputePage, escrowPage, quote, signatureDeadlineText } from './template.ts';
import type { TransitionData, TransitionDetails, TransitionDraft } from './transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftNotification,
  formatTransition,
  otherParties,
  untilSettled,
} from './transition-draft.ts';

const { cancelAnswerDays, claimAnswerDays, transferDays } = loanCalendar;

const roleNames = {
  BORROWER: 'The borrower',
  LENDER: 'The lender',
  OPERATOR: 'An operator',
  SYSTEM: 'Nameloan',
} as const;

function draftLenderPays({ domainName, amount }: TransitionDetails): TransitionDraft {
  return draftAlert(
    'LENDER',
    `${domainName} is in custody: send your payment`,
    `${domainName} is in our custody for your loan. Press Mark Paid, then send ${amount} to the borrower.`,
  );
}

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

function draftSigned(transition: TransitionDetails): TransitionDraft[] {
  const { domainName } = transition;
  const name = roleNames[transition.by];
  if (transition.to === 'PENDING_SIGNATURE') {
    return otherParties(transition.by).map((who) =>
      untilSettled(
        draftAlert(
          who,
          `Your signature on the contract for ${domainName} is missing`,
          `${name} signed the contract for the loan on ${domainName}. Your signature is still missing; ${signatureDeadlineText}.`,
        ),
        alertKeys.signature(transition.escrowId, who),
      ),
    );
  }
  const both = `You both signed the contract for the loan on ${domainName}.`;
  const title = `The contract on ${domainName} is signed`;
  if (transition.to === 'DOMAIN_IN_CUSTODY') {
    return [
      draftNotification('BORROWER', title, `${both} The lender now sends the money.`),
      draftLenderPays(transition),
    ];
  }
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `${title}: transfer the domain`,
        `${both} Start its transfer into custody in My Domains, unless it’s already on its way. Without the domain, the loan is cancelled after ${transferDays} days.`,
      ),
      alertKeys.transfer(transition.domainId),
    ),
    draftNotification(
      'LENDER',
      title,
      `${both} The borrower now transfers the domain into custody.`,
    ),
  ];
}

function draftCancelled(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = transition;
  if (transition.to !== 'CANCELLED') {
    return [
      draftAlert(
        'LENDER',
        `The borrower asks to cancel the loan on ${domainName}`,
        `The borrower asks to cancel the loan on ${domainName}. Press Cancel to agree, or Mark Paid if the money is on its way. Without an answer within ${cancelAnswerDays} days, the loan is cancelled.`,
      ),
    ];
  }
  const body = `${roleNames[transition.by]} cancelled the loan on ${domainName}. The domain is free again.${quote('Reason', note)}`;
  return otherParties(transition.by).map((who) =>
    draftNotification(who, `The loan on ${domainName} was cancelled`, body),
  );
}

function draftCustodyLost(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = transition;
  if (transition.from === 'ESCALATED') {
    const title = `${domainName} left our custody`;
    const body = `${domainName} left our custody while its loan is in dispute.${quote('Reason', note)} The dispute can now only end with a decision for the platform.`;
    const everyone = ['BORROWER', 'LENDER', 'OPERATORS'] as const;
    return everyone.map((who) => ({ ...draftAlert(who, title, body), kind: 'DISPUTE' }));
  }
  if (transition.to === 'ESCALATED') {
    const drafts = draftDispute(transition, `${domainName} left our custody.`);
    return drafts.map((each) => ({ ...each, kind: 'DISPUTE' }));
  }
  if (transition.to !== 'CANCELLED') return [];
  return draftForBoth(
    `The loan on ${domainName} was cancelled`,
    `The loan on ${domainName} was cancelled because the domain left our custody.${quote('Reason', note)}`,
  );
}

function draftMarkedPaid(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, amount, note, due } = transition;
  if (transition.by === 'LENDER') {
    return [
      untilSettled(
        draftAlert(
          'BORROWER',
          `Confirm the payment for ${domainName}`,
          `The lender says ${amount} for the loan on ${domainName} was sent.${quote('Details', note)} Confirm it once you have it, or escalate the loan if it hasn’t arrived.`,
        ),
        alertKeys.receipt(transition.escrowId),
      ),
    ];
  }
  return [
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has started`,
      `The borrower confirmed receiving ${amount} for the loan on ${domainName}.${quote('Details', note)} It is due on ${due}.`,
    ),
  ];
}

/** For transitions that another event covers, or that concern no one. */
const withoutNotification = () => [];

/** Exhaustive: a new transition does not compile without drafts or `withoutNotification`. */
const transitionDrafts: Record<
  EscrowTransition,
  (transition: TransitionDetails) => TransitionDraft[]
> = {
  RESERVATION_REFUSED: ({ domainName, note }) => {
    const title = `The loan on ${domainName} can’t start`;
    return draftForBoth(
      title,
      `The loan on ${domainName} was cancelled because the domain could not be reserved for it.${quote('Reason', note)}`,
    );
  },
  SIGN: draftSigned,
  CANCEL: draftCancelled,
  CUSTODY_ARRIVED: (transition) =>
    transition.to === 'DOMAIN_IN_CUSTODY' ? [draftLenderPays(transition)] : [],
  CUSTODY_LOST: draftCustodyLost,
  MARK_PAID: draftMarkedPaid,
  CONFIRM_RECEIPT: ({ domainName, amount, due }) => [
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has started`,
      `The borrower confirmed receiving ${amount} for the loan on ${domainName}. It is due on ${due}.`,
    ),
  ],
  CLAIM_REPAID: ({ escrowId, domainName, note }) => [
    untilSettled(
      draftAlert(
        'LENDER',
        `The borrower says the loan on ${domainName} is repaid`,
        `The borrower says the loan on ${domainName} is repaid.${quote('Details', note)} Finalize it if the money has arrived, or deny the claim with a reason. Without an answer within ${claimAnswerDays} days, an operator decides.`,
      ),
      alertKeys.claim(escrowId),
    ),
  ],
  DENY_REPAID: ({ escrowId, domainName, note }) => [
    untilSettled(
      draftAlert(
        'BORROWER',
        `The lender denies your repayment for ${domainName}`,
        `The lender denies that the loan on ${domainName} is repaid.${quote('Reason', note)} Clear it up in the chat, or escalate the loan to an operator.`,
      ),
      alertKeys.denial(escrowId),
    ),
  ],
  FINALIZE_RETURN: ({ domainName }) => [
    draftNotification(
      'BORROWER',
      `The loan on ${domainName} is complete`,
      `The lender confirmed that the loan on ${domainName} is repaid. The loan is complete and the domain is yours again.`,
    ),
  ],
  FINALIZE_SEIZE: ({ domainName }) => [
    draftNotification(
      'BORROWER',
      `The lender took ${domainName}`,
      `The lender took ${domainName} because its loan was not repaid in time. The loan is satisfied in full; neither side owes anything more.`,
    ),
  ],
  FINALIZE_SURRENDER: ({ domainName }) => [
    draftNotification(
      'LENDER',
      `The borrower gave up ${domainName}`,
      `The borrower gave up ${domainName} in full satisfaction of the loan. It moves to your account.`,
    ),
  ],
  ESCALATE: (transition) =>
    draftDispute(
      transition,
      `${roleNames[transition.by]} escalated the loan on ${transition.domainName}.`,
    ),
  ADD_EVIDENCE: ({ escrowId, by, domainName, note }) =>
    otherParties(by).map((who) => ({
      ...draftNotification(
        who,
        `New evidence about the loan on ${domainName}`,
        `${roleNames[by]} added evidence to the dispute over the loan on ${domainName}.${quote('Newest file', note)}`,
      ),
      topic: `evidence of ${escrowId} by ${by}`,
      batched: true,
    })),
  SETTLE_CONTINUE: (transition) => draftSettled(transition, 'the loan continues'),
  SETTLE_RETURN: (transition) =>
    draftSettled(transition, 'the loan is complete and the domain returns to the borrower'),
  SETTLE_SEIZE: (transition) =>
    draftSettled(transition, 'the domain goes to the lender in full satisfaction of the loan'),
  RESOLVE_CONTINUE: (transition) => draftResolved(transition, 'the loan continues'),
  RESOLVE_RETURN: (transition) =>
    draftResolved(transition, 'the loan is complete and the domain returns to the borrower'),
  RESOLVE_SEIZE: (transition) => draftResolved(transition, 'the domain goes to the lender'),
  RESOLVE_PLATFORM: (transition) => draftResolved(transition, 'the platform takes the domain'),
  ...systemTransitionDrafts,
  RESERVATION_GRANTED: withoutNotification,
  DRAW_CONTRACT: withoutNotification,
  SEAL_CONTRACT: withoutNotification,
};

export function transitionTemplate(
  data: TransitionData,
  context: TemplateContext,
): NotificationDraft[] {
  const parties = [data.borrowerId, data.lenderId];
  const recipients: Record<TransitionDraft['who'], readonly string[]> = {
    BORROWER: [data.borrowerId],
    LENDER: [data.lenderId],
    // A getter: operators are loaded only for transitions that address them (`notify.ts`).
    get OPERATORS() {
      return context.operatorIds.filter((id) => !parties.includes(id));
    },
  };
  const all = transitionDrafts[data.move](formatTransition(data, context));
  const subject = { type: 'ESCROW', id: data.escrowId } as const;
  const reminder = transitionKinds[data.move] === 'DUE';
  const common = { kind: transitionKinds[data.move], subject, reminder };
  const linkOf = (who: TransitionDraft['who']) =>
    who === 'OPERATORS' ? disputePage(data.escrowId) : escrowPage(data.escrowId);
  const status = alertKeys.status(data.escrowId, data.to);
  return all.flatMap(({ who, alert, until = [], ...each }) =>
    recipients[who].map((to) => ({
      to,
      ...common,
      link: linkOf(who),
      ...each,
      // A user's own action raises no alert.
      alert: alert && who !== data.by ? ([status, ...until] as const) : false,
    })),
  );
}
