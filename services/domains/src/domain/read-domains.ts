/** Reading domains: one's own list, one of them, and many at once for other parts of the graph. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load } from '@nameloan/service/graphql/context.ts';
import type { PageRequest } from '@nameloan/service/store/page.ts';
import { checkPage, newestFirst, pagesOf, slice } from '@nameloan/service/store/page.ts';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { ownedBy } from './domain.ts';

export async function listDomains(actor: AccountActor, request: PageRequest) {
  checkPage(request);
  const mine = { accountId: actor.accountId, active: true };
  const [found, total] = await Promise.all([
    domains.findMany(mine, { sort: newestFirst, ...slice(request) }),
    domains.count(mine),
  ]);
  return { domains: found, total, pages: pagesOf(total, request) };
}

export async function readDomain(actor: AccountActor, id: string): Promise<Domain> {
  return ownedBy(await domains.find(id), actor.accountId);
}

async function readMany(ids: readonly string[]): Promise<Map<string, Domain>> {
  const found = await domains.findMany({ _id: { $in: [...new Set(ids)] } });
  return new Map(found.map((domain) => [domain.id, domain]));
}

/** One of many that a request needs, all of them read at once. */
export function findDomain(context: Context, id: string): Promise<Domain | undefined> {
  return load(context, { name: 'domain', id }, readMany);
}
