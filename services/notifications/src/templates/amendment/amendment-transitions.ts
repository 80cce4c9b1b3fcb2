/** Notifications of amendments: to the party that answers, then to both about signatures, effect and end. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from '../alert-keys.ts';
import { quote } from '../template.ts';
import type {
  TransitionData,
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from '../transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftNotification,
  nameParty,
  otherParties,
  roleNames,
  untilSettled,
} from '../transition-draft.ts';

const {
  amendmentAnswerDays,
  amendmentSigningDays,
  deemedPaymentDays,
  deemedReceiptDays,
  standstillDays,
} = loanCalendar;

const settles = ({ escrowId }: TransitionData): string[] => [alertKeys.amendment(escrowId)];

function draftProposed(transition: TransitionDetails, what: string): TransitionDraft[] {
  const { escrowId, domainName, note, by } = transition;
  return otherParties(by).map((who) =>
    untilSettled(
      draftAlert(
        who,
        `${roleNames[by]} proposes ${what} for ${domainName}`,
        `${roleNames[by]} proposes ${what} for the loan on ${domainName}.${quote('Terms', note)} Agree, propose other terms or decline within ${amendmentAnswerDays} days. Until you both sign, nothing changes.`,
      ),
      alertKeys.amendment(escrowId),
    ),
  );
}

function draftForOther(
  transition: TransitionDetails,
  { title, body }: { title: string; body: string },
): TransitionDraft[] {
  return otherParties(transition.by).map((who) => draftNotification(who, title, body));
}

/** To the parties that have to sign, to pay or to answer. */
function draftReminder(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, note, awaits } = transition;
  return (['BORROWER', 'LENDER'] as const)
    .filter((who) => awaits === who || awaits === 'BOTH')
    .map((who) =>
      untilSettled(
        draftAlert(
          who,
          `The amendment for ${domainName} needs you by tomorrow`,
          `The agreed amendment of the loan on ${domainName} still waits for you: sign it, or pay, confirm or deny its money on the loan’s page.${quote('Deadline', note)}`,
        ),
        alertKeys.signature(escrowId, who),
        alertKeys.agreedMoney(escrowId),
      ),
    );
}

/** A dispute if the lender did not answer the agreed money. */
function draftLapsed(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note, due, to } = transition;
  if (to === 'ESCALATED') {
    return draftDispute(transition, {
      cause: (who) =>
        `${who === 'LENDER' ? 'You haven’t' : 'The lender hasn’t'} answered the agreed payment for the amendment of the loan on ${domainName}, so it lapsed after ${standstillDays} days.`,
      note: null,
    });
  }
  return draftForBoth(
    `The amendment for ${domainName} lapsed`,
    () =>
      `The agreed amendment of the loan on ${domainName} lapsed.${quote('Why', note)} The terms before it stay: the loan is due on ${due}. Money already sent for it is a repayment.`,
  );
}

export const amendmentTransitions = {
  PROPOSE_AMENDMENT: {
    kind: 'LOAN',
    drafts: (transition) => draftProposed(transition, 'an amendment'),
    settles,
  },
  COUNTER_AMENDMENT: {
    kind: 'LOAN',
    drafts: (transition) => draftProposed(transition, 'other terms of the amendment'),
    settles,
  },
  AGREE_AMENDMENT: {
    kind: 'SIGNATURE',
    drafts: ({ escrowId, domainName, note }) =>
      (['BORROWER', 'LENDER'] as const).map((who) =>
        untilSettled(
          draftAlert(
            who,
            `Sign the amendment for ${domainName}`,
            `You both agreed to amend the loan on ${domainName}.${quote('Terms', note)} Both sign within ${amendmentSigningDays} days on the loan’s page; agreed money is confirmed within ${standstillDays} days. Otherwise the terms stay as they are.`,
          ),
          alertKeys.signature(escrowId, who),
        ),
      ),
    settles,
  },
  DECLINE_AMENDMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftForOther(transition, {
        title: `Your amendment for ${transition.domainName} was declined`,
        body: `${roleNames[transition.by]} declined your amendment of the loan on ${transition.domainName}.${quote('Reason', transition.note)} The terms stay as they are.`,
      }),
    settles,
  },
  WITHDRAW_AMENDMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftForOther(transition, {
        title: `The amendment for ${transition.domainName} was withdrawn`,
        body: `${roleNames[transition.by]} withdrew the proposed amendment of the loan on ${transition.domainName}.${quote('Terms', transition.note)} It needs no answer any more.`,
      }),
    settles,
  },
  SIGN_AMENDMENT: {
    kind: 'SIGNATURE',
    drafts: (transition) =>
      draftForOther(transition, {
        title: `${roleNames[transition.by]} signed the amendment for ${transition.domainName}`,
        body: `${roleNames[transition.by]} signed the amendment of the loan on ${transition.domainName}.${quote('Amendment', transition.note)} The loan is due on ${transition.due}.`,
      }),
    settles: ({ escrowId, by }) => [alertKeys.signature(escrowId, by)],
  },
  EXPIRE_AMENDMENT: {
    kind: 'LOAN',
    drafts: ({ domainName }) =>
      draftForBoth(
        `The amendment for ${domainName} expired`,
        () =>
          `The proposed amendment of the loan on ${domainName} was not answered within ${amendmentAnswerDays} days. The terms stay as they are.`,
      ),
    settles,
  },
  LAPSE_AMENDMENT: {
    kind: 'NOTICE',
    drafts: draftLapsed,
    settles: ({ escrowId }) => [
      alertKeys.signature(escrowId, 'BORROWER'),
      alertKeys.signature(escrowId, 'LENDER'),
      alertKeys.agreedMoney(escrowId),
    ],
  },
  DEEM_ADVANCE: {
    kind: 'NOTICE',
    drafts: ({ domainName, note, day, payoff }) =>
      draftForBoth(
        `Further principal for ${domainName} counts as received`,
        (who) =>
          `${who === 'LENDER' ? 'Your' : 'The lender’s'} payment for the amendment of the loan on ${domainName} now counts, because ${nameParty('BORROWER', who)} didn’t answer for ${deemedReceiptDays} days.${quote('Payment', note)} The principal is higher from its day. Payoff on ${day}: ${payoff}. For ${deemedPaymentDays} days, either of you can escalate the loan about it.`,
      ),
    settles: ({ escrowId }) => [alertKeys.advance(escrowId), alertKeys.agreedMoney(escrowId)],
  },
  REMIND_AMENDMENT: { kind: 'DUE', drafts: draftReminder },
} satisfies TransitionTemplates;
