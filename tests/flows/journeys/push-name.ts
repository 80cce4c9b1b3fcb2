/** Pushes of a name in custody between two accounts: declined, withdrawn, and accepted, after which it has a new owner. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { RestObject } from '../environment/loans.ts';
import type { WebUser } from '../environment/web-user.ts';

interface Sides {
  owner: WebUser;
  receiver: WebUser;
  domain: { id: string; name: string };
}

export async function pushName({ owner, receiver, domain }: Sides): Promise<void> {
  const offer = () => owner.run('PushDomain', { id: domain.id, email: receiver.email });
  const waiting = async (user: WebUser) => (await user.run('Dashboard')).waitingPushes;
  const { rejectedTransfers } = await owner.run('RejectedTransfers', { id: domain.id });
  assert.deepEqual(rejectedTransfers, []);
  const { id: declined } = await offer();
  assert.deepEqual(await waiting(receiver), {
    total: 1,
    pushes: [{ id: declined, unicodeName: domain.name, from: { name: owner.name } }],
  });
  assert.deepEqual(await waiting(owner), { total: 0, pushes: [] }, 'nothing to do for its owner');
  const sides: RestObject[] = [];
  for (const user of [owner, receiver]) sides.push(...(await user.run('Pushes')));
  assert.deepEqual(
    sides.map(({ id, direction, email }) => [id, direction, email]),
    [
      [declined, 'SENT', receiver.email],
      [declined, 'RECEIVED', null],
    ],
  );
  assert.equal(await owner.codeOf('AcceptPush', { id: declined }), 'NOT_FOUND');
  assert.equal((await receiver.run('DeclinePush', { id: declined })).state, 'DECLINED');
  const { id: withdrawn } = await offer();
  assert.equal((await owner.run('WithdrawPush', { id: withdrawn })).state, 'WITHDRAWN');
  assert.equal(await receiver.codeOf('AcceptPush', { id: withdrawn }), 'CONFLICT');
  const { id: accepted } = await offer();
  assert.equal((await receiver.run('AcceptPush', { id: accepted })).state, 'ACCEPTED');
  assert.equal((await waiting(receiver)).total, 0);
  const has = async (user: WebUser) =>
    (await user.run('MyDomains', { query: domain.name })).domains.length;
  assert.equal(await has(owner), 0);
  assert.equal(await waitFor('the domain at its new owner', () => has(receiver)), 1);
}
