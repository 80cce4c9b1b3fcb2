/** Removes an external domain that nothing depends on from an account's list. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { publishContest } from './contest.ts';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { assertOwner, domainRef } from './domain.ts';
import { assertAllowed } from './domain-actions.ts';
import { removeUnusedReport } from './remove-unused-report.ts';

export function removeDomain(actor: AccountActor, id: string): Promise<Domain> {
  return commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('REMOVE', domain, now());
    const ended = await domains.update(
      domain,
      {
        ...domain,
        active: false,
        titleName: null,
        endedAt: now(),
        endReason: 'REMOVED',
        contests: null,
        checkingSince: null,
        nextCheckAt: null,
      },
      tx,
    );
    await tx.unschedule('check-proof', id);
    await publishContest(domain, null, tx);
    await removeUnusedReport(domain.name, tx);
    tx.emit('domains.domain.removed', ended, domainRef(ended));
    return ended;
  });
}
