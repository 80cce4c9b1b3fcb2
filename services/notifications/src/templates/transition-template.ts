/** What each party is told about a move of their loan: what the other did, and what they should do now. */

import type { EscrowTransition } from '@nameloan/contracts/loan.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
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
  until,
} from './transition-draft.ts';

const { cancelAnswerDays, claimAnswerDays, transferDays } = loanCalendar;

const roleNames = {
  BORROWER: 'The borrower',
  LENDER: 'The lender',
  OPERATOR: 'An operator',
  SYSTEM: 'Nameloan',
} as const;

/** "Send the money now": once the domain is here it is the lender's turn. */
function draftLenderPays({ domainName, amount }: TransitionDetails): TransitionDraft {
  return draftAlert(
    'LENDER',
    `${domainName} is in custody: your payment is next`,
    `${domainName} is in our custody for your loan. Please press Mark Paid, then send ${amount} to the borrower.`,
  );
}

function draftResolved(
  { domainName, note }: TransitionDetails,
  outcome: string,
): TransitionDraft[] {
  const title = `The dispute about the loan on ${domainName} is settled`;
  const body = `An operator has settled the dispute about the loan on ${domainName}: ${outcome}.${quote('Reason', note)}`;
  return draftForBoth(title, body);
}

/** The first word is the other party's to answer; the second ends the dispute. */
function draftSettled(
  move: TransitionDetails,
  proposal: string,
  outcome: string,
): TransitionDraft[] {
  const { domainName, by } = move;
  if (move.to === 'ESCALATED') {
    const body = `${roleNames[by]} proposes to end the dispute about the loan on ${domainName} so ${proposal}. It ends when you settle on the same; you can also propose something else.`;
    const title = `A proposal to settle the dispute on ${domainName}`;
    const answered = alertKeys.proposal(move.escrowId);
    return otherParties(by).map((who) => until(draftAlert(who, title, body), answered));
  }
  const title = `The dispute about the loan on ${domainName} is settled`;
  const body = `You have both agreed how to end the dispute about the loan on ${domainName}: ${outcome}.`;
  return [draftNotification('BORROWER', title, body), draftNotification('LENDER', title, body)];
}

function draftSigned(move: TransitionDetails): TransitionDraft[] {
  const { domainName } = move;
  const name = roleNames[move.by];
  if (move.to === 'PENDING_SIGNATURE') {
    return otherParties(move.by).map((who) =>
      until(
        draftAlert(
          who,
          `Your signature on the contract for ${domainName} is missing`,
          `${name} has signed the contract for the loan on ${domainName}. Your signature is still missing; ${signatureDeadlineText}.`,
        ),
        alertKeys.signature(move.escrowId, who),
      ),
    );
  }
  const both = `Both of you have signed the contract for the loan on ${domainName}.`;
  const title = `The contract on ${domainName} is signed`;
  if (move.to === 'DOMAIN_IN_CUSTODY') {
    return [
      draftNotification('BORROWER', title, `${both} The lender sends the money now.`),
      draftLenderPays(move),
    ];
  }
  return [
    until(
      draftAlert(
        'BORROWER',
        `${title}: please transfer the domain`,
        `${both} Please start its transfer into custody on your domains page, unless it is on its way already. Without the domain the loan is cancelled after ${transferDays} days.`,
      ),
      alertKeys.transfer(move.domainId),
    ),
    draftNotification(
      'LENDER',
      title,
      `${both} The borrower transfers the domain into custody now.`,
    ),
  ];
}

function draftCancelled(move: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = move;
  if (move.to !== 'CANCELLED') {
    return [
      draftAlert(
        'LENDER',
        `The borrower asks to cancel the loan on ${domainName}`,
        `The borrower asks to cancel the loan on ${domainName}. Please agree with Cancel, or answer with Mark Paid if the money is on its way. After ${cancelAnswerDays} days without an answer the loan is cancelled.`,
      ),
    ];
  }
  const body = `${roleNames[move.by]} has cancelled the loan on ${domainName}. The domain is free again.${quote('Reason', note)}`;
  return otherParties(move.by).map((who) =>
    draftNotification(who, `The loan on ${domainName} was cancelled`, body),
  );
}

