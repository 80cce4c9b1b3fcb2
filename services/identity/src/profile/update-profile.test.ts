/** The profile call: absent, empty and null fields, and the effects of a new password. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, refresh, registerPerson } from '../testing/register-person.ts';
import { requestAccount } from '../testing/request-account.ts';
import { enableMfa, makeCode, wrongCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const address = {
  address1: '1 Analytical Way',
  address2: 'Floor 2',
  city: 'London',
  zip: 'NW1',
  country: 'United Kingdom',
};
/** The address as it is stored and published. */
const stored = { ...address, countryCode: 'GB', subdivision: null };
const save = (person: Person, input: Record<string, unknown>) =>
  person.call(profileCall, { input });

test('address and contract are trimmed, stored and published', async () => {
  const person = await registerPerson(service);
  const answer = await save(person, { ...address, city: '  London ', contract: 'CRYPTOCURRENCY' });
  assert.deepEqual(answer.data.updateProfile, {
    ...stored,
    defaultContract: 'CRYPTOCURRENCY',
    pfp: null,
  });
  const { data } = await service.event(
    'identity.account.changed',
    (one) => one.accountId === person.accountId,
  );
  assert.deepEqual(data, { accountId: person.accountId, operator: false });
  const shared = await requestAccount(service, person.accountId);
  assert.deepEqual([shared.legalAddress, shared.defaultContract], [stored, 1]);
});

test('absent and null fields stay unchanged, an empty text clears', async () => {
  const person = await registerPerson(service);
  await save(person, { ...address, contract: 'CRYPTOCURRENCY' });
  const unchanged = await save(person, {
    city: null,
    contract: null,
    newPassword: '',
    curPassword: '',
  });
  assert.deepEqual(unchanged.data.updateProfile, {
    ...stored,
    defaultContract: 'CRYPTOCURRENCY',
    pfp: null,
  });
  const cleared = await save(person, { address2: '', zip: '  ' });
  assert.equal(cleared.data.updateProfile.address2, null);
  assert.equal(cleared.data.updateProfile.zip, null);
  assert.equal(cleared.data.updateProfile.address1, address.address1);
  assert.equal((await person.logIn()).code, undefined);
});

test('a missing variable counts as an absent field, as in the REST call', async () => {
  const person = await registerPerson(service);
  await save(person, { ...address, contract: 'CRYPTOCURRENCY' });
  const call = `mutation ($city: String, $zip: String, $contract: ContractKind, $pfp: String, $newPassword: String) {
    updateProfile(input: { city: $city, zip: $zip, contract: $contract, pfp: $pfp, newPassword: $newPassword }) {
      city zip defaultContract
    }
  }`;
  const { data } = await person.call(call, { zip: 'SW1' });
  assert.deepEqual(data.updateProfile, {
    city: 'London',
    zip: 'SW1',
    defaultContract: 'CRYPTOCURRENCY',
  });
});

test('an empty MFA code counts as absent; a given code must be valid and is not consumed', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  const mfa = makeCode(key, 1);
  for (const given of ['', null, mfa, mfa])
    assert.equal((await save(person, { city: 'Paris', mfa: given })).code, undefined);
  const { code, fields } = await save(person, { city: 'Rome', mfa: wrongCode(key) });
  assert.deepEqual([code, fields], ['INVALID_INPUT', { mfa: 'Invalid MFA code' }]);
  assert.equal((await person.logIn({ mfa })).code, undefined);
  const without = await registerPerson(service);
  assert.equal((await save(without, { mfa: '123456' })).code, undefined);
});

test('an address without street, city and country is not a legal address', async () => {
  const person = await registerPerson(service);
  await save(person, address);
  assert.deepEqual((await requestAccount(service, person.accountId)).legalAddress, stored);
  await save(person, { country: '' });
  const { legalAddress, email } = await requestAccount(service, person.accountId);
  assert.deepEqual([legalAddress, email], [null, person.email]);
});

test('a country is taken by its code or name, and a state in the United States and Canada', async () => {
  const person = await registerPerson(service);
  const place = async (input: Record<string, unknown>) => {
    const { data, fields } = await save(person, input);
    if (fields) return fields;
    const { country, countryCode, subdivision } = data.updateProfile;
    return [country, countryCode, subdivision];
  };
  const newYork = ['United States', 'US', 'US-NY'];
  assert.deepEqual(await place({ country: 'u.s.a.', subdivision: 'new york' }), newYork);
  assert.deepEqual(await place({ city: 'Albany' }), newYork);
  assert.deepEqual(await place({ country: 'USA' }), newYork, 'the state stays with the country');
  assert.deepEqual(await place({ subdivision: 'TX' }), ['United States', 'US', 'US-TX']);
  assert.deepEqual(Object.keys(await place({ subdivision: 'ON' })), ['subdivision']);
  assert.match(
    ((await place({ country: 'Narnia' })) as Record<string, string>).country ?? '',
    /^We don’t know this country\. Choose one from the list, or use its English name/,
  );
  assert.deepEqual(await place({ country: 'CAN' }), ['Canada', 'CA', null], 'and goes with it');
  assert.equal((await accounts.get(person.accountId)).subdivision, null);
  assert.deepEqual(Object.keys(await place({ country: 'DE', subdivision: 'TX' })), ['subdivision']);
  assert.deepEqual(await place({ country: 'KOR' }), ['South Korea', 'KR', null]);
  assert.deepEqual(await place({ country: '' }), [null, null, null]);
  assert.deepEqual(await place({ subdivision: 'NY' }), {
    subdivision: 'Choose your country first.',
  });
});

