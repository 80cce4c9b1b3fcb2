/** The mailed link that stops an addition or a change of a payee. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { payeeDetailsPurpose } from '@nameloan/contracts/payee';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { resets } from '../reset/reset.model.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { sessions } from '../session/session.model.ts';
import {
  addCall,
  addPayee,
  changeCall,
  deleteCall,
  ibanInput,
  ibans,
  PayeeUse,
  readStopTokens,
  stepUpCall,
  stopCall,
} from '../testing/payees.ts';
import { readLinks } from '../testing/read-links.ts';
import type { Person } from '../testing/register-person.ts';
import { refresh, registerPerson, verifyCall } from '../testing/register-person.ts';
import { enableMfa } from '../testing/with-mfa.ts';
import { payeeDetails, payees } from './payee.model.ts';

let service: TestService;
const lending = new PayeeUse();
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await lending.listen(service);
});
after(() => service.stop());
afterEach(resetClock);

const hourMs = 3_600_000;
const named = { named: true, claimOpen: false };
const stop = (token = '') => service.as(null)(stopCall, { token });
const change = (person: Person, id: string, iban: string) =>
  person.call(changeCall, { id, fields: { iban } });
const read = ({ accountId }: { accountId: string }, payeeId: string) =>
  sendRequest(service.bus, 'identity.payee', { accountId, payeeId });
const readDetails = (person: Person, payeeId: string, version: number) =>
  sendRequest(service.bus, 'identity.payee-details', {
    ...{ accountId: person.accountId, payeeId, version },
  });
const lastEvent = async (payeeId: string) => {
  await service.settle();
  const events = service.publishedEvents.filter(
    ({ subject, aggregateId }) => subject === 'identity.payee.changed' && aggregateId === payeeId,
  );
  return events.at(-1)?.data as { change: string; version: number } | undefined;
};
const assertLockedOut = async (person: Person) => {
  assert.equal((await refresh(service, person.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  await service.settle();
  const open = await resets.findMany({ accountId: person.accountId, status: 'OPEN' });
  assert.equal(open.length, 1, 'a reset link was mailed');
};

test('a stopped change that waits never becomes valid, and the person who made it is locked out', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, named);
  await change(person, id, ibans.second);
  const [, token] = await readStopTokens(service, person.accountId);
  assert.equal((await stop(token)).data.stopPayeeChange, true);
  await assertLockedOut(person);
  assert.deepEqual(await lastEvent(id), {
    ...(await lastEvent(id)),
    ...{ change: 'STOPPED', version: 2 },
  });
  moveAccountClock(80 * hourMs);
  const { current, pending } = await read(person, id);
  assert.deepEqual([current.version, pending], [1, null]);
});

test('a change that was valid at once is taken back, and its details are given to no payer', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  await change(person, id, ibans.second);
  const reply = await readDetails(person, id, 2);
  const fields = JSON.parse(serviceContext.decrypt(reply.sealedFields, payeeDetailsPurpose));
  assert.deepEqual([reply.holder, fields], ['Grace Hopper', { iban: ibans.second }]);
  const [, token] = await readStopTokens(service, person.accountId);
  await stop(token);
  const { current, deleted } = await read(person, id);
  assert.deepEqual([current.version, current.masked, deleted], [1, 'DE •••• 3000', false]);
  await assert.rejects(readDetails(person, id, 2), { code: 'NOT_FOUND' });
  assert.equal((await readDetails(person, id, 1)).holder, 'Grace Hopper');
});

test('the details of a version that is not valid yet are given to no payer; those of a former one are', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  await change(person, id, ibans.second);
  lending.uses.set(id, named);
  await change(person, id, ibans.third);
  await assert.rejects(readDetails(person, id, 3), { code: 'NOT_FOUND' });
  await assert.rejects(readDetails(person, id, 4), { code: 'NOT_FOUND' });
  await Promise.all([readDetails(person, id, 1), readDetails(person, id, 2)]);
  moveAccountClock(73 * hourMs);
  await Promise.all([readDetails(person, id, 2), readDetails(person, id, 3)]);
});

test('a stopped addition removes the payee and erases its details', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  await change(person, id, ibans.second);
  const [token] = await readStopTokens(service, person.accountId);
  await stop(token);
  assert.partialDeepStrictEqual(await lastEvent(id), { change: 'REMOVED', version: 1 });
  assert.deepEqual(await payeeDetails.findMany({ payeeId: id }), []);
  assert.equal((await read(person, id)).deleted, true);
  assert.equal((await stop(token)).code, undefined, 'a second click');
  await service.settle();
  assert.equal((await resets.findMany({ accountId: person.accountId })).length, 1);
});

test('the link of a change that was replaced, withdrawn or deleted still locks the other person out', async () => {
  const replaced = await registerPerson(service);
  const { id } = await addPayee(replaced);
  lending.uses.set(id, named);
  await change(replaced, id, ibans.second);
  await change(replaced, id, ibans.third);
  const [, first] = await readStopTokens(service, replaced.accountId);
  await stop(first);
  await assertLockedOut(replaced);
  assert.equal((await read(replaced, id)).pending, null, 'the later change is stopped, too');
  const deleting = await registerPerson(service);
  const { id: gone } = await addPayee(deleting);
  await deleting.call(deleteCall, { id: gone });
  const [of] = await readStopTokens(service, deleting.accountId);
  assert.equal((await stop(of)).code, undefined);
  await assertLockedOut(deleting);
});

test('what a thief set up since goes with the stop: MFA, and a new address', async () => {
  const person = await registerPerson(service);
  await addPayee(person);
  await enableMfa(person);
  const newEmail = `new-${person.email}`;
  const emailCall = `mutation ($newEmail: String!, $curPassword: String!, $mfa: String) {
    changeEmail(newEmail: $newEmail, curPassword: $curPassword, mfa: $mfa) { id }
  }`;
  const [token] = await readStopTokens(service, person.accountId);
  const other = await registerPerson(service);
  await addPayee(other);
  await other.call(emailCall, { newEmail, curPassword: other.password });
  const [confirmation] = await readLinks(service, other.accountId, 'CONFIRM_EMAIL');
  await service.as(null)(verifyCall, { token: confirmation?.token });
  assert.equal((await accounts.get(other.accountId)).email, newEmail);
  await stop(token);
  assert.equal((await accounts.get(person.accountId)).mfa, null);
  const [ofOther] = await readStopTokens(service, other.accountId);
  await stop(ofOther);
  assert.equal((await accounts.get(other.accountId)).email, other.email);
});

test('MFA that was on before a change stays on', async () => {
  const person = await registerPerson(service);
  await enableMfa(person);
  moveAccountClock(25 * hourMs);
  const passwordAt = new Date(Date.now() + 25 * hourMs);
  await sessions.raw.updateOne({ _id: person.sessionId }, { $set: { passwordAt } });
  await addPayee(person);
  const [token] = await readStopTokens(service, person.accountId);
  await stop(token);
  assert.notEqual((await accounts.get(person.accountId)).mfa, null);
});

test('after a stop, payees stay as they are for a day', async () => {
  const person = await registerPerson(service);
  await addPayee(person);
  const [token] = await readStopTokens(service, person.accountId);
  await stop(token);
  const account = await accounts.get(person.accountId);
  assert.ok(account.securityChangedAt && Date.now() - account.securityChangedAt.getTime() < hourMs);
});

test('a link works until a change is valid and not after it', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, named);
  moveAccountClock(hourMs);
  await person.call(stepUpCall, { curPassword: person.password });
  await change(person, id, ibans.second);
  const [, token] = await readStopTokens(service, person.accountId);
  const { pending } = await read(person, id);
  const [, link] = (await payees.get(id)).versions;
  assert.equal(link?.stopUntil.toISOString(), pending?.effectiveAt, 'no moment between the two');
  moveAccountClock(74 * hourMs);
  const late = await stop(token);
  assert.deepEqual([late.code, Object.keys(late.fields ?? {})], ['INVALID_INPUT', ['token']]);
  assert.equal((await read(person, id)).current.version, 2);
  assert.equal((await person.logIn()).code, undefined);
});

test('forged, empty and huge tokens stop nothing', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000)])
    assert.equal((await stop(token)).code, 'INVALID_INPUT');
  assert.equal((await read(person, id)).deleted, false);
  assert.equal((await person.call(addCall, { ...ibanInput })).code, undefined);
});

test('a stop against a further change: whatever their order, the other person’s details are not valid', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await registerPerson(service);
    const { id } = await addPayee(person);
    await change(person, id, ibans.second);
    const [, token] = await readStopTokens(service, person.accountId);
    const both = [() => stop(token), () => change(person, id, ibans.third)];
    await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
    const { current, pending } = await read(person, id);
    assert.deepEqual([current.version, pending], [1, null]);
  }
});
