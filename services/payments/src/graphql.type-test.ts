/** Type errors in resolver tables that `tsc` must reject; otherwise it reports the unused `@ts-expect-error`. */

import type { Fields, ServiceResolvers } from './graphql.generated.ts';
import { resolvers } from './graphql.ts';

// A misspelt resolver, of a mutation and of a field.
export const misspelt: Fields[] = [
  // @ts-expect-error it is startDeposit
  { Mutation: { startDepost: () => null } },
  // @ts-expect-error it is amount
  { Transaction: { amonut: () => 1 } },
];

// An argument that the SDL does not have.
// @ts-expect-error it is method
export const argument: Fields = { Mutation: { startDeposit: (_, { methd }) => methd } };

// An answer of another type than the SDL's.
// @ts-expect-error cents are a number
export const answer: Fields = { Transaction: { amount: ({ amountCents }) => `${amountCents}` } };

const { Transaction, ...others } = resolvers;
// @ts-expect-error a mutation without resolver
export const noMutation: ServiceResolvers = { ...resolvers, Mutation: {} };
// @ts-expect-error amount is amountCents in the mapped type, so it needs a resolver
export const noField: ServiceResolvers = { ...others, Transaction: {} };
/** Valid: fields that the mapped type has under the same name need no resolver. */
export const whole: ServiceResolvers = { ...others, Transaction };
