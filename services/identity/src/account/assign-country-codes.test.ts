/** Countries that were typed before there were codes: what can be read gets its code, and nothing is lost. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson } from '../testing/register-person.ts';
import { requestAccount } from '../testing/request-account.ts';
import { accounts } from './account.model.ts';
import { assignCountryCodes } from './assign-country-codes.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

/** An account as an earlier release stored it. */
async function addFormerAccount(country: string | null): Promise<Person> {
  const person = await registerPerson(service);
  const lines = { address1: '1 Way', city: 'Town', country };
  await accounts.raw.updateOne(
    { _id: person.accountId },
    { $set: lines, $unset: { countryCode: '', subdivision: '' } },
  );
  return person;
}

const readPlace = async ({ accountId }: Person) => {
  const { country, countryCode, subdivision } = await accounts.get(accountId);
  return [country, countryCode, subdivision];
};
const readSelf = async (person: Person) => {
  const { data } = await person.call('{ self { country countryCode subdivision } }');
  return [data.self.country, data.self.countryCode, data.self.subdivision];
};
const countChanges = ({ accountId }: Person) =>
  service.publishedEvents.filter(
    (one) => one.subject === 'identity.account.changed' && one.aggregateId === accountId,
  ).length;

test('an account of an earlier release reads as its code and English name, before the job and after', async () => {
  for (const written of ['US', 'usa', 'Vereinigte Staaten']) {
    const person = await addFormerAccount(written);
    assert.deepEqual(await readSelf(person), ['United States', 'US', null], written);
    await Promise.allSettled([assignCountryCodes(), assignCountryCodes()]);
    await assignCountryCodes();
    await service.settle();
    assert.deepEqual(await readPlace(person), ['United States', 'US', null], written);
    assert.deepEqual(await readSelf(person), ['United States', 'US', null], written);
    assert.equal(countChanges(person), 1, 'the copies of other services follow, once');
    const { legalAddress } = await requestAccount(service, person.accountId);
    assert.deepEqual([legalAddress?.country, legalAddress?.countryCode], ['United States', 'US']);
  }
});

test('a country that cannot be read is kept as it was written, until another one is chosen', async () => {
  const person = await addFormerAccount('Narnia');
  await assignCountryCodes();
  await assignCountryCodes();
  await service.settle();
  assert.deepEqual(await readPlace(person), ['Narnia', null, null]);
  assert.deepEqual(await readSelf(person), ['Narnia', null, null]);
  assert.equal(countChanges(person), 1);
  const { legalAddress } = await requestAccount(service, person.accountId);
  assert.deepEqual([legalAddress?.country, legalAddress?.countryCode], ['Narnia', null]);
  const sentBack = await person.call(profileCall, { input: { city: 'Cair', country: 'Narnia' } });
  assert.equal(sentBack.data.updateProfile.country, 'Narnia');
  await person.call(profileCall, { input: { country: 'PT' } });
  assert.deepEqual(await readSelf(person), ['Portugal', 'PT', null]);
});

test('an account without a country stays as it is', async () => {
  const person = await addFormerAccount(null);
  await assignCountryCodes();
  assert.deepEqual(await readSelf(person), [null, null, null]);
  assert.equal(countChanges(person), 0);
});

test('the country that a replica of the earlier release writes replaces the code', async () => {
  const person = await addFormerAccount('US');
  await assignCountryCodes();
  await person.call(profileCall, { input: { subdivision: 'TX' } });
  await accounts.raw.updateOne({ _id: person.accountId }, { $set: { country: 'Allemagne' } });
  assert.deepEqual(await readSelf(person), ['Germany', 'DE', null]);
  assert.equal((await requestAccount(service, person.accountId)).legalAddress?.countryCode, null);
  await assignCountryCodes();
  assert.deepEqual(await readPlace(person), ['Germany', 'DE', null]);
});
