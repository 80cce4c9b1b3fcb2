/** Reading domains: one's own list, one of them, and many at once for other parts of the graph. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { domains } from './domain.model.ts';
import type { Domain } from './domain.ts';
import { ownedBy } from './domain.ts';

export interface Page {
  page: number;
  limit: number;
}

/** Refuses a page below 1 and a limit outside 1 to 100. */
function checkPage({ page, limit }: Page): void {
  const fields: Record<string, string> = {};
  if (page < 1) fields.page = 'The page counts from 1.';
  if (limit < 1 || limit > 100) fields.limit = 'The limit is 1 to 100.';
  if (Object.keys(fields).length > 0) {
    throw new DomainError('INVALID_INPUT', 'This page cannot be shown.', { fields });
  }
}

export async function listDomains(actor: AccountActor, at: Page) {
  checkPage(at);
  const mine = { accountId: actor.accountId, active: true };
  const [found, total] = await Promise.all([
    domains.findMany(mine, {
      sort: { createdAt: -1, _id: -1 },
      skip: (at.page - 1) * at.limit,
      limit: at.limit,
    }),
    domains.count(mine),
  ]);
  return { domains: found, total, pages: Math.max(1, Math.ceil(total / at.limit)) };
}

export async function readDomain(actor: AccountActor, id: string): Promise<Domain> {
  return ownedBy(await domains.find(id), actor.accountId);
}

export async function readMany(ids: readonly string[]): Promise<Map<string, Domain>> {
  const found = await domains.findMany({ _id: { $in: [...new Set(ids)] } });
  return new Map(found.map((domain) => [domain.id, domain]));
}
