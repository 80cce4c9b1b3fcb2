/** Resolvers of step-up. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { stepUp } from './step-up.ts';

export const stepUpFields = {
  Mutation: {
    stepUp: (_, input, context) => stepUp(signedIn(context), input),
  },
} satisfies Fields;
