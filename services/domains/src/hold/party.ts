/** Who is a party to a domain, and so may not work on its legal cases. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { pushes } from '../push/push.model.ts';

/** Throws FORBIDDEN for its owner, both parties of its loan, and who is about to get it. */
export async function assertNoParty(domain: Domain, operatorId: string, tx: Tx): Promise<void> {
  if (!isParty(domain, operatorId) && !(await isReceiver(domain, operatorId, tx))) return;
  throw new DomainError(
    'FORBIDDEN',
    'You are a party to this domain, so another operator has to do this.',
  );
}

/** Throws FORBIDDEN as `assertNoParty` does, about any record of the name; the name may be unknown here. */
export async function assertNoPartyOf(name: string, operatorId: string, tx: Tx): Promise<void> {
  for (const domain of await domains.findMany({ name, active: true }, { tx }))
    await assertNoParty(domain, operatorId, tx);
}

/** The rows about names to which the operator is no party. */
export async function omitOwn<Row extends { name: string }>(
  { accountId }: AccountActor,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = { $in: [...new Set(rows.map(({ name }) => name))] };
  const involved = new Set<string>();
  for (const domain of await domains.findMany({ name: names, active: true }))
    if (isParty(domain, accountId) || (await isReceiver(domain, accountId)))
      involved.add(domain.name);
  return rows.filter(({ name }) => !involved.has(name));
}

function isParty(domain: Domain, operatorId: string): boolean {
  const { accountId, reservation, deferredHandover, heldParties } = domain;
  const parties = [accountId, reservation?.lenderId, deferredHandover?.toAccountId];
  return parties.includes(operatorId) || Boolean(heldParties?.includes(operatorId));
}

async function isReceiver({ push }: Domain, operatorId: string, tx?: Tx): Promise<boolean> {
  const pending = push ? await pushes.find(push.id, tx) : undefined;
  return pending?.toAccountId === operatorId;
}
