/** GraphQL resolvers of figures that depend on their arguments alone. */

import { computeApr } from '@nameloan/loan-math/apr';
import type { Fields } from '../graphql.generated.ts';
import { computeBalance } from './compute-balance.ts';
import { computePlan } from './compute-plan.ts';

export const figureFields = {
  Query: {
    balanceFigures: (_, args) => computeBalance(args),
    planFigures: (_, args) => computePlan(args),
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
  CalculatedPlan: {
    apr: ({ loan: { amountCents, start, plan }, rows }) =>
      computeApr({ receivedCents: amountCents, start, plan, rows }),
    total: ({ totalCents }) => totalCents,
    interest: ({ interestCents }) => interestCents,
    lastPayment: ({ lastPaymentCents }) => lastPaymentCents,
  },
  PlanRow: {
    payment: ({ paymentCents }) => paymentCents,
    interest: ({ interestCents }) => interestCents,
    principal: ({ principalCents }) => principalCents,
    balance: ({ balanceCents }) => balanceCents,
  },
} satisfies Fields;
