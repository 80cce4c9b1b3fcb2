/** Contests: two accounts show a proof of one name. Both are notified at the start, and the title holder at the end. */

import type { Tx } from '@nameloan/persistence/tx';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { domainRef } from './domain.ts';

/**
 * `domain` is the record before the change; `contests` is the id of the title holder's record from now on. Start and
 * end both write the holder, so that concurrent rivals conflict and every event has its own version.
 */
export async function publishContest(
  domain: Domain,
  contests: string | null,
  tx: Tx,
): Promise<void> {
  const before = domain.contests ?? null;
  if (contests === before) return;
  if (before !== null) await endContest(domain, before, tx);
  if (contests === null) return;
  const found = await domains.get(contests, tx);
  const holder = await domains.update(found, found, tx);
  tx.emit('domains.domain.proof-contested', holder, domainRef(holder));
  tx.emit('domains.domain.proof-contested', domain, domainRef(domain));
}

async function endContest({ id, name }: Domain, holderId: string, tx: Tx): Promise<void> {
  const holder = await domains.find(holderId, tx);
  if (!holder || holder.titleName !== name) return;
  const kept = await domains.update(holder, holder, tx);
  const rivals = await domains.findMany({ name, active: true, contests: holderId }, { tx });
  if (rivals.some((rival) => rival.id !== id)) return;
  tx.emit('domains.domain.contest-ended', kept, domainRef(kept));
}
