/** GraphQL resolvers for refinancings. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { openRefinance } from './open-refinance.ts';
import { readPayoffLetter, signPayoffLetter } from './payoff-letter.ts';

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
    replaces: ({ replacing }) => replacing?.escrowId ?? null,
    replacedBy: ({ replacement }) => replacement?.escrowId ?? null,
  },
  PayoffLetter: {
    perDay: ({ perDayCents }) => perDayCents,
  },
  PayoffDay: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
