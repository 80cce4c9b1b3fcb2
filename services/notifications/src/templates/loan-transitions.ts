/** Notifications of the transitions of borrower and lender, from the contract to the end of the loan. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from './alert-keys.ts';
import { describeDue } from './payment/describe-instalment.ts';
import { quote, signatureDeadlineText } from './template.ts';
import type {
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from './transition-draft.ts';
import {
  draftAlert,
  draftLenderPays,
  draftNotification,
  otherParties,
  roleNames,
  untilSettled,
} from './transition-draft.ts';

const { accelerationDays, cancelAnswerDays, claimAnswerDays, transferDays } = loanCalendar;

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
  const { domainName } = transition;
  if (transition.to !== 'CANCELLED') {
    return [
      draftAlert(
        'LENDER',
        `The borrower asks to cancel the loan on ${domainName}`,
        `The borrower asks to cancel the loan on ${domainName}. Press Cancel to agree, or Mark Paid if the money is on its way. Without an answer within ${cancelAnswerDays} days, the loan is cancelled.`,
      ),
    ];
  }
  const body = `${roleNames[transition.by]} cancelled the loan on ${domainName}. The domain is free again.${quote('Reason', transition.note)}`;
  return otherParties(transition.by).map((who) =>
    draftNotification(who, `The loan on ${domainName} was cancelled`, body),
  );
}

function draftMarkedPaid(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, amount, note } = transition;
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
      `The borrower confirmed receiving ${amount} for the loan on ${domainName}.${quote('Details', note)} ${describeDue(transition)}`,
    ),
  ];
}

export const loanTransitions = {
  SIGN: {
    kind: 'SIGNATURE',
    drafts: draftSigned,
    settles: ({ escrowId, by }) => [alertKeys.signature(escrowId, by)],
  },
  CANCEL: {
    kind: 'LOAN',
    drafts: draftCancelled,
  },
  MARK_PAID: {
    kind: 'LOAN',
    drafts: draftMarkedPaid,
  },
  CONFIRM_RECEIPT: {
    kind: 'LOAN',
    drafts: (transition) => [
      draftNotification(
        'LENDER',
        `The loan on ${transition.domainName} has started`,
        `The borrower confirmed receiving ${transition.amount} for the loan on ${transition.domainName}. ${describeDue(transition)}`,
      ),
    ],
    settles: ({ escrowId }) => [alertKeys.receipt(escrowId), alertKeys.details(escrowId)],
  },
  PAYMENT_DETAILS: {
    kind: 'LOAN',
    drafts: ({ escrowId, domainName, amount, note }) => [
      untilSettled(
        draftAlert(
          'BORROWER',
          `Confirm the payment for ${domainName}`,
          `The lender added details of the ${amount} for the loan on ${domainName}.${quote('Details', note)} Confirm it once you have it, or escalate the loan if it hasn’t arrived.`,
        ),
        alertKeys.receipt(escrowId),
      ),
    ],
    settles: ({ escrowId }) => [alertKeys.receipt(escrowId), alertKeys.details(escrowId)],
  },
  WITHDRAW_CLAIM: {
    kind: 'LOAN',
    drafts: ({ domainName, day, payoff }) => [
      draftNotification(
        'LENDER',
        `The borrower withdrew the claim for ${domainName}`,
        `The borrower withdrew the claim that the loan on ${domainName} is repaid. Payoff on ${day}: ${payoff}.`,
      ),
    ],
    settles: ({ escrowId }) => [alertKeys.claim(escrowId)],
  },
  CLAIM_REPAID: {
    kind: 'LOAN',
    drafts: ({ escrowId, domainName, note, claimBlocks }) => [
      untilSettled(
        draftAlert(
          'LENDER',
          `The borrower says the loan on ${domainName} is repaid`,
          `The borrower says the loan on ${domainName} is repaid.${quote('Details', note)} Finalize it if the money has arrived, or deny the claim with a reason. ${claimBlocks ? `Without an answer within ${claimAnswerDays} days, an operator decides.` : 'It doesn’t block taking the domain.'}`,
        ),
        alertKeys.claim(escrowId),
      ),
    ],
    settles: ({ escrowId }) => [alertKeys.repayment(escrowId), alertKeys.denial(escrowId)],
  },
  DENY_REPAID: {
    kind: 'LOAN',
    drafts: ({ escrowId, domainName, note }) => [
      untilSettled(
        draftAlert(
          'BORROWER',
          `The lender denies your repayment for ${domainName}`,
          `The lender denies that the loan on ${domainName} is repaid.${quote('Reason', note)} Clear it up in the chat, or escalate the loan to an operator.`,
        ),
        alertKeys.denial(escrowId),
      ),
    ],
    settles: ({ escrowId }) => [alertKeys.claim(escrowId)],
  },
  ACCELERATE: {
    kind: 'NOTICE',
    drafts: ({ domainName, note }) => [
      draftAlert(
        'BORROWER',
        `Everything owed for ${domainName} is due`,
        `The lender declares that the whole loan on ${domainName} is due, because a payment was missed.${quote('Reason', note)} Repay everything owed within ${accelerationDays} days to keep the domain; part payments do not stop this.`,
      ),
      draftNotification(
        'LENDER',
        `The loan on ${domainName} is accelerated`,
        `You declared that the whole loan on ${domainName} is due. If it is not repaid, you may take the domain ${accelerationDays} days later.`,
      ),
    ],
  },
  FINALIZE_RETURN: {
    kind: 'LOAN',
    drafts: ({ domainName }) => [
      draftNotification(
        'BORROWER',
        `The loan on ${domainName} is complete`,
        `The lender confirmed that the loan on ${domainName} is repaid. The loan is complete and the domain is yours again.`,
      ),
    ],
  },
  FINALIZE_SEIZE: {
    kind: 'LOAN',
    drafts: ({ domainName }) => [
      draftNotification(
        'BORROWER',
        `The lender took ${domainName}`,
        `The lender took ${domainName} because its loan was not repaid in time. The loan is satisfied in full; neither side owes anything more.`,
      ),
    ],
  },
  FINALIZE_SURRENDER: {
    kind: 'LOAN',
    drafts: ({ domainName }) => [
      draftNotification(
        'LENDER',
        `The borrower gave up ${domainName}`,
        `The borrower gave up ${domainName} in full satisfaction of the loan. It moves to your account.`,
      ),
    ],
  },
} satisfies TransitionTemplates;
