/** A user takes a name out of the list: only an external one that nothing depends on. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { commit } from '../kit.ts';
import { domains } from './domain.model.ts';
import { about, conflict, inCustody, ownedBy } from './domain.ts';

export function removeDomain(actor: AccountActor, id: string): Promise<boolean> {
  return commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (inCustody(domain))
      throw conflict('IN_CUSTODY', 'This domain is with us. Transfer it out instead.');
    if (domain.reservation) throw conflict('RESERVED', 'This domain backs a loan.');
    if (domain.listingIds.length > 0) throw conflict('LISTED', 'Remove its listing first.');
    if (domain.pendingTransfer !== 'NONE')
      throw conflict('TRANSFER_PENDING', 'A transfer of this domain is under way.');
    const ended = await domains.move(
      domain,
      {
        ...domain,
        active: false,
        titleName: null,
        endedAt: now(),
        endReason: 'REMOVED',
        checkingSince: null,
        nextCheckAt: null,
      },
      tx,
    );
    await tx.unschedule('check-proof', id);
    tx.emit('domains.domain.removed', ended, about(ended));
    return true;
  });
}
