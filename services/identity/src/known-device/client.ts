/** Client data that is stored of an actor. */

import type { Actor } from '@nameloan/contracts/actor';

export interface Client {
  ip: string;
  userAgent: string;
}

const maxUserAgentLength = 300;

export function readClient(actor: Actor): Client {
  return { ip: actor.ip, userAgent: actor.userAgent.slice(0, maxUserAgentLength) };
}
