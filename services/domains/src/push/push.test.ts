/** A push moves a domain in custody to another account with both confirming, reserves it until then, and hides who has an account. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import {
  changingAccounts,
  restrictedAccounts,
  staleAccounts,
  strictAccounts,
} from '@nameloan/testkit/service/test-service';
import { domains } from '../domain/domain.model.ts';
import { serviceContext } from '../service-context.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../testing/start-domains.ts';
import { pushes } from './push.model.ts';

/** Accounts by address, in identity's replies. */
const accounts = new Map([
  ['rex@example.com', 'rex'],
  ['sam@example.com', 'sam'],
]);

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await s.bus.handleRequests('identity.account-by-email', async (payload) => {
    const { email } = payload as { email: string };
    return { ok: true, data: { accountId: accounts.get(email.toLowerCase()) ?? null } };
  });
});
after(() => s.stop());
beforeEach(() => {
  for (const each of [changingAccounts, restrictedAccounts, staleAccounts, strictAccounts])
    each.clear();
});

const fields = 'id domain state direction email acceptableFrom expiresAt from { id }';
const push = (who: string, id: string, email = 'rex@example.com') =>
  s.as(who)(
    `mutation ($id: ID!, $email: String!) { pushDomain(id: $id, email: $email) { ${fields} } }`,
    { id, email },
  );
const answer = (who: string, field: 'acceptPush' | 'declinePush' | 'withdrawPush', id: string) =>
  s.as(who)(`mutation ($id: ID!) { ${field}(id: $id) { ${fields} } }`, { id });
const list = async (who: string) =>
  expectData(await s.as(who)(`{ pushes { ${fields} } }`)).pushes as Record<string, unknown>[];

async function offered(who = 'sam', email = 'rex@example.com') {
  const name = freshName();
  const id = await addDomainInCustody(s, who, name);
  const { pushDomain } = expectData(await push(who, id, email));
  return { id, name, pushId: pushDomain.id as string };
}

test('a push that both confirm moves the domain in one commit, without the former owner’s data', async () => {
  const name = freshName();
  const former = await addTestDomain(s, 'rex', name);
  const id = await addDomainInCustody(s, 'sam', name);
  expectData(
    await s.as('sam')('mutation ($id: ID!) { setOwnerValue(id: $id, ownerValue: 900) { id } }', {
      id,
    }),
  );
  const { verificationRecord } = await s.record(id);
  const { pushDomain } = expectData(await push('sam', id));
  assert.deepEqual(
    [pushDomain.domain, pushDomain.state, pushDomain.direction, pushDomain.email],
    [name, 'OFFERED', 'SENT', 'rex@example.com'],
  );
  const [received] = await list('rex');
  assert.deepEqual(
    [received?.id, received?.direction, received?.email, received?.from],
    [pushDomain.id, 'RECEIVED', null, { id: 'sam' }],
  );
  const accepted = expectData(await answer('rex', 'acceptPush', pushDomain.id)).acceptPush;
  assert.equal(accepted.state, 'ACCEPTED');
  const moved = await s.record(id);
  assert.deepEqual(
    [moved.accountId, moved.status, moved.push, moved.ownerValueCents],
    ['rex', 'CUSTODY_PAID', null, null],
  );
  assert.notEqual(moved.verificationRecord, verificationRecord);
  const event = await s.event('domains.domain.pushed', ({ domainId }) => domainId === id);
  assert.deepEqual(event.data, {
    domainId: id,
    accountId: 'rex',
    name,
    pushId: pushDomain.id,
    fromAccountId: 'sam',
  });
  assert.equal((await pushes.get(pushDomain.id)).encryptedEmail, null);
  assert.equal((await call(s, 'sam', { field: 'transferOut', id })).code, 'NOT_FOUND');
  assert.equal((await s.record(former)).endReason, 'ABSORBED');
  await s.settle();
  assert.equal((await s.control('GET', `/registry/domains/${name}`)).registrar, 'Nameloan');
});

