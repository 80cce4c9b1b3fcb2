/** GraphQL resolvers for evidence; evidence-routes.ts serves the files. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { addPaymentDetails } from './add-payment-details.ts';
import { buildEvidencePath, listEvidence, readEvidenceByLoan } from './read-evidence.ts';

export const evidenceFields = {
  Query: {
    escrowEvidence: (_, { escrowId }, context) => listEvidence(signedIn(context), escrowId),
  },
  Mutation: {
    addPaymentDetails: (_, { id, ...details }, context) =>
      addPaymentDetails(signedIn(context), id, details),
  },
  Escrow: {
    evidence: async ({ id }, _, context) =>
      (await load(context, { name: 'evidence', id }, readEvidenceByLoan)) ?? [],
  },
  EscrowEvidence: {
    size: ({ sizeBytes }) => sizeBytes,
    path: buildEvidencePath,
  },
} satisfies Fields;
