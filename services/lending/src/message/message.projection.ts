/** Maps each GraphQL field of a message to the record fields that it reads. */

import { FieldProjection } from '@nameloan/subgraph/graphql/field-projection';
import type { EscrowMessageResolvers } from '../graphql.generated.ts';
import type { EscrowMessage } from './message.ts';

/** The loan decides who may see a message, so its id is always read. */
export const messageProjection = new FieldProjection<EscrowMessageResolvers, EscrowMessage>(
  { sender: ['senderId'], senderRole: ['senderId'], warning: ['message'] },
  ['escrowId'],
);
