/** What people are told about their loans beside its moves: the contract and the chat. */

import type { EventData } from '@nameloan/contracts/events.ts';
import { moveWordings } from './move-wordings.ts';
import type { Known, Wording, WordTable } from './wording.ts';
import { escrowPage, termsInWords } from './wording.ts';

/** About the contract, to both parties. */
function both(
  { escrowId, borrowerId, lenderId }: EventData<'lending.escrow.contract-drawn'>,
  told: Pick<Wording, 'title' | 'body' | 'alert'>,
): Wording[] {
  return [borrowerId, lenderId].map((to) => ({
    to,
    kind: 'SIGNATURE',
    subject: { type: 'ESCROW', id: escrowId },
    link: escrowPage(escrowId),
    ...told,
  }));
}

function ofTerms({ loan }: Known): string {
  return loan ? ` of ${termsInWords(loan)}` : '';
}

export const loanWordings = {
  'lending.escrow.moved': moveWordings,
  'lending.escrow.contract-drawn': (escrow, known) =>
    both(escrow, {
      title: `Please sign the contract on ${escrow.domainName}`,
      body: `The contract for the loan${ofTerms(known)} against ${escrow.domainName} is ready. Please read and sign it.`,
      alert: true,
    }),
  'lending.escrow.contract-sealed': (escrow) =>
    both(escrow, {
      title: `The signed contract on ${escrow.domainName} is ready`,
      body: `The contract for the loan on ${escrow.domainName} is signed by both of you and sealed. You can keep the PDF from the loan's page.`,
      alert: false,
    }),
  'lending.message.sent': ({ escrowId, domainName, senderName, recipientIds }) =>
    recipientIds.map((to) => ({
      to,
      kind: 'MESSAGE',
      subject: { type: 'ESCROW', id: escrowId },
      title: `New message about the loan on ${domainName}`,
      body: `${senderName} wrote to you about the loan on ${domainName}.`,
      link: escrowPage(escrowId),
      alert: false,
      topic: `messages of ${escrowId}`,
    })),
} as const satisfies WordTable;
