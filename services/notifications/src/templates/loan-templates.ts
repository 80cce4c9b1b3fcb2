/** Templates of loan events: transitions, the contract and the chat. */

import type { EventData } from '@nameloan/contracts/events';
import { alertKeys } from './alert-keys.ts';
import { loanRows } from './mail/rows.ts';
import { draftPayeeChange } from './payee-template.ts';
import type { NotificationDraft, TemplateContext, TemplateTable } from './template.ts';
import { disputePage, escrowPage, formatTerms, signatureDeadlineText } from './template.ts';
import { renderTransition, settleByTransition } from './transition-template.ts';

type Party = 'BORROWER' | 'LENDER';

/** Drafts about the contract for both parties. */
function draftForParties(
  { escrowId, domainName, borrowerId, lenderId }: EventData<'lending.escrow.contract-drawn'>,
  { loan }: TemplateContext,
  describe: (party: Party) => Pick<NotificationDraft, 'title' | 'body' | 'alert' | 'action'>,
): NotificationDraft[] {
  const subject = { type: 'ESCROW', id: escrowId } as const;
  const rows = loanRows(domainName, loan);
  const about = { kind: 'SIGNATURE', subject, rows, link: escrowPage(escrowId) } as const;
  return [
    { to: borrowerId, ...about, ...describe('BORROWER') },
    { to: lenderId, ...about, ...describe('LENDER') },
  ];
}

function describeTerms({ loan }: TemplateContext): string {
  return loan ? ` of ${formatTerms(loan)}` : '';
}

export const loanTemplates = {
  'lending.escrow.moved': {
    drafts: renderTransition,
    settles: settleByTransition,
  },
  'lending.escrow.contract-drawn': {
    drafts: (escrow, context) =>
      draftForParties(escrow, context, (party) => ({
        title: `Sign the contract on ${escrow.domainName}`,
        body: `The contract for the loan${describeTerms(context)} against ${escrow.domainName} is ready. Read and sign it; ${signatureDeadlineText}.`,
        alert: [
          alertKeys.signature(escrow.escrowId, party),
          alertKeys.status(escrow.escrowId, 'PENDING_SIGNATURE'),
        ],
      })),
  },
  'lending.escrow.contract-sealed': {
    drafts: (escrow, context) =>
      draftForParties(escrow, context, () => ({
        title: `The signed contract on ${escrow.domainName} is ready`,
        body: `The contract for the loan on ${escrow.domainName} is signed by both of you and sealed. Download the PDF from the loan’s page.`,
        alert: false,
        action: 'Download the PDF',
      })),
  },
  'lending.escrow.payee-changed': { drafts: draftPayeeChange },
  'lending.message.sent': {
    drafts: ({ escrowId, domainName, recipientIds, senderId, borrowerId, lenderId }, context) => {
      const parties = [borrowerId, lenderId];
      // No name may contain “Nameloan”, so no user can look like staff.
      const isStaff = !parties.includes(senderId);
      return recipientIds.map((to) => ({
        to,
        kind: 'MESSAGE',
        subject: { type: 'ESCROW', id: escrowId },
        title: `New message ${isStaff ? 'from Nameloan staff ' : ''}about the loan on ${domainName}`,
        body: `${context.senderName}${isStaff ? ' of the Nameloan staff' : ''} wrote to you about the loan on ${domainName}.`,
        link: parties.includes(to) ? escrowPage(escrowId) : disputePage(escrowId),
        alert: false,
        topic: `messages of ${escrowId}`,
        reopens: true,
        action: 'Read the Message',
      }));
    },
  },
  'lending.escrow.signed': { without: 'the loan’s transition has a notification' },
  'lending.escrow.collateral-held': { without: 'the loan’s transition has a notification' },
  'lending.escrow.collateral-moved': { without: 'the loan’s transition has a notification' },
  'lending.escrow.collateral-released': { without: 'the loan’s transition has a notification' },
  'lending.escrow.collateral-seized': { without: 'the loan’s transition has a notification' },
} as const satisfies TemplateTable;
