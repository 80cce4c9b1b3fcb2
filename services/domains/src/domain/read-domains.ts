/** Queries: an account's list of domains, and one domain. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Filter, Sort } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Direction, PageRequest } from '@nameloan/persistence/reads/page';
import {
  countPages,
  inDirection,
  newestFirst,
  pageErrors,
  toSkipAndLimit,
} from '@nameloan/persistence/reads/page';
import { domains } from './domain.model.ts';
import type { Domain, DomainStatus } from './domain.ts';
import { assertOwner, isLender } from './domain.ts';
import { validateLabels } from './labels/label.ts';
import { spellLabel } from './labels/label-domains.ts';
import { buildNameFilter, validateSearch } from './search-names.ts';

export type DomainSort = 'ADDED' | 'NAME' | 'EXPIRY';

interface ListRequest extends PageRequest {
  status?: DomainStatus | null;
  /** Any part of the name. */
  query?: string | null;
  label?: string | null;
  sort: DomainSort;
  direction: Direction;
}

/** Descending; each is a total order, so that pages neither repeat nor skip unchanged domains. */
const orders: Record<DomainSort, Record<string, 1 | -1>> = {
  ADDED: newestFirst,
  NAME: { name: -1, _id: -1 },
  EXPIRY: { expiresAt: -1, _id: -1 },
};

export async function listDomains(actor: AccountActor, request: ListRequest, keys: Keys<Domain>) {
  const { status, sort, direction } = request;
  const search = request.query ?? '';
  const label = request.label ?? '';
  assertValid({
    ...pageErrors(request),
    query: validateSearch(search) ?? undefined,
    label: label === '' ? undefined : validateLabels([label]),
  });
  const mine: Filter<Domain> = {
    accountId: actor.accountId,
    active: true,
    ...(status ? { status } : {}),
    ...(label === '' ? {} : { labels: await spellLabel(actor, label) }),
    ...buildNameFilter(search),
  };
  const order = inDirection(orders[sort], direction) as Sort<Domain>;
  const [found, total] = await Promise.all([
    domains.findMany(mine, { sort: order, keys, ...toSkipAndLimit(request) }),
    domains.count(mine),
  ]);
  return { domains: found, total, pages: countPages(total, request) };
}

/** A domain for its owner or the lender of a loan on it; the resolvers restrict the fields. */
export async function readDomain(
  { accountId }: AccountActor,
  id: string,
  keys?: Keys<Domain>,
): Promise<Domain> {
  const domain = await domains.findById(id, keys);
  return domain?.active && isLender(domain, accountId) ? domain : assertOwner(domain, accountId);
}