test('saving unchanged values publishes nothing', async () => {
  const person = await registerPerson(service);
  await save(person, address);
  await save(person, address);
  await save(person, {});
  await service.settle();
  const published = service.publishedEvents.filter((one) => one.aggregateId === person.accountId);
  assert.deepEqual(
    published.map((one) => one.subject),
    ['identity.account.registered', 'identity.account.changed'],
  );
});

test('all validation errors are reported together and nothing changes', async () => {
  const person = await registerPerson(service);
  const answer = await save(person, {
    address1: 'a\u0000b',
    city: 'x'.repeat(201),
    zip: 'fine',
    country: 'line\nbreak',
    pfp: 'data:image/svg+xml;base64,PHN2Zy8+',
    newPassword: 'short',
  });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(answer.fields ?? {}).sort(), [
    'address1',
    'city',
    'country',
    'curPassword',
    'newPassword',
    'pfp',
  ]);
  assert.equal((await person.call('{ self { zip } }')).data.self.zip, null);
});

test('a new password requires the current one; a wrong one is invalid input', async () => {
  const person = await registerPerson(service);
  const newPassword = 'quite another password';
  const missing = await save(person, { newPassword });
  assert.deepEqual(missing.fields, { curPassword: 'Enter your current password.' });
  for (const input of [
    { newPassword, curPassword: 'wrong' },
    { curPassword: 'wrong', zip: '1' },
  ]) {
    const wrong = await save(person, input);
    assert.equal(wrong.code, 'INVALID_INPUT');
    assert.deepEqual(wrong.fields, { curPassword: 'Invalid password' });
  }
  assert.equal((await person.call('{ self { zip } }')).data.self.zip, null);
  assert.equal((await person.logIn()).code, undefined);
});

test('a new password ends all other sessions and keeps the current one', async () => {
  const person = await registerPerson(service);
  const phone = await person.open();
  const newPassword = 'quite another password';
  const answer = await save(person, { newPassword, curPassword: person.password });
  assert.equal(answer.code, undefined, answer.message);
  assert.equal((await refresh(service, phone.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal((await refresh(service, person.refreshToken)).code, undefined);
  const event = await service.event(
    'identity.session.revoked',
    (one) => one.sessionId === phone.sessionId,
  );
  assert.equal(event.data.reason, 'PASSWORD_CHANGED');
  assert.equal((await person.logIn()).code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn({ password: newPassword })).code, undefined);
});

test('of eight concurrent password changes one succeeds', async () => {
  const person = await registerPerson(service);
  const passwords = Array.from({ length: 8 }, (_, i) => `password number ${i}`);
  const answers = await Promise.all(
    passwords.map((newPassword) => save(person, { newPassword, curPassword: person.password })),
  );
  const won = answers.flatMap((one, i) => (one.code === undefined ? [passwords[i] ?? ''] : []));
  assert.equal(won.length, 1);
  for (const answer of answers)
    assert.ok([undefined, 'CONFLICT', 'INVALID_INPUT'].includes(answer.code));
  assert.equal((await person.logIn({ password: won[0] ?? '' })).code, undefined);
});

test('concurrent changes of different fields are all kept', async () => {
  const person = await registerPerson(service);
  const changes = Object.entries(address).map(([key, value]) => ({ [key]: value }));
  const answers = await Promise.all(
    [...changes, { contract: 'CRYPTOCURRENCY' }].map((input) => save(person, input)),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set([undefined]));
  const { data } = await person.call(
    '{ self { address1 address2 city zip country defaultContract } }',
  );
  assert.deepEqual(data.self, { ...address, defaultContract: 'CRYPTOCURRENCY' });
});

test('anonymous callers and deleted accounts cannot save', async () => {
  assert.equal((await service.as(null)(profileCall, { input: {} })).code, 'UNAUTHENTICATED');
  assert.equal((await service.as('unknown')(profileCall, { input: {} })).code, 'UNAUTHENTICATED');
  assert.equal((await service.as('unknown')('{ self { id } }')).code, 'UNAUTHENTICATED');
});
