/** Visibility of an account's fields. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const entitiesCall = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on User {
  id name email pfp defaultContract address1 address2 city zip country mfaEnabled operator createdAt
} } }`;
const of = (...ids: unknown[]) => ({ of: ids.map((id) => ({ __typename: 'User', id })) });

test('other users see id and name, anonymous callers only the id, the user everything', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const visible = (await other.call(entitiesCall, of(person.accountId))).data._entities[0];
  const { id, name, ...rest } = visible;
  assert.deepEqual([id, name], [person.accountId, person.name]);
  assert.deepEqual(new Set(Object.values(rest)), new Set([null]));
  const visited = (await service.as(null)(entitiesCall, of(person.accountId))).data._entities[0];
  assert.deepEqual({ ...visited, id: null }, { ...rest, id: null, name: null });
  const own = (await person.call(entitiesCall, of(person.accountId))).data._entities[0];
  assert.equal(own.email, person.email);
  assert.equal(own.operator, false);
});

test('an unknown id is null, and the other ids are resolved in order', async () => {
  const person = await registerPerson(service);
  const { data } = await person.call(entitiesCall, of('unknown', person.accountId, 'unknown'));
  assert.deepEqual(
    data._entities.map((one: { id: string } | null) => one?.id ?? null),
    [null, person.accountId, null],
  );
});

test('a reference that is a query operator finds no account', async () => {
  const person = await registerPerson(service);
  const hostile = of({ $ne: null }, ['x'], 5, null, 'x'.repeat(100_000), person.accountId);
  const { data, code } = await person.call(entitiesCall, hostile);
  assert.equal(code, undefined);
  assert.deepEqual(data._entities.slice(0, 5), Array(5).fill(null));
  assert.equal(data._entities[5].id, person.accountId);
});
