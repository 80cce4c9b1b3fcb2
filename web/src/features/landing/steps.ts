/** The customer's steps of borrowing and lending, each with a sentence. */

export interface Step {
  title: string;
  text: string;
}

export const borrowingSteps: readonly Step[] = [
  {
    title: 'Verify the domain',
    text: 'Add one DNS TXT record. We check it and mark the name as yours.',
  },
  {
    title: 'Choose loan amount, term and APY',
    text: 'You set the terms you want. Lenders match them or come back with their own.',
  },
  {
    title: 'Transfer the domain once an offer is accepted',
    text: 'Your name moves into escrow. You keep editing its nameservers.',
  },
  {
    title: 'Discuss with the lender and receive payment',
    text: 'Chat inside the escrow. The lender pays you directly.',
  },
  {
    title: 'Manage the domain while in escrow',
    text: 'Your site, mail and DNS records stay as you left them.',
  },
  {
    title: 'Repay the loan and unlock transfer back to the registrar',
    text: 'The name returns to the registrar you choose.',
  },
];

export const lendingSteps: readonly Step[] = [
  {
    title: 'Find and evaluate a candidate',
    text: 'Every listing shows value, amount, term and the rate over the whole term.',
  },
  {
    title: 'Make an offer and wait',
    text: 'Match the asking terms or propose yours. Rescind any time before it is accepted.',
  },
  {
    title: 'Sign the lending agreement and discuss with the borrower',
    text: 'Both of you sign. The escrow chat opens.',
  },
  {
    title: 'Send payment and collect interest as agreed',
    text: 'Money moves between the two of you. We never hold it.',
  },
  {
    title: 'On default, take ownership of the domain',
    text: 'The name in escrow transfers to you.',
  },
];
