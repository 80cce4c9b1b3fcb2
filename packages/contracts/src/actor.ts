/** Who is asking: the gateway decides it once per request and every service believes only its signature. */

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
 * `ip` is the client's address and `userAgent` its browser line, as the gateway saw them;
 * signatures and rate limits need both. Operator rights are not in here: they can be lost at any
 * moment, so each service decides them from its own copy of the account's facts.
 */
export type Actor = z.infer<typeof actorShape>;
export type AccountActor = Extract<Actor, { kind: 'account' }>;

/** HTTP header in which the gateway hands a signed actor to a service. */
export const actorHeader = 'x-nameloan-actor';
