/** The projection of accounts covers every field that a resolver reads, for every kind of caller. */

import { after, before, test } from 'node:test';
import { asEntity, asList, queryEachField } from '@nameloan/testkit/service/each-field';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

test('users', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  await queryEachField(identityService, 'User', {
    callers: [person.call, other.call, service.as(null)],
    queries: [asList('self'), asEntity('User', person.accountId)],
  });
});
