/** GraphQL resolvers of figures that depend on their arguments alone. */

import type { Fields } from '../graphql.generated.ts';
import { computeBalance } from './compute-balance.ts';

export const figureFields = {
  Query: {
    balanceFigures: (_, args) => computeBalance(args),
  },
  CalculatedBalance: {
    principal: ({ principalCents }) => principalCents,
    interest: ({ interestCents }) => interestCents,
    fees: ({ feesCents }) => feesCents,
    credit: ({ creditCents }) => creditCents,
    payoff: ({ payoffCents }) => payoffCents,
  },
  CalculatedPayment: {
    date: ({ day }) => day,
    amount: ({ cents }) => cents,
    fees: ({ feesCents, isSplit }) => (isSplit ? feesCents : null),
    interest: ({ interestCents, isSplit }) => (isSplit ? interestCents : null),
    principal: ({ principalCents, isSplit }) => (isSplit ? principalCents : null),
  },
} satisfies Fields;