function draftCustodyLost(move: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = move;
  if (move.from === 'ESCALATED') {
    const title = `${domainName} has left our custody`;
    const body = `${domainName} has left our custody while its loan is in dispute.${quote('Reason', note)} The dispute can now end only with a decision for the platform.`;
    const everyone = ['BORROWER', 'LENDER', 'OPERATORS'] as const;
    return everyone.map((who) => ({ ...draftAlert(who, title, body), kind: 'DISPUTE' }));
  }
  if (move.to === 'ESCALATED') {
    const told = draftDispute(move, `${domainName} has left our custody.`);
    return told.map((each) => ({ ...each, kind: 'DISPUTE' }));
  }
  if (move.to !== 'CANCELLED') return [];
  return draftForBoth(
    `The loan on ${domainName} was cancelled`,
    `The loan on ${domainName} was cancelled because the domain has left our custody.${quote('Reason', note)}`,
  );
}

function draftMarkedPaid(move: TransitionDetails): TransitionDraft[] {
  const { domainName, amount, note, due } = move;
  if (move.by === 'LENDER') {
    return [
      until(
        draftAlert(
          'BORROWER',
          `Please confirm the payment for ${domainName}`,
          `The lender says that ${amount} for the loan on ${domainName} was sent.${quote('Details', note)} Please confirm it once you have it, or escalate the loan if it has not come.`,
        ),
        alertKeys.receipt(move.escrowId),
      ),
    ];
  }
  return [
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has begun`,
      `The borrower confirms the receipt of ${amount} for the loan on ${domainName}.${quote('Details', note)} It is due on ${due}.`,
    ),
  ];
}

/** What other facts tell, or nobody needs to be told. */
const withoutNotification = () => [];

/** Words per move, exhaustive: a new one does not compile before it has its own, or is said to be silent. */
const transitionDrafts: Record<EscrowTransition, (move: TransitionDetails) => TransitionDraft[]> = {
  RESERVATION_REFUSED: ({ domainName, note }) => {
    const title = `The loan on ${domainName} cannot begin`;
    return draftForBoth(
      title,
      `The loan on ${domainName} was cancelled because the domain could not be reserved for it.${quote('Reason', note)}`,
    );
  },
  SIGN: draftSigned,
  CANCEL: draftCancelled,
  CUSTODY_ARRIVED: (move) => (move.to === 'DOMAIN_IN_CUSTODY' ? [draftLenderPays(move)] : []),
  CUSTODY_LOST: draftCustodyLost,
  MARK_PAID: draftMarkedPaid,
  CONFIRM_RECEIPT: ({ domainName, amount, due }) => [
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has begun`,
      `The borrower confirms the receipt of ${amount} for the loan on ${domainName}. It is due on ${due}.`,
    ),
  ],
  CLAIM_REPAID: ({ escrowId, domainName, note }) => [
    until(
      draftAlert(
        'LENDER',
        `The borrower says the loan on ${domainName} is repaid`,
        `The borrower says that the loan on ${domainName} is repaid.${quote('Details', note)} Please finalize it if the money has arrived, or deny the claim with a reason. After ${claimAnswerDays} days without an answer an operator decides.`,
      ),
      alertKeys.claim(escrowId),
    ),
  ],
  DENY_REPAID: ({ escrowId, domainName, note }) => [
    until(
      draftAlert(
        'BORROWER',
        `Your repayment for ${domainName} was not found`,
        `The lender denies that the loan on ${domainName} is repaid.${quote('Reason', note)} Please clear it up in the chat, or escalate the loan to an operator.`,
      ),
      alertKeys.denial(escrowId),
    ),
  ],
  FINALIZE_RETURN: ({ domainName }) => [
    draftNotification(
      'BORROWER',
      `The loan on ${domainName} is complete`,
      `The lender confirms that the loan on ${domainName} is repaid. The loan is complete and the domain is yours, free of it.`,
    ),
  ],
  FINALIZE_SEIZE: ({ domainName }) => [
    draftNotification(
      'BORROWER',
      `The lender has taken ${domainName}`,
      `The lender has taken ${domainName} because its loan was not repaid in time. The loan is satisfied in full; nothing more is owed by either side.`,
    ),
  ],
  FINALIZE_SURRENDER: ({ domainName }) => [
    draftNotification(
      'LENDER',
      `The borrower has given up ${domainName}`,
      `The borrower has given up ${domainName} in full satisfaction of the loan. It moves to your account.`,
    ),
  ],
  ESCALATE: (move) =>
    draftDispute(move, `${roleNames[move.by]} has escalated the loan on ${move.domainName}.`),
  ADD_EVIDENCE: ({ escrowId, by, domainName, note }) =>
    otherParties(by).map((who) => ({
      ...draftNotification(
        who,
        `New evidence about the loan on ${domainName}`,
        `${roleNames[by]} has added evidence to the dispute about the loan on ${domainName}.${quote('Newest file', note)}`,
      ),
      topic: `evidence of ${escrowId} by ${by}`,
      gathers: true,
    })),
  SETTLE_CONTINUE: (move) => draftSettled(move, 'that the loan goes on', 'the loan goes on'),
  SETTLE_RETURN: (move) =>
    draftSettled(
      move,
      'that the domain returns to the borrower',
      'the loan is complete and the domain returns to the borrower',
    ),
  SETTLE_SEIZE: (move) =>
    draftSettled(
      move,
      'that the domain goes to the lender in full satisfaction of the loan',
      'the domain goes to the lender in full satisfaction of the loan',
    ),
  RESOLVE_CONTINUE: (move) => draftResolved(move, 'the loan goes on'),
  RESOLVE_RETURN: (move) =>
    draftResolved(move, 'the loan is complete and the domain returns to the borrower'),
  RESOLVE_SEIZE: (move) => draftResolved(move, 'the domain goes to the lender'),
  RESOLVE_PLATFORM: (move) => draftResolved(move, 'the platform takes the domain'),
  ...systemTransitionDrafts,
  RESERVATION_GRANTED: withoutNotification,
  DRAW_CONTRACT: withoutNotification,
  SEAL_CONTRACT: withoutNotification,
};

