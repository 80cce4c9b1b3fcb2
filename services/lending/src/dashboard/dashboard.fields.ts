/** GraphQL resolvers for lending's fields of the dashboard. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { escrowProjection } from '../escrow/escrow.projection.ts';
import type { Fields } from '../graphql.generated.ts';
import { countPending } from '../offer/read-offers.ts';
import { findMilestones } from './find-milestones.ts';
import { findWaitingDisputes, findWaitingLoans } from './find-waiting.ts';
import { findWaitingOffers } from './find-waiting-offers.ts';
import { readPaymentFlows, sumPayoffs } from './read-payment-flows.ts';
import type { LoanSum, LoanTotals } from './total-loans.ts';
import { findLargestLoans, sumLoans, sumRunning } from './total-loans.ts';

/** Once per request and role. */
function readRunning(totals: LoanTotals, context: Context): Promise<LoanSum> {
  const { accountId: id } = signedIn(context);
  const read = async () => new Map([[id, await sumRunning(totals)]]);
  return load(context, { name: `running loans by ${totals.as}`, id }, read) as Promise<LoanSum>;
}

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
    waitingLoans: escrowProjection.forSelection(
      'escrows',
      (_, request: { limit: number }, { keys, ...context }) =>
        findWaitingLoans(signedIn(context), request, keys),
    ),
    waitingOffers: (_, request, context) => findWaitingOffers(signedIn(context), request),
    waitingDisputes: escrowProjection.forSelection(
      'escrows',
      (_, request: { limit: number }, { keys, ...context }) =>
        findWaitingDisputes(signedIn(context), request, keys),
    ),
    paymentFlows: (_, { limit }, context) => readPaymentFlows(context, limit),
    milestones: (_, __, context) => findMilestones(signedIn(context)),
  },
  LoanTotals: {
    amount: ({ amountCents }) => amountCents,
    running: (totals, _, context) => readRunning(totals, context),
    inProgress: async (totals, _, context) => {
      const running = await readRunning(totals, context);
      return {
        count: totals.open - running.count,
        amountCents: totals.amountCents - running.amountCents,
      };
    },
    payoff: ({ as }, _, context) => sumPayoffs(context, as),
    largest: escrowProjection.forSelection(
      null,
      (totals: LoanTotals, { limit }: { limit: number }, { keys }) =>
        findLargestLoans(totals, { limit, keys }),
    ),
  },
  LoanSum: {
    amount: ({ amountCents }) => amountCents,
  },
  StatusTotal: {
    amount: ({ amountCents }) => amountCents,
  },
  BestOffer: {
    offerId: ({ id }) => id,
    amount: ({ amountCents }) => amountCents,
    term: ({ termDays }) => termDays,
    rate: ({ rateBps }) => rateBps,
  },
  PaymentFlows: {
    incoming: ({ incomingCents }) => incomingCents,
    outgoing: ({ outgoingCents }) => outgoingCents,
  },
  PaymentFlow: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
