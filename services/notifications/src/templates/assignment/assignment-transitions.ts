/** Notifications of the closing of a sale: where the borrower pays, and that the loan is the buyer's. */

import { quote } from '../template.ts';
import type { TransitionTemplates } from '../transition-draft.ts';
import { draftNotification } from '../transition-draft.ts';

export const assignmentTransitions = {
  ASSIGN: {
    // Always mailed: the borrower would pay the wrong lender.
    kind: 'NOTICE',
    drafts: ({ domainName, note }) => [
      draftNotification(
        'BORROWER',
        `Your loan on ${domainName} has a new lender`,
        `Your loan on ${domainName} was sold.${quote('Sale', note)} Its terms stay as they are. Until that day you can pay either lender; then only the new one. The deed and where to pay are on the loan’s page.`,
      ),
      draftNotification(
        'LENDER',
        `The loan on ${domainName} is yours`,
        `The loan on ${domainName} was sold to you.${quote('Sale', note)} Choose where you are paid on the loan’s page.`,
      ),
    ],
  },
} satisfies TransitionTemplates;