export function transitionTemplate(
  moved: TransitionData,
  known: TemplateContext,
): NotificationDraft[] {
  const parties = [moved.borrowerId, moved.lenderId];
  const readers: Record<TransitionDraft['who'], readonly string[]> = {
    BORROWER: [moved.borrowerId],
    LENDER: [moved.lenderId],
    // Read only by the few moves that are told to them (`notify.ts`).
    get OPERATORS() {
      return known.operatorIds.filter((id) => !parties.includes(id));
    },
  };
  const all = transitionDrafts[moved.move](formatTransition(moved, known));
  const subject = { type: 'ESCROW', id: moved.escrowId } as const;
  const reminder = transitionKinds[moved.move] === 'DUE';
  const ofMove = { kind: transitionKinds[moved.move], subject, reminder };
  const linkOf = (who: TransitionDraft['who']) =>
    who === 'OPERATORS' ? disputePage(moved.escrowId) : escrowPage(moved.escrowId);
  const stays = alertKeys.status(moved.escrowId, moved.to);
  return all.flatMap(({ who, alert, until = [], ...each }) =>
    readers[who].map((to) => ({
      to,
      ...ofMove,
      link: linkOf(who),
      ...each,
      // Whoever made the move knows what comes of it.
      alert: alert && who !== moved.by ? ([stays, ...until] as const) : false,
    })),
  );
}
