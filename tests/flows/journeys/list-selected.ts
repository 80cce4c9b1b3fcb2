/** The web app's calls on a selection of domains: each row has its result. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';

/** In cents, days and basis points. */
interface Terms {
  amount: number;
  term: number;
  rate: number;
}

/** The domain is not listed at the end. */
export async function listSelected(
  owner: WebUser,
  domainId: string,
  { amount, term, rate }: Terms,
): Promise<void> {
  const codes = (results: { error: { code: string } | null }[]) =>
    results.map(({ error }) => error?.code ?? 'DONE');
  const item = { domainId, desiredAmount: amount, desiredTerm: term, desiredRate: rate };
  const listed = await owner.run('ListSelected', { items: [item, item] });
  assert.deepEqual(codes(listed), ['DONE', 'INVALID_INPUT']);
  const ids = [domainId, 'unknown'];
  assert.deepEqual(codes(await owner.run('UnlistSelected', { ids })), ['DONE', 'NOT_FOUND']);
  assert.deepEqual(codes(await owner.run('RemoveSelected', { ids: ['unknown'] })), ['NOT_FOUND']);
}
