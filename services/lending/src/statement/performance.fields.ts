/** GraphQL resolvers of a lender's performance; it is always the caller's own. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Fields } from '../graphql.generated.ts';
import type { LoanPerformance } from './loan-performance.ts';
import { listSeizedLoans, readPerformance } from './read-performance.ts';

export const performanceFields = {
  Query: {
    loanPerformance: async (_, __, context) =>
      (await readPerformance(signedIn(context))).performance,
  },
  LoanPerformance: {
    outstanding: ({ outstandingCents }) => outstandingCents,
    weightedRate: ({ weightedRateBps }) => weightedRateBps,
    accruedInterest: ({ accruedCents }) => accruedCents,
    interestEarned: ({ earnedCents }) => earnedCents,
    earnedBefore: ({ earnedBeforeCents }) => earnedBeforeCents,
    expectedLater: ({ expectedLaterCents }) => expectedLaterCents,
    undatedInterest: ({ undatedCents }) => undatedCents,
    otherBorrowers: ({ otherBorrowers }) => otherBorrowers.borrowers,
    otherOutstanding: ({ otherBorrowers }) => otherBorrowers.outstandingCents,
    principalLost: ({ lostCents }) => lostCents,
    seized: escrowProjection.forSelection(null, (performance: LoanPerformance, __, { keys }) =>
      listSeizedLoans(performance, keys),
    ),
  },
  PerformanceMonth: {
    earned: ({ earnedCents }) => earnedCents,
    expected: ({ expectedCents }) => expectedCents,
  },
  BorrowerExposure: {
    outstanding: ({ outstandingCents }) => outstandingCents,
  },
} satisfies Fields;
