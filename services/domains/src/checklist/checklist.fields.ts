/** GraphQL resolvers of transfer checklists. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { readChecklist } from './read-checklist.ts';

export const checklistFields = {
  Query: {
    transferChecklist: (_, { id }, context) => readChecklist(signedIn(context), id),
  },
} satisfies Fields;
