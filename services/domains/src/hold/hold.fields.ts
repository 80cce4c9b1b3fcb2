/** GraphQL resolvers of legal holds and legal requests. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { requireOperator } from './find-domain.ts';
import { closeRequest, listRequests } from './intake/read-requests.ts';
import { receiveRequest } from './intake/receive-request.ts';
import { liftHold } from './lift-hold.ts';
import { placeHold } from './place-hold.ts';
import { listHolds } from './read-holds.ts';

export const holdFields = {
  Query: {
    legalHolds: async (_, request, context) => {
      await requireOperator(signedIn(context));
      return listHolds(request);
    },
    legalRequests: async (_, request, context) => {
      await requireOperator(signedIn(context));
      return listRequests(request);
    },
  },
  Mutation: {
    placeLegalHold: (_, { domain, ...input }, context) =>
      placeHold(signedIn(context), domain, input),
    liftLegalHold: (_, { domain }, context) => liftHold(signedIn(context), domain),
    sendLegalRequest: (_, input, { actor }) => receiveRequest(actor, input),
    closeLegalRequest: (_, { id }, context) => closeRequest(signedIn(context), id),
  },
  LegalHold: {
    domain: ({ name }) => name,
    liftRequestedByYou: ({ liftRequestedBy }, _, context) =>
      liftRequestedBy !== null && liftRequestedBy === signedIn(context).accountId,
  },
  LegalRequest: {
    domain: ({ name }) => name,
  },
} satisfies Fields;