test('acceptances at once and repeated ones move the domain once', async () => {
  const { id, pushId } = await offered();
  const both = await Promise.all([1, 2, 3].map(() => answer('rex', 'acceptPush', pushId)));
  for (const one of both) assert.equal(expectData(one).acceptPush.state, 'ACCEPTED');
  assert.equal(expectData(await answer('rex', 'acceptPush', pushId)).acceptPush.state, 'ACCEPTED');
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.pushed', id).length, 1);
  assert.equal((await answer('sam', 'withdrawPush', pushId)).reason, 'NOT_PENDING');
});

test('an acceptance and a withdrawal at once leave one result', async () => {
  const { id, pushId } = await offered();
  const results = await Promise.all([
    answer('rex', 'acceptPush', pushId),
    answer('sam', 'withdrawPush', pushId),
  ]);
  const failed = results.filter(({ code }) => code !== undefined);
  assert.deepEqual(
    failed.map(({ reason }) => reason),
    ['NOT_PENDING'],
  );
  const { state } = await pushes.get(pushId);
  assert.equal((await s.record(id)).accountId, state === 'ACCEPTED' ? 'rex' : 'sam');
});

test('an unknown address has the same result as a known one, and no account can accept it', async () => {
  const known = await offered();
  const unknown = await offered('sam', 'unknown@example.com');
  const shapeOf = async (pushId: string) => {
    const { id, domain, expiresAt, acceptableFrom, email, ...rest } =
      (await list('sam')).find((one) => one.id === pushId) ?? {};
    assert.ok(id && domain && expiresAt && acceptableFrom && email);
    return rest;
  };
  assert.deepEqual(await shapeOf(unknown.pushId), await shapeOf(known.pushId));
  assert.equal((await answer('rex', 'acceptPush', unknown.pushId)).code, 'NOT_FOUND');
  assert.equal((await answer('sam', 'acceptPush', unknown.pushId)).code, 'NOT_FOUND');
  const { data } = await s.event(
    'domains.domain.push-offered',
    (one) => one.domainId === unknown.id,
  );
  assert.equal(data.toAccountId, null);
  const { encryptedEmail } = await pushes.get(unknown.pushId);
  assert.ok(encryptedEmail && !encryptedEmail.includes('unknown'));
});

test('only its parties see and answer a push', async () => {
  const { pushId } = await offered();
  for (const field of ['acceptPush', 'declinePush', 'withdrawPush'] as const)
    assert.equal((await answer('mallory', field, pushId)).code, 'NOT_FOUND', field);
  assert.equal((await answer('rex', 'withdrawPush', pushId)).code, 'NOT_FOUND');
  assert.equal((await answer('sam', 'declinePush', pushId)).code, 'NOT_FOUND');
  assert.equal((await answer('rex', 'acceptPush', newId())).code, 'NOT_FOUND');
  assert.deepEqual(await list('mallory'), []);
});

