/** Two accounts show a proof of one name: both are told when that begins, and its holder when it is over. */

import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about } from '../domain/domain.ts';

/** `domain` as it was before; `contests`: the record that it stands against from now on. */
export async function tellContest(domain: Domain, contests: string | null, tx: Tx): Promise<void> {
  const before = domain.contests ?? null;
  if (contests === before) return;
  if (before !== null) await end(domain, before, tx);
  if (contests === null) return;
  const holder = await domains.get(contests, tx);
  tx.emit('domains.domain.proof-contested', holder, about(holder));
  tx.emit('domains.domain.proof-contested', domain, about(domain));
}

async function end({ id, name }: Domain, holderId: string, tx: Tx): Promise<void> {
  const holder = await domains.find(holderId, tx);
  if (!holder || holder.titleName !== name) return;
  const rivals = await domains.findMany({ name, active: true, contests: holderId }, { tx });
  if (rivals.some((rival) => rival.id !== id)) return;
  // A version of its own, so that this fact is told apart from the one that it ends.
  const kept = await domains.move(holder, holder, tx);
  tx.emit('domains.domain.contest-ended', kept, about(kept));
}
