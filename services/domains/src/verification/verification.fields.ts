/** GraphQL resolvers of verifications and of the account's proof. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { readAccountProof } from '../proof/account-proof.ts';
import { countRows, readVerification, rowsOf } from './read-verification.ts';
import { startVerification } from './start-verification.ts';
import type { NameResult, Verification } from './verification.ts';

const counted = (result: NameResult) => (verification: Verification) =>
  countRows(verification, result);

export const verificationFields = {
  Query: {
    accountProof: (_, __, context) => readAccountProof(signedIn(context).accountId),
    verification: (_, { id }, context) => readVerification(signedIn(context), id),
  },
  Mutation: {
    verifyDomains: (_, input, context) => startVerification(signedIn(context), input),
  },
  Verification: {
    proven: counted('PROVEN'),
    absent: counted('ABSENT'),
    other: counted('OTHER'),
    unclear: counted('UNCLEAR'),
    notFound: counted('NOT_FOUND'),
    pending: counted('PENDING'),
    rows: async (verification, { result }) => {
      const rows = await rowsOf(verification);
      return result ? rows.filter((row) => row.result === result) : rows;
    },
  },
} satisfies Fields;
