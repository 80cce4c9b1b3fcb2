/** Heartbeat with the number of commits that ended sessions, so that gateways know when to fetch the feed. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndedSessions } from '@nameloan/contracts/ended-sessions';
import { endedSessionsTopic, parseEndedSessions } from '@nameloan/contracts/ended-sessions';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { registerPerson } from '../testing/register-person.ts';

let service: TestService;
const signals: EndedSessions[] = [];
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await service.bus.subscribe(endedSessionsTopic, (signal) => {
    const heartbeat = parseEndedSessions(signal);
    if (heartbeat) signals.push(heartbeat);
  });
});
after(() => service.stop());

const endCall = 'mutation ($id: ID!) { endSession(id: $id) { id } }';
const last = () => signals.at(-1)?.count;

test('the heartbeat repeats its number while nothing ends', async () => {
  await until(() => signals.length >= 2);
  assert.equal(new Set(signals.map(({ count, replica }) => `${replica} ${count}`)).size, 1);
});

test('the number rises with each commit that ends a session, and with one of unknown outcome', async () => {
  const person = await registerPerson(service);
  const { sessionId } = await person.open();
  await until(() => last() !== undefined);
  const before = Number(last());
  await person.call(endCall, { id: sessionId });
  await until(() => last() === before + 1);
  serviceContext.store.onUncertainCommit();
  await until(() => last() === before + 2);
});

test('a replica that stops signals it', async () => {
  await service.stop();
  await until(() => last() === 'left');
});
