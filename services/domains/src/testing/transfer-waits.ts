/** What the tests of the wait before a transfer out share: valuable domains, their waits and their stop links. */

import assert from 'node:assert/strict';
import type { Subject } from '@nameloan/contracts/events';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { commit, decrypt } from '../service-context.ts';
import type { TestDomains } from './start-domains.ts';
import { addDomainInCustody, call, expectData, freshName } from './start-domains.ts';

export const waiting = 'domains.domain.transfer-out-waiting';
export const started = 'domains.domain.transfer-out-started';
export const stopped = 'domains.domain.transfer-out-stopped';
export const cancelled = 'domains.domain.transfer-out-cancelled';

/** `owner`: the account of the test, which has its own quota. */
export function transferWaits(s: () => TestDomains, owner: () => string) {
  const out = (id: string, who = owner()) =>
    s().as(who)(
      'mutation ($id: ID!) { transferOut(id: $id) { id pendingTransfer transferOutStartsAt } }',
      { id },
    );
  const count = (subject: Subject, id: string) => s().eventsOf(subject, id).length;

  async function inCustody(changes: Partial<Domain> = {}, who = owner()): Promise<string> {
    const id = await addDomainInCustody(s(), who, freshName());
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      await domains.update(domain, { ...domain, transferOutAvailableAt: null, ...changes }, tx);
    });
    await s().settle();
    return id;
  }

  return {
    out,
    count,
    inCustody,
    valuable: (who = owner()) => inCustody({ ownerValueCents: 500_000 }, who),
    cancel: (id: string) => call(s(), owner(), { field: 'cancelTransferOut', id }),
    stop: (token: string) =>
      s().as(null)('mutation ($token: String!) { stopTransferOut(token: $token) }', { token }),
    codeAtRegistry: async (id: string) => {
      const { name } = await s().record(id);
      const { authCode, statuses } = await s().control('GET', `/registry/domains/${name}`);
      return { authCode, locked: (statuses as string[]).includes('clientTransferProhibited') };
    },
    /** Starts a wait; resolves to the token of the mailed link. */
    startWaiting: async (id: string): Promise<string> => {
      const before = count(waiting, id);
      expectData(await out(id));
      await s().settle();
      const events = s().eventsOf(waiting, id);
      assert.equal(events.length, before + 1);
      const data = events.at(-1)?.data as { sealedStopToken: string } | undefined;
      return decrypt(data?.sealedStopToken ?? '', waiting);
    },
  };
}
