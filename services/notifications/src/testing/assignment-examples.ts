/** Test table: an example of the event of a sale, and what it notifies. */

import type { Examples } from './money-examples.ts';

export const assignmentExamples: Examples<'lending.assignment.moved'> = {
  'lending.assignment.moved': [
    {
      ...{ assignmentId: 'a1', escrowId: 'e1', domainId: 'd1', domainName: 'example.com' },
      ...{ sellerId: 'le', buyerId: 'bu', step: 'SEND', bySeller: false, signed: true },
      priceCents: 980_000,
    },
    [['le', true, '/assignments/a1']],
    /The buyer marked \$9,800\.00 for the loan on example\.com as sent\. Confirm or deny it within 10 days/,
  ],
};
