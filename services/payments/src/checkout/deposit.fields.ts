/** Resolver that starts deposits. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { startDeposit } from './start-deposit.ts';

export const depositFields = {
  Mutation: {
    startDeposit: (_, { amount, method }, context) =>
      startDeposit(signedIn(context), { amountCents: amount, method }),
  },
} satisfies Fields;
