/** The owner asks for a DNS check: it runs at once, and again for three days until the record is seen. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict, inCustody, ownedBy } from '../domain/domain.ts';
import { commit, quotas } from '../kit.ts';

/** A name that is proven already stays so; asking again changes nothing. */
export function queueCheck(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (domain.status !== 'EXTERNAL_UNVERIFIED') return domain;
    const holder = await domains.findOne({ titleName: domain.name }, tx);
    if (holder && (inCustody(holder) || holder.reservation))
      throw conflict('HELD_ELSEWHERE', 'This domain backs a loan or is held for another account.');
    await quotas.take('domainChecks', actor.accountId, tx);
    const at = now();
    await tx.schedule({ kind: 'check-proof', key: id, at, data: { done: 0 } });
    return domains.move(domain, { ...domain, checkingSince: at, nextCheckAt: at }, tx);
  });
}
