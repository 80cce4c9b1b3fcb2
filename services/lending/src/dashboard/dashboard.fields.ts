/** GraphQL resolvers for lending's fields of the dashboard. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Fields } from '../graphql.generated.ts';
import { countPending } from '../offer/read-offers.ts';
import type { LoanTotals } from './total-loans.ts';
import { findLargestLoans, sumLoans } from './total-loans.ts';

export const dashboardFields = {
  Query: {
    dashboard: (_, __, context) => {
      signedIn(context);
      return {};
    },
  },
  Dashboard: {
    borrowing: (_, __, context) => sumLoans(signedIn(context), 'borrowerId'),
    lending: (_, __, context) => sumLoans(signedIn(context), 'lenderId'),
    offersReceived: (_, __, context) => countPending(signedIn(context), 'borrowerId'),
    offersSent: (_, __, context) => countPending(signedIn(context), 'lenderId'),
  },
  LoanTotals: {
    amount: ({ amountCents }) => amountCents,
    largest: escrowProjection.forSelection(
      null,
      (totals: LoanTotals, { limit }: { limit: number }, { keys }) =>
        findLargestLoans(totals, { limit, keys }),
    ),
  },
  StatusTotal: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
