/** Reading domains: one's own list, one of them, and many at once for other parts of the graph. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load } from '@nameloan/service/graphql/context.ts';
import type { Sort } from '@nameloan/service/store/noun.ts';
import type { Direction, PageRequest } from '@nameloan/service/store/page.ts';
import { checkPage, directed, newestFirst, pagesOf, slice } from '@nameloan/service/store/page.ts';
import { domains } from './domain.model.ts';
import type { Domain, DomainStatus } from './domain.ts';
import { isLender, ownedBy } from './domain.ts';

export type DomainSort = 'ADDED' | 'NAME' | 'EXPIRY';

interface ListRequest extends PageRequest {
  status?: DomainStatus | null;
  sort: DomainSort;
  direction: Direction;
}

/** Largest first; each a total order, so that no page repeats or skips what stood still. */
const orders: Record<DomainSort, Record<string, 1 | -1>> = {
  ADDED: newestFirst,
  NAME: { name: -1, _id: -1 },
  EXPIRY: { expiresAt: -1, _id: -1 },
};

export async function listDomains(actor: AccountActor, request: ListRequest) {
  checkPage(request);
  const { status, sort, direction } = request;
  const mine = { accountId: actor.accountId, active: true, ...(status ? { status } : {}) };
  const order = directed(orders[sort], direction) as Sort<Domain>;
  const [found, total] = await Promise.all([
    domains.findMany(mine, { sort: order, ...slice(request) }),
    domains.count(mine),
  ]);
  return { domains: found, total, pages: pagesOf(total, request) };
}

/** Its owner's, or the lender's of a loan on it; fields show each what concerns them. */
export async function readDomain({ accountId }: AccountActor, id: string): Promise<Domain> {
  const domain = await domains.find(id);
  return domain?.active && isLender(domain, accountId) ? domain : ownedBy(domain, accountId);
}

async function readMany(ids: readonly string[]): Promise<Map<string, Domain>> {
  const found = await domains.findMany({ _id: { $in: [...new Set(ids)] } });
  return new Map(found.map((domain) => [domain.id, domain]));
}

/** One of many that a request needs, all of them read at once. */
export function findDomain(context: Context, id: string): Promise<Domain | undefined> {
  return load(context, { name: 'domain', id }, readMany);
}
