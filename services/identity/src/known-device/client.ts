/** Client data that is stored of an actor. */

import type { Actor } from '@nameloan/contracts/actor';

const maxUserAgentLength = 300;

export function readClient(actor: Actor): { ip: string; userAgent: string } {
  return { ip: actor.ip, userAgent: actor.userAgent.slice(0, maxUserAgentLength) };
}
