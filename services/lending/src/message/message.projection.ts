/** What each field of a message reads of the record; `asked-keys.ts` says what for. */

import { AskedKeys } from '@nameloan/service/graphql/field-projection.ts';
import type { EscrowMessageResolvers } from '../graphql.generated.ts';
import type { EscrowMessage } from './message.ts';

/** Its loan decides who sees it. */
export const messageProjection = new AskedKeys<EscrowMessageResolvers, EscrowMessage>(
  { sender: ['senderId'] },
  ['escrowId'],
);