test('both sides need a fresh session and may act; a changing email stops both', async () => {
  const id = await addDomainInCustody(s, 'sam');
  staleAccounts.add('sam');
  assert.equal((await push('sam', id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.clear();
  changingAccounts.add('sam');
  assert.equal((await push('sam', id)).reason, 'EMAIL_CHANGING');
  changingAccounts.clear();
  const { pushDomain } = expectData(await push('sam', id));
  staleAccounts.add('rex');
  assert.equal((await answer('rex', 'acceptPush', pushDomain.id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.clear();
  changingAccounts.add('sam');
  assert.equal((await answer('rex', 'acceptPush', pushDomain.id)).reason, 'PUSH_WAITING');
  changingAccounts.clear();
  expectData(await answer('rex', 'acceptPush', pushDomain.id));
});

test('a pushed domain is reserved: no listing, no transfer out, no second push, until it ends', async () => {
  const { id, pushId } = await offered();
  assert.equal((await push('sam', id)).reason, 'PUSH_PENDING');
  assert.equal((await call(s, 'sam', { field: 'transferOut', id })).reason, 'PUSH_PENDING');
  const shown = await s.as('sam')(
    'query ($id: ID!) { domain(id: $id) { actions pushExpiresAt blockedActions { action reason } } }',
    { id },
  );
  const { actions, pushExpiresAt, blockedActions } = expectData(shown).domain;
  assert.ok(pushExpiresAt && !actions.includes('LIST') && !actions.includes('PUSH'));
  const blocked = blockedActions.map(
    (one: { action: string; reason: string }) => `${one.action} ${one.reason}`,
  );
  assert.ok(blocked.includes('LIST PUSH_PENDING'), blocked.join());
  const ended = expectData(await answer('rex', 'declinePush', pushId)).declinePush;
  assert.equal(ended.state, 'DECLINED');
  assert.equal(
    expectData(await answer('rex', 'declinePush', pushId)).declinePush.state,
    'DECLINED',
  );
  assert.equal((await s.record(id)).push, null);
  const { data } = await s.event('domains.domain.push-ended', ({ domainId }) => domainId === id);
  assert.equal(data.end, 'DECLINED');
  const again = expectData(await push('sam', id)).pushDomain;
  assert.equal(
    expectData(await answer('sam', 'withdrawPush', again.id)).withdrawPush.state,
    'WITHDRAWN',
  );
});

test('only a free domain in custody can be pushed, to another account', async () => {
  const external = await addVerifiedDomain(s, 'sam');
  assert.equal((await push('sam', external)).reason, 'NOT_IN_CUSTODY');
  const name = freshName();
  const id = await addDomainInCustody(s, 'sam', name);
  assert.equal((await push('rex', id)).code, 'NOT_FOUND');
  for (const email of [
    'sam@example.com',
    ' SAM@example.com',
    'no address',
    'a@b@c',
    `${'x'.repeat(250)}@e.co`,
  ])
    assert.equal((await push('sam', id, email)).code, 'INVALID_INPUT', email);
  await s.deliver('lending.listing.opened', {
    ...{ listingId: newId(), domainId: id, borrowerId: 'sam', domainName: name },
    ...{ amountCents: 1, termDays: 1, rateBps: 1 },
  });
  assert.equal((await push('sam', id)).reason, 'LISTED');
  const pledged = await addDomainInCustody(s, 'sam');
  await reserveFor(s, pledged);
  assert.equal((await push('sam', pledged)).reason, 'RESERVED');
});

test('a loan that was accepted in between ends the push', async () => {
  const { id, pushId } = await offered();
  await reserveFor(s, id);
  assert.equal((await pushes.get(pushId)).state, 'WITHDRAWN');
  assert.equal((await answer('rex', 'acceptPush', pushId)).reason, 'NOT_PENDING');
  const { reservation, push: pending } = await s.record(id);
  assert.ok(reservation);
  assert.equal(pending, null);
});

test('a push expires after seven days, and cannot be accepted before its job has run', async () => {
  const { id, pushId } = await offered();
  await s.advance(6 * day);
  assert.equal((await pushes.get(pushId)).state, 'OFFERED');
  await s.advance(day + hour);
  assert.equal((await pushes.get(pushId)).state, 'EXPIRED');
  assert.equal((await answer('rex', 'acceptPush', pushId)).reason, 'NOT_PENDING');
  assert.equal((await s.record(id)).push, null);
  const { pushId: late } = await offered();
  const stored = await pushes.get(late);
  await serviceContext.commit((tx) =>
    pushes.update(stored, { ...stored, expiresAt: new Date(0) }, tx),
  );
  assert.equal((await answer('rex', 'acceptPush', late)).reason, 'NOT_PENDING');
});

test('a valuable domain waits under strict rules as before a transfer out', async () => {
  const id = await addDomainInCustody(s, 'sam');
  expectData(
    await s.as('sam')('mutation ($id: ID!) { setOwnerValue(id: $id, ownerValue: 900000) { id } }', {
      id,
    }),
  );
  strictAccounts.add('sam');
  const { pushDomain } = expectData(await push('sam', id));
  const early = await answer('rex', 'acceptPush', pushDomain.id);
  assert.equal(early.reason, 'PUSH_WAITING');
  assert.match(early.message ?? '', /^You can accept this domain from \w+ \d+, \d{4}\.$/);
  await s.advance(23 * hour + 1000);
  expectData(await answer('rex', 'acceptPush', pushDomain.id));
});

test('pushes are limited, and a rejected one leaves the domain free', async () => {
  const id = await addDomainInCustody(s, 'quota');
  await spendQuota(serviceContext, 'pushes', { key: 'quota', left: 0 });
  assert.equal((await push('quota', id)).code, 'TOO_MANY_REQUESTS');
  assert.equal((await domains.get(id)).push ?? null, null);
});
