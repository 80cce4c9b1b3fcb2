/** Identity says that it lives and how many commits have ended sessions, so that gateways need not ask. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndedSessions } from '@nameloan/contracts/ended-sessions.ts';
import { endedSessionsTopic, parseEndedSessions } from '@nameloan/contracts/ended-sessions.ts';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
import { until } from '@nameloan/service/testing/until.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { registerPerson } from '../testing/register-person.ts';

let service: TestService;
const said: EndedSessions[] = [];
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await service.bus.subscribe(endedSessionsTopic, (signal) => {
    const word = parseEndedSessions(signal);
    if (word) said.push(word);
  });
});
after(() => service.stop());

const endCall = 'mutation ($id: ID!) { endSession(id: $id) { id } }';
const last = () => said.at(-1)?.count;

test('it says its number again and again while nothing ends', async () => {
  await until(() => said.length >= 2);
  assert.equal(new Set(said.map(({ count, replica }) => `${replica} ${count}`)).size, 1);
});

test('the number rises with each commit that ends a session, and with one that may have', async () => {
  const person = await registerPerson(service);
  const { sessionId } = await person.open();
  await until(() => last() !== undefined);
  const before = Number(last());
  await person.call(endCall, { id: sessionId });
  await until(() => last() === before + 1);
  serviceContext.store.onUncertainCommit();
  await until(() => last() === before + 2);
});

test('a replica that stops says so', async () => {
  await service.stop();
  await until(() => last() === 'left');
});
