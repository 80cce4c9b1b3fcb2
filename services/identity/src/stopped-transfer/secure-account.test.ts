/** The account of a transfer out that was stopped: the person who requested it knows the password. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { resets } from '../reset/reset.model.ts';
import { identityService } from '../service.ts';
import { refresh, registerPerson } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const stopped = (accountId: string, id = newId()) =>
  service.deliver(
    'domains.domain.transfer-out-stopped',
    { domainId: 'd1', accountId, name: 'example.com' },
    { id },
  );
const openResets = (accountId: string) => resets.findMany({ accountId, status: 'OPEN' });

test('its sessions end, its password is unusable, and a reset link is mailed once', async () => {
  const person = await registerPerson(service);
  await service.as(null)('mutation ($email: String!) { requestReset(email: $email) }', {
    email: person.email,
  });
  await service.settle();
  const [former] = await openResets(person.accountId);
  const event = newId();
  await stopped(person.accountId, event);
  await stopped(person.accountId, event);
  await service.settle();
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  const open = await openResets(person.accountId);
  assert.equal(open.length, 1);
  assert.notEqual(open[0]?.id, former?.id, 'the thief may have requested the former one');
});

test('an account that does not exist any more is ignored', async () => {
  await stopped(newId());
});
