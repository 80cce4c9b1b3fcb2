/** Schemas of the bodies that set something of name.com. A separate module, so that zod is loaded only with the first body. */

import { z } from 'zod';
import { transferStates } from './transfers.ts';

export const namecomInput = z.strictObject({
  creditCents: z.int().min(0).max(1_000_000_000).optional(),
  notices: z.enum(['sent', 'twice', 'lost']).optional(),
  losesAnswer: z.enum(['drop', '504']).optional(),
  deniesAccess: z.boolean().optional(),
  /** True: the token is replaced, and the present one stops working. */
  newToken: z.boolean().optional(),
});

export const namecomTransferInput = z.strictObject({
  status: z.enum([...transferStates, 'unheard_of']),
});

export const namecomNameInput = z.strictObject({
  locks: z.array(z.string().max(60)).max(20).optional(),
  renewsItself: z.boolean().optional(),
});
