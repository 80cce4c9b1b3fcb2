/** GraphQL resolvers for evidence; evidence-routes.ts serves the files. */

import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { addPaymentDetails } from './add-payment-details.ts';
import {
  buildEvidencePath,
  hideFormer,
  listEvidence,
  readEvidenceByLoan,
} from './read-evidence.ts';

export const evidenceFields = {
  Query: {
    escrowEvidence: (_, { escrowId }, context) => listEvidence(signedIn(context), escrowId),
  },
  Mutation: {
    addPaymentDetails: (_, { id, ...details }, context) =>
      addPaymentDetails(signedIn(context), id, details),
  },
  Escrow: {
    evidence: async (escrow, _, context) => {
      const files = await load(context, { name: 'evidence', id: escrow.id }, readEvidenceByLoan);
      return hideFormer(escrow, signedIn(context).accountId, files ?? []);
    },
  },
  EscrowEvidence: {
    size: ({ sizeBytes }) => sizeBytes,
    path: buildEvidencePath,
  },
} satisfies Fields;
