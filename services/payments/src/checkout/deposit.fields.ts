/** Resolver that starts deposits. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { startDeposit } from './start-deposit.ts';

export const depositFields = {
  Mutation: {
    startDeposit: async (_, { amount, method }, context) =>
      startDeposit(await access.unrestricted(signedIn(context)), { amountCents: amount, method }),
  },
} satisfies Fields;
