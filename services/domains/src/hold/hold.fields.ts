/** GraphQL resolvers of legal holds and legal requests. */

import { signedIn } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { access } from '../service-context.ts';
import { requireOperator } from './find-domain.ts';
import { closeRequest, listRequests } from './intake/read-requests.ts';
import { receiveRequest } from './intake/receive-request.ts';
import { liftHold } from './lift-hold.ts';
import { omitOwn } from './party.ts';
import { placeHold } from './place-hold.ts';
import { listHolds } from './read-holds.ts';

export const holdFields = {
  Query: {
    legalHolds: async (_, request, context) => {
      const actor = await requireOperator(signedIn(context));
      const page = await listHolds(request);
      return { ...page, holds: await omitOwn(actor, page.holds) };
    },
    legalRequests: async (_, request, context) => {
      const actor = await requireOperator(signedIn(context));
      const page = await listRequests(request);
      return { ...page, requests: await omitOwn(actor, page.requests) };
    },
  },
  Mutation: {
    placeLegalHold: async (_, { domain, ...input }, context) =>
      placeHold(await access.fresh(signedIn(context)), domain, input),
    liftLegalHold: async (_, { domain }, context) =>
      liftHold(await access.fresh(signedIn(context)), domain),
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
