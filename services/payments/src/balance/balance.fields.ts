/** What payments adds to a person: field → use case. */

import { load } from '@nameloan/service/graphql/context.ts';
import type { Fields } from '../graphql.generated.ts';
import { readBalances } from './read-balance.ts';

export const balanceFields = {
  User: {
    __resolveReference: ({ id }) => ({ id }),
    balance: ({ id }, _, context) => {
      const { actor } = context;
      if (actor.kind !== 'account' || actor.accountId !== id) return null;
      return load(context, { name: 'balance', id }, readBalances);
    },
  },
} satisfies Fields;
