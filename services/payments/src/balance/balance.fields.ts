/** Resolvers of the balance. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { readAccount } from '../ledger/account.model.ts';
import { availableCents, owedCents } from '../ledger/account.ts';
import { readBalances } from './read-balance.ts';

export const balanceFields = {
  Query: {
    balance: (_, _arguments, context) => readAccount(signedIn(context).accountId),
  },
  Balance: {
    available: availableCents,
    held: ({ heldCents }) => heldCents,
    owed: owedCents,
  },
  User: {
    __resolveReference: ({ id }) => ({ id }),
    balance: ({ id }, _, context) => {
      const { actor } = context;
      if (actor.kind !== 'account' || actor.accountId !== id) return null;
      return load(context, { name: 'balance', id }, readBalances);
    },
  },
} satisfies Fields;
