/** Notifications of a loan transition: what happened, and what the reader can do now. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { alertKeys } from './alert-keys.ts';
import { amendmentTransitions } from './amendment/amendment-transitions.ts';
import { assignmentTransitions } from './assignment/assignment-transitions.ts';
import { disputeTransitions } from './dispute-transitions.ts';
import { loanTransitions } from './loan-transitions.ts';
import { transitionRows } from './mail/rows.ts';
import { paymentTransitions } from './payment/payment-transitions.ts';
import { platformTransitions } from './platform-transitions.ts';
import { refinanceTransitions } from './refinance/refinance-transitions.ts';
import type { NotificationDraft, Settlement, TemplateContext } from './template.ts';
import { assignmentPage, disputePage, escrowPage } from './template.ts';
import { timedTransitions } from './timed-transitions.ts';
import type { TransitionData, TransitionDraft, TransitionTemplate } from './transition-draft.ts';
import { formatTransition } from './transition-draft.ts';

/** Exhaustive by type: a transition without a template does not compile. */
const transitionTemplates: Readonly<Record<EscrowTransition, TransitionTemplate>> = {
  ...loanTransitions,
  ...paymentTransitions,
  ...amendmentTransitions,
  ...assignmentTransitions,
  ...disputeTransitions,
  ...platformTransitions,
  ...refinanceTransitions,
  ...timedTransitions,
};

export function renderTransition(
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
  const template = transitionTemplates[data.move];
  if ('without' in template) return [];
  const { kind, drafts } = template;
  const details = formatTransition(data, context);
  const all = drafts(details);
  const subject = { type: 'ESCROW', id: data.escrowId } as const;
  const rows = transitionRows(details);
  const common = { kind, subject, rows, reminder: kind === 'DUE' };
  const linkOf = (who: TransitionDraft['who']) =>
    who === 'OPERATORS' ? disputePage(data.escrowId) : escrowPage(data.escrowId);
  const status = alertKeys.status(data.escrowId, data.to);
  const written = all.flatMap(({ who, alert, until = [], ...each }) =>
    recipients[who].map(
      (to): NotificationDraft => ({
        to,
        ...common,
        link: linkOf(who),
        ...each,
        // A user's own action raises no alert.
        alert: alert && who !== data.by ? ([status, ...until] as const) : false,
      }),
    ),
  );
  return [...written, ...forFormerLender(data, written)];
}

/** The former lender of a sold loan answers what was paid to them, on the page of the sale. */
function forFormerLender(
  { formerLender, lenderId }: TransitionData,
  written: readonly NotificationDraft[],
): NotificationDraft[] {
  if (!formerLender) return [];
  const { accountId: to, assignmentId } = formerLender;
  return written
    .filter((draft) => draft.to === lenderId)
    .map((draft) => ({ ...draft, to, link: assignmentPage(assignmentId) }));
}

export function settleByTransition(data: TransitionData): Settlement {
  const { escrowId, from, to, move } = data;
  const settled = transitionTemplates[move].settles?.(data) ?? [];
  if (from === to) return { settled };
  if (to === 'CANCELLED' || to.startsWith('FINALIZED_')) settled.push(alertKeys.loan(escrowId));
  const left = [...settled, alertKeys.status(escrowId, from)];
  // Only a dispute can return the loan to an earlier status.
  return from === 'ESCALATED'
    ? { settled: left, opened: [alertKeys.status(escrowId, to)] }
    : { settled: left };
}
