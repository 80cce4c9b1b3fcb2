/** Transfer locks: of the current registrar or registry on the way in, and of the platform on the way out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, deposit, transferIn } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { getDomain } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { getBalance, waitForDomainStatus } from '../environment/wait-for-state.ts';
import { ownInCustody } from './custody.ts';

export function transferLocks(environment: GetEnvironment): void {
  test('a rejected transfer names the lock and what to do about it', async () => {
    const owner = await environment().newPerson('Loki Locked');
    const domain = await addProvenDomain(
      owner,
      environment().sandbox,
      environment().newDomainName(),
    );
    await deposit(owner, environment().sandbox, 50);
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    const cases: [string[], RegExp][] = [
      [['clientTransferProhibited'], /current registrar has locked.*Unlock it there/],
      [['serverTransferProhibited'], /registry has locked.*Ask your current registrar/],
    ];
    for (const [statuses, message] of cases) {
      await environment().sandbox.updateRegistration(domain.domain, { statuses });
      const body = { transferCode: authCode };
      await expectRejection(owner, `POST /domains/${domain.id}/transfer`, {
        status: 409,
        body,
        message,
      });
      await waitFor('the fee', async () => (await getBalance(owner)) === 50);
    }
    await environment().sandbox.updateRegistration(domain.domain, { statuses: [] });
    await transferIn(owner, environment().sandbox, domain);
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
  });

  test('a cancelled transfer out sets the lock again and invalidates its code', async () => {
    const { owner, domain } = await ownInCustody(environment());
    const held = await getDomain(owner, domain);
    const lock = held.blocked_actions.find((one: RestObject) => one.action === 'TRANSFER_OUT');
    assert.equal(lock.reason, 'TRANSFER_LOCK');
    assert.equal(lock.available_at, held.transfer_out_available_at);
    await expectRejection(owner, `POST /domains/${domain.id}/transferOut`, { status: 409 });
    await environment().sandbox.advanceClock('61d');
    assert.ok((await getDomain(owner, domain)).actions.includes('TRANSFER_OUT'));
    await owner.post(`/domains/${domain.id}/transferOut`);
    const open = await waitFor('the unlocked domain', async () => {
      const there = await environment().sandbox.readRegistration(domain.domain);
      return !there.statuses.includes('clientTransferProhibited') && there;
    });
    await owner.post(`/domains/${domain.id}/cancelTransferOut`);
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
    const { statuses, authCode } = await environment().sandbox.readRegistration(domain.domain);
    assert.deepEqual(statuses.toSorted(), [
      'clientDeleteProhibited',
      'clientTransferProhibited',
      'clientUpdateProhibited',
    ]);
    assert.notEqual(authCode, open.authCode);
    await expectRejection(owner, `POST /domains/${domain.id}/cancelTransferOut`, { status: 409 });
  });
}
