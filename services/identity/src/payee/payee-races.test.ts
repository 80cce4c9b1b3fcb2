/** Payees under concurrent requests, a rotation of the keys, and the deletion of their account. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { payeeDetailsPurpose } from '@nameloan/contracts/payee';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { encryptionKeyIdOf } from '@nameloan/security/encryption';
import { keyIdOf } from '@nameloan/security/keyring';
import { EncryptedFields } from '@nameloan/subgraph/keys/encrypted-fields';
import { sendRequest } from '@nameloan/subgraph/request';
import { withUncheckedConnection } from '@nameloan/testkit/database/unchecked-connection';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testSecret } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { encryptedFields } from '../encrypted-fields.ts';
import { identityService } from '../service.ts';
import { commit, serviceContext } from '../service-context.ts';
import {
  addPayee,
  changeCall,
  deleteCall,
  ibans,
  listPayees,
  PayeeUse,
} from '../testing/payees.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson } from '../testing/register-person.ts';
import { payeeDetails, payees } from './payee.model.ts';
import { removePayees } from './remove-payees.ts';

let service: TestService;
const lending = new PayeeUse();
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  await lending.listen(service);
});
after(() => service.stop());
afterEach(() => {
  resetClock();
  lending.onRequest = async () => {};
});

const hourMs = 3_600_000;
const named = { named: true, claimOpen: false };
const change = (person: Person, id: string, iban: string) =>
  person.call(changeCall, { id, fields: { iban } });
const reencrypt = () =>
  withUncheckedConnection(serviceContext.store.connection, (connection) =>
    new EncryptedFields(connection, encryptedFields).reencrypt(serviceContext.keyring),
  );
const readFields = async ({ accountId }: Person, payeeId: string, version: number) => {
  const request = { accountId, payeeId, version };
  const reply = await sendRequest(service.bus, 'identity.payee-details', request);
  return JSON.parse(serviceContext.decrypt(reply.sealedFields, payeeDetailsPurpose));
};

test('of two changes at once, one waits and the other is replaced', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await registerPerson(service);
    const { id } = await addPayee(person);
    lending.uses.set(id, named);
    const answers = await Promise.all([
      change(person, id, ibans.second),
      change(person, id, ibans.third),
    ]);
    for (const { code, message } of answers) assert.equal(code, undefined, message);
    const { versions } = await payees.get(id);
    assert.deepEqual(
      versions.map(({ number, endedAs }) => [number, endedAs]),
      [
        [1, null],
        [2, 'REPLACED'],
        [3, null],
      ],
    );
    moveAccountClock((73 + round * 80) * hourMs);
    const [listed] = await listPayees(person);
    const { iban } = await readFields(person, id, 3);
    assert.equal(listed.masked.slice(-4), iban.slice(-4));
    resetClock();
  }
});

test('a payee that is deleted while it changes is either changed first or not found', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await registerPerson(service);
    const { id } = await addPayee(person);
    const both = [() => change(person, id, ibans.second), () => person.call(deleteCall, { id })];
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
    const codes = answers.map(({ code }) => code).filter(Boolean);
    assert.ok(codes.every((code) => code === 'NOT_FOUND') && codes.length < 2, codes.join());
    assert.equal((await payees.get(id)).status, 'DELETED');
    assert.deepEqual(await payeeDetails.findMany({ payeeId: id }), [], 'no details are left');
  }
});

test('a password that changes while lending answers holds the change', async () => {
  const person = await registerPerson(service);
  const { id } = await addPayee(person);
  lending.onRequest = async () => {
    const input = { newPassword: 'a new long enough secret', curPassword: person.password };
    assert.equal((await person.call(profileCall, { input })).code, undefined);
  };
  assert.equal((await change(person, id, ibans.second)).reason, 'SECURITY_CHANGED_RECENTLY');
});

test('a rotation of the keys encrypts details and salts again, and fingerprints stay', async () => {
  const person = await registerPerson(service);
  const { id, fingerprint } = await addPayee(person);
  const next = 'the next secret of an installation, long';
  serviceContext.keyring.replace(next, testSecret);
  try {
    await reencrypt();
    const stored = await payees.get(id);
    const [details] = await payeeDetails.findMany({ payeeId: id });
    for (const text of [stored.encryptedSalt, details?.encryptedFields ?? ''])
      assert.equal(encryptionKeyIdOf(text), keyIdOf(next));
    assert.deepEqual(await readFields(person, id, 1), { iban: ibans.first });
    await change(person, id, ibans.second);
    await change(person, id, ibans.first);
    assert.equal((await listPayees(person))[0].fingerprint, fingerprint);
  } finally {
    serviceContext.keyring.replace(testSecret, next);
  }
});

test('with their account, payees and their details are removed', async () => {
  const person = await registerPerson(service);
  const { id: deleted } = await addPayee(person);
  await person.call(deleteCall, { id: deleted });
  const { id } = await addPayee(person);
  const other = await registerPerson(service);
  const { id: kept } = await addPayee(other);
  await commit((tx) => removePayees(person.accountId, tx));
  assert.equal(await payees.find(id), undefined);
  assert.equal(await payees.find(deleted), undefined);
  assert.deepEqual(await payeeDetails.findMany({ accountId: person.accountId }), []);
  assert.ok(await payees.find(kept));
  assert.ok(await accounts.find(other.accountId));
});
