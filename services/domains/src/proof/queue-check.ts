/**
 * Queues a DNS check at the owner's request. An unverified domain is checked now and repeatedly for three days until
 * the record is found; a verified domain is rechecked once.
 */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { assertOwner, conflict, inCustody } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { commit, quotas } from '../service-context.ts';

export function queueCheck(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    const at = now();
    assertAllowed('VERIFY', domain, at);
    const proven = domain.status === 'EXTERNAL_VERIFIED';
    const holder = proven ? undefined : await domains.findOne({ titleName: domain.name }, tx);
    if (holder && (inCustody(holder) || holder.reservation))
      throw conflict('HELD_ELSEWHERE', 'This domain backs a loan or is held for another account.');
    await quotas.take('domainChecks', actor.accountId, tx);
    if (proven) {
      await tx.schedule({ kind: 'recheck-proof', key: id, at });
      return domains.update(domain, { ...domain, nextCheckAt: at }, tx);
    }
    await tx.schedule({ kind: 'check-proof', key: id, at, data: { done: 0 } });
    return domains.update(domain, { ...domain, checkingSince: at, nextCheckAt: at }, tx);
  });
}
