/** Lists legal holds for operators. */

import type { PageRequest } from '@nameloan/persistence/reads/page';
import { checkPage, countPages, toSkipAndLimit } from '@nameloan/persistence/reads/page';
import { legalHolds } from './legal-hold.model.ts';
import type { LegalHold } from './legal-hold.ts';

export interface LegalHoldPage {
  holds: LegalHold[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** Oldest first. `active` false: lifted ones. INVALID_INPUT for an invalid page or limit. */
export async function listHolds({
  active,
  ...request
}: PageRequest & { active: boolean }): Promise<LegalHoldPage> {
  checkPage(request);
  const filter = { active };
  const [holds, total] = await Promise.all([
    legalHolds.findMany(filter, { sort: { placedAt: 1, _id: 1 }, ...toSkipAndLimit(request) }),
    legalHolds.count(filter),
  ]);
  return { holds, pages: countPages(total, request), total };
}
