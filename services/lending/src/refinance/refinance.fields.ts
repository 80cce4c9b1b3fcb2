/** GraphQL resolvers for refinancings. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { listings } from '../listing/listing.model.ts';
import { isFinal } from '../loan/status.ts';
import { access } from '../service-context.ts';
import { readOldDispute } from './old-dispute.ts';
import { openRefinance } from './open-refinance.ts';
import { readPayoffLetter, signPayoffLetter } from './payoff-letter.ts';
import { readRunningLoans } from './running-loan.ts';

const readRunningLoan = (id: string | null | undefined, context: Context) =>
  id ? load(context, { name: 'running loan', id }, readRunningLoans) : null;

export const refinanceFields = {
  Query: {
    payoffLetter: (_, { escrowId }, context) => readPayoffLetter(signedIn(context), escrowId),
  },
  Mutation: {
    refinanceLoan: async (_, args, context) =>
      openRefinance(await access.unrestricted(signedIn(context)), args),
    signPayoffLetter: (_, args, context) => signPayoffLetter(signedIn(context), args),
  },
  Escrow: {
    refinanceListing: async ({ refinanceListingId, status }) => {
      if (!refinanceListingId || isFinal(status)) return null;
      const listing = await listings.findById(refinanceListingId);
      return listing?.status === 'OPEN' ? listing : null;
    },
    oldDispute: (escrow) => readOldDispute(escrow),
    replaces: ({ replacing }) => replacing?.escrowId ?? null,
    replacedBy: ({ replacement }) => replacement?.escrowId ?? null,
  },
  Listing: {
    runningLoan: ({ refinances, status }, _, context) =>
      status === 'OPEN' && context.actor.kind === 'account'
        ? readRunningLoan(refinances, context)
        : null,
  },
  Offer: {
    runningLoan: ({ refinances, status }, _, context) =>
      status === 'PENDING' ? readRunningLoan(refinances, context) : null,
  },
  RunningLoan: {
    payoff: ({ payoffCents }) => payoffCents,
    perDay: ({ perDayCents }) => perDayCents,
    due: ({ dueOn }) => dueOn,
  },
  PayoffLetter: {
    perDay: ({ perDayCents }) => perDayCents,
  },
  PayoffDay: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
