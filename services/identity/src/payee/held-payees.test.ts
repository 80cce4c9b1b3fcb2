/** When payees can't be added, changed or deleted. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import {
  addCall,
  addPayee,
  changeCall,
  deleteCall,
  ibanInput,
  ibans,
  listPayees,
  PayeeUse,
  stepUpCall,
  withdrawCall,
} from '../testing/payees.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson, registerUnverified } from '../testing/register-person.ts';
import { enableMfa, makeCode } from '../testing/with-mfa.ts';

let service: TestService;
const lending = new PayeeUse();
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await lending.listen(service);
});
after(() => service.stop());
afterEach(resetClock);

const hourMs = 3_600_000;
const change = (person: Person, id: string, iban: string, more: object = {}) =>
  person.call(changeCall, { id, fields: { iban }, ...more });
const stepUp = (person: Person, more: object = {}) =>
  person.call(stepUpCall, { curPassword: person.password, ...more });
const read = ({ accountId }: { accountId: string }, payeeId: string) =>
  sendRequest(service.bus, 'identity.payee', { accountId, payeeId });

test('adding and changing take a verified address and a fresh session', async () => {
  const unverified = await registerUnverified(service);
  assert.equal((await unverified.call(addCall, { ...ibanInput })).code, 'EMAIL_NOT_VERIFIED');
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  moveAccountClock(16 * 60_000);
  const calls: [string, object][] = [
    [addCall, ibanInput],
    [changeCall, { id, fields: { iban: ibans.second } }],
    [withdrawCall, { id }],
    [deleteCall, { id }],
  ];
  for (const [call, input] of calls)
    assert.equal((await person.call(call, { ...input })).code, 'STEP_UP_REQUIRED');
  assert.equal((await stepUp(person)).code, undefined);
  assert.equal((await person.call(addCall, { ...ibanInput })).code, undefined);
  assert.equal((await service.as(null)(addCall, { ...ibanInput })).code, 'UNAUTHENTICATED');
});

test('while the other party says that it paid, a payee does not change', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.uses.set(id, { named: true, claimOpen: true });
  const answer = await change(person, id, ibans.second);
  assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'CLAIM_OPEN']);
  assert.equal((await listPayees(person))[0].pending, null);
});

test('without lending nothing is changed or deleted, and a payee can still be added', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.onRequest = async () => {
    throw new Error('lending is away');
  };
  try {
    assert.notEqual((await change(person, id, ibans.second)).code, undefined);
    assert.notEqual((await person.call(deleteCall, { id })).code, undefined);
    await addPayee(person, { ...ibanInput, fields: { iban: ibans.third } });
  } finally {
    lending.onRequest = async () => {};
  }
  assert.deepEqual(
    (await listPayees(person)).map(({ version }: { version: number }) => version),
    [1, 1],
  );
});

test('payees of another account are not found', async () => {
  const [person, other] = [await registerPerson(service), await registerPerson(service)];
  const { id } = await addPayee(person);
  for (const [call, input] of [
    [changeCall, { id, fields: { iban: ibans.second } }],
    [withdrawCall, { id }],
    [deleteCall, { id }],
  ] as const)
    assert.equal((await other.call(call, { ...input })).code, 'NOT_FOUND');
  const { accountId } = other;
  await assert.rejects(read(other, id), { code: 'NOT_FOUND' });
  const details = { accountId, payeeId: id, version: 1 };
  await assert.rejects(sendRequest(service.bus, 'identity.payee-details', details), {
    code: 'NOT_FOUND',
  });
});

test('an account has at most twenty payees, also with concurrent requests', async () => {
  const person = await registerPerson(service);
  for (let i = 0; i < 18; i++) await addPayee(person);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => person.call(addCall, { ...ibanInput })),
  );
  const reasons = answers.map(({ reason }) => reason).filter(Boolean);
  assert.deepEqual(reasons, ['TOO_MANY_PAYEES', 'TOO_MANY_PAYEES']);
  assert.equal((await listPayees(person)).length, 20);
});

test('for 24 hours of account time after a change of password or MFA, payees stay as they are', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  const input = { newPassword: 'a new long enough secret', curPassword: person.password };
  assert.equal((await person.call(profileCall, { input })).code, undefined);
  person.password = input.newPassword;
  await stepUp(person);
  const held = await person.call(addCall, { ...ibanInput });
  assert.deepEqual([held.code, held.reason], ['CONFLICT', 'SECURITY_CHANGED_RECENTLY']);
  assert.equal((await change(person, id, ibans.second)).reason, 'SECURITY_CHANGED_RECENTLY');
  assert.equal((await person.call(deleteCall, { id })).reason, 'SECURITY_CHANGED_RECENTLY');
  moveAccountClock(24 * hourMs - 60_000);
  await stepUp(person);
  assert.equal((await change(person, id, ibans.second)).reason, 'SECURITY_CHANGED_RECENTLY');
  moveAccountClock(24 * hourMs + 1000);
  assert.equal((await change(person, id, ibans.second)).code, undefined);
  const { key } = await enableMfa(person);
  assert.equal((await change(person, id, ibans.third)).reason, 'SECURITY_CHANGED_RECENTLY');
  moveAccountClock(49 * hourMs);
  await stepUp(person, { mfa: makeCode(key, 1) });
  assert.equal((await change(person, id, ibans.third)).code, undefined);
});

test('while the address changes, payees stay as they are', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  const call =
    'mutation ($newEmail: String!, $curPassword: String!) { changeEmail(newEmail: $newEmail, curPassword: $curPassword) { id } }';
  await person.call(call, { newEmail: `new-${person.email}`, curPassword: person.password });
  assert.equal((await person.call(addCall, { ...ibanInput })).reason, 'EMAIL_CHANGING');
  assert.equal((await change(person, id, ibans.second)).reason, 'EMAIL_CHANGING');
  assert.equal((await person.call(deleteCall, { id })).reason, 'EMAIL_CHANGING');
  assert.equal((await person.call('mutation { cancelEmailChange { id } }')).code, undefined);
  assert.equal((await change(person, id, ibans.second)).code, undefined);
});
