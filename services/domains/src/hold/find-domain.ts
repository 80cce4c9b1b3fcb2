/** Finds the domain of an operator's call, by its id or its name. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { isOperator } from '../operator/operator.model.ts';
import { assertNoParty } from './party.ts';

const maxIdLength = 253;
const notFound = () => new DomainError('NOT_FOUND', 'There is no such domain.');

/** Returns the actor. FORBIDDEN for everyone but operators. */
export async function requireOperator(actor: AccountActor): Promise<AccountActor> {
  if (await isOperator(actor.accountId)) return actor;
  throw new DomainError('FORBIDDEN', 'Only operators can see legal holds.');
}

/** NOT_FOUND for everyone but operators; FORBIDDEN for an operator who is a party. */
export async function findDomainForStaff(
  { accountId }: AccountActor,
  idOrName: string,
  tx: Tx,
): Promise<Domain> {
  const key = idOrName.trim().toLowerCase();
  if (!(await isOperator(accountId)) || key.length > maxIdLength) throw notFound();
  const byId = await domains.find(idOrName.trim(), tx);
  const domain = byId ?? (await findByName(key, tx));
  if (!domain) throw notFound();
  const title =
    domain.titleName === null
      ? await domains.findOne({ titleName: domain.name, active: true }, tx)
      : domain;
  for (const one of [domain, title]) if (one) await assertNoParty(one, accountId, tx);
  return domain;
}

/** The record with the title before others, and active ones before those that ended. */
async function findByName(name: string, tx: Tx): Promise<Domain | undefined> {
  return (
    (await domains.findOne({ titleName: name, active: true }, tx)) ??
    (await domains.findOne({ name, active: true }, tx)) ??
    (await findNewest(name, tx))
  );
}

async function findNewest(name: string, tx: Tx): Promise<Domain | undefined> {
  const [newest] = await domains.findMany(
    { name },
    { tx, sort: { createdAt: -1, _id: -1 }, limit: 1 },
  );
  return newest;
}
