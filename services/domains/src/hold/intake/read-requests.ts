/** Lists legal requests for operators, who close each one after they have answered it. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { PageRequest } from '@nameloan/persistence/reads/page';
import { checkPage, countPages, toSkipAndLimit } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import { isOperator } from '../../operator/operator.model.ts';
import { commit } from '../../service-context.ts';
import { assertNoPartyOf } from '../party.ts';
import type { LegalRequest } from './legal-request.model.ts';
import { legalRequests } from './legal-request.model.ts';

export interface LegalRequestPage {
  requests: LegalRequest[];
  /** At least 1. */
  pages: number;
  total: number;
}

/** Oldest first. INVALID_INPUT for an invalid page or limit. */
export async function listRequests({
  open,
  ...request
}: PageRequest & { open: boolean }): Promise<LegalRequestPage> {
  checkPage(request);
  const filter = { open };
  const [requests, total] = await Promise.all([
    legalRequests.findMany(filter, { sort: { receivedAt: 1, _id: 1 }, ...toSkipAndLimit(request) }),
    legalRequests.count(filter),
  ]);
  return { requests, pages: countPages(total, request), total };
}

/** Repeatable. NOT_FOUND for everyone but operators; FORBIDDEN for an operator who is a party to the domain. */
export function closeRequest({ accountId }: AccountActor, id: string): Promise<LegalRequest> {
  return commit(async (tx) => {
    const request = (await isOperator(accountId)) ? await legalRequests.find(id, tx) : undefined;
    if (!request) throw new DomainError('NOT_FOUND', 'There is no such legal request.');
    await assertNoPartyOf(request.name, accountId, tx);
    if (!request.open) return request;
    const closed = { ...request, open: false, closedAt: now(), closedBy: accountId };
    const after = await legalRequests.update(request, closed, tx);
    tx.emit('domains.request.closed', after, { requestId: id });
    return after;
  });
}
