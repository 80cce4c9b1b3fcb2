/** Resolvers of payees. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { addPayee } from './add-payee.ts';
import { changePayee, withdrawPayeeChange } from './change-payee.ts';
import { deletePayee } from './delete-payee.ts';
import { listPayees, toPayeeView } from './list-payees.ts';
import { stopPayeeChange } from './stop-payee-change.ts';

export const payeeFields = {
  Query: {
    payees: (_, _args, context) => listPayees(signedIn(context)),
  },
  Mutation: {
    addPayee: async (_, input, context) => toPayeeView(await addPayee(signedIn(context), input)),
    changePayee: async (_, input, context) =>
      toPayeeView(await changePayee(signedIn(context), input)),
    withdrawPayeeChange: async (_, { id }, context) =>
      toPayeeView(await withdrawPayeeChange(signedIn(context), id)),
    deletePayee: async (_, { id }, context) =>
      toPayeeView(await deletePayee(signedIn(context), id)),
    stopPayeeChange: (_, { token }, { actor }) => stopPayeeChange(actor, token),
  },
} satisfies Fields;
