/** Two accounts show a proof of one name: both are told when that begins, and its holder when it is over. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { domainRef } from './domain.ts';

/**
 * `domain` as it was before; `contests`: the record that it stands against from now on. Both ends write the holder, so
 * that of two rivals at once the later one sees the other, and each fact has a version of its own.
 */
export async function publishContest(
  domain: Domain,
  contests: string | null,
  tx: Tx,
): Promise<void> {
  const before = domain.contests ?? null;
  if (contests === before) return;
  if (before !== null) await end(domain, before, tx);
  if (contests === null) return;
  const found = await domains.get(contests, tx);
  const holder = await domains.update(found, found, tx);
  tx.emit('domains.domain.proof-contested', holder, domainRef(holder));
  tx.emit('domains.domain.proof-contested', domain, domainRef(domain));
}

async function end({ id, name }: Domain, holderId: string, tx: Tx): Promise<void> {
  const holder = await domains.find(holderId, tx);
  if (!holder || holder.titleName !== name) return;
  const kept = await domains.update(holder, holder, tx);
  const rivals = await domains.findMany({ name, active: true, contests: holderId }, { tx });
  if (rivals.some((rival) => rival.id !== id)) return;
  tx.emit('domains.domain.contest-ended', kept, domainRef(kept));
}
