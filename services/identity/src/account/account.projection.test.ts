/** The projection of accounts covers every field that a resolver reads, for every kind of caller. */

import { after, before, test } from 'node:test';
import { asEntity, asList, queryEachField } from '@nameloan/service/testing/each-field.ts';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
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
