/** The actor of a request: the gateway determines and signs it; services accept only signed actors. */

import { z } from 'zod';

export const actorShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('anonymous'),
    ip: z.string(),
    userAgent: z.string(),
    requestId: z.string(),
  }),
  z.object({
    kind: z.literal('account'),
    accountId: z.string(),
    sessionId: z.string(),
    ip: z.string(),
    userAgent: z.string(),
    requestId: z.string(),
  }),
]);

/**
 * `ip` is the client's address and `userAgent` its browser, as the gateway saw them; contract signatures and rate
 * limits need both. Operator rights are not included: they can be revoked at any time, so each service checks its own
 * copy of the account.
 */
export type Actor = z.infer<typeof actorShape>;
export type AccountActor = Extract<Actor, { kind: 'account' }>;

/** HTTP header with the signed actor. */
export const actorHeader = 'x-nameloan-actor';
