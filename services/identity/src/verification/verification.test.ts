/** Verification links: mailed at registration, single-use, and what an unverified account may not do. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { resets } from '../reset/reset.model.ts';
import { identityService } from '../service.ts';
import { commit, serviceContext } from '../service-context.ts';
import type { Person } from '../testing/register-person.ts';
import {
  readVerificationToken,
  refresh,
  registerPerson,
  registerUnverified,
  verifyCall,
} from '../testing/register-person.ts';
import { enrollCall } from '../testing/with-mfa.ts';
import { verifications } from './verification.model.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const selfCall = '{ self { emailVerified } }';
const resendCall = 'mutation { resendVerification }';
const requestResetCall = 'mutation ($email: String!) { requestReset(email: $email) }';
const resetCall = `mutation ($token: String!) {
  resetPassword(token: $token, newPassword: "the compiler is a she")
}`;
const invalidLink = 'This link has expired or was already used. Request a new one in the app.';

const verify = (token: string) => service.as(null)(verifyCall, { token });
const isVerified = async (person: Person) => (await person.call(selfCall)).data.self.emailVerified;
const restricted = async ({ accountId }: Person) =>
  (await sendRequest(service.bus, 'identity.account-access', { accountId })).restricted;

test('a registration mails a link that verifies the address once', async () => {
  const person = await registerUnverified(service);
  assert.equal(await isVerified(person), false);
  assert.equal(await restricted(person), true);
  const token = await readVerificationToken(service, person.accountId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.deepEqual(
    new Set(answers.flatMap(({ code, message }) => (code ? [`${code} ${message}`] : []))),
    new Set([`INVALID_INPUT ${invalidLink}`]),
  );
  assert.equal(await isVerified(person), true);
  assert.equal(await restricted(person), false);
});

test('the event carries the token encrypted, and the store only its hash', async () => {
  const person = await registerUnverified(service);
  const token = await readVerificationToken(service, person.accountId);
  assert.ok(!JSON.stringify(service.publishedEvents).includes(token));
  assert.ok(!JSON.stringify(await verifications.findMany({})).includes(token));
});

test('a link ends after 24 hours of wall time', async () => {
  const person = await registerUnverified(service);
  const token = await readVerificationToken(service, person.accountId);
  const [stored] = await verifications.findMany({ accountId: person.accountId });
  assert.ok(stored);
  const hours = (stored.expiresAt.getTime() - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, `${hours} hours`);
  const expireAt = (at: number) =>
    verifications.raw.updateOne({ _id: stored.id }, { $set: { expiresAt: new Date(at) } });
  await expireAt(Date.now() - 1);
  assert.equal((await verify(token)).code, 'INVALID_INPUT');
  await expireAt(Date.now() + 60_000);
  assert.equal((await verify(token)).code, undefined);
});

test('unknown, empty and huge tokens are rejected', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(100_000)])
    assert.equal((await verify(token)).message, invalidLink);
});

test('a resent link verifies too, and invalidates the others; a verified account gets no more', async () => {
  const person = await registerUnverified(service);
  const first = await readVerificationToken(service, person.accountId);
  assert.equal((await person.call(resendCall)).data.resendVerification, true);
  await service.settle();
  const links = () => verifications.findMany({ accountId: person.accountId });
  assert.equal((await links()).length, 2);
  const newest = service.publishedEvents.findLast(
    ({ subject }) => subject === 'identity.verification.requested',
  );
  assert.ok(newest);
  const { sealedToken } = newest.data as { sealedToken: string };
  const second = serviceContext.decrypt(sealedToken, 'identity.verification.requested');
  assert.equal((await verify(second)).code, undefined);
  assert.equal((await verify(first)).code, 'INVALID_INPUT');
  assert.equal((await person.call(resendCall)).data.resendVerification, true);
  await service.settle();
  assert.equal((await links()).length, 2);
  assert.equal((await service.as(null)(resendCall)).code, 'UNAUTHENTICATED');
});

test('a link of a former address verifies nothing', async () => {
  const person = await registerUnverified(service);
  const token = await readVerificationToken(service, person.accountId);
  await commit(async (tx) => {
    const account = await accounts.get(person.accountId, tx);
    await accounts.update(account, { ...account, emailKey: `other-${account.emailKey}` }, tx);
  });
  assert.equal((await verify(token)).message, invalidLink);
});

test('an unverified account cannot start MFA', async () => {
  const person = await registerUnverified(service);
  const answer = await person.call(enrollCall, { curPassword: person.password });
  assert.equal(answer.code, 'EMAIL_NOT_VERIFIED');
  assert.match(String(answer.message), /open the link/);
});

test('a reset verifies the address and removes the MFA and sessions of another person who registered it', async () => {
  const squatter = await registerUnverified(service);
  await commit(async (tx) => {
    const account = await accounts.get(squatter.accountId, tx);
    const mfa = { encryptedKey: 'of the squatter', lastStep: 0, recoveryHashes: [] };
    await accounts.update(account, { ...account, mfa, enrolment: { encryptedKey: 'too' } }, tx);
  });
  await service.as(null)(requestResetCall, { email: squatter.email });
  const subject = 'identity.reset.requested';
  const { data } = await service.event(subject, (one) => one.accountId === squatter.accountId);
  const token = serviceContext.decrypt(data.sealedToken, subject);
  assert.equal((await service.as(null)(resetCall, { token })).code, undefined);
  const account = await accounts.get(squatter.accountId);
  assert.deepEqual([account.mfa, account.enrolment], [null, null]);
  assert.equal(await restricted(squatter), false);
  assert.equal((await refresh(service, squatter.refreshToken)).code, 'UNAUTHENTICATED');
  assert.equal(
    (await resets.findMany({ accountId: squatter.accountId, status: 'OPEN' })).length,
    0,
  );
});

test('a reset of a verified account keeps its MFA', async () => {
  const person = await registerPerson(service);
  await commit(async (tx) => {
    const account = await accounts.get(person.accountId, tx);
    const mfa = { encryptedKey: 'of the owner', lastStep: 0, recoveryHashes: [] };
    await accounts.update(account, { ...account, mfa }, tx);
  });
  await service.as(null)(requestResetCall, { email: person.email });
  const subject = 'identity.reset.requested';
  const { data } = await service.event(subject, (one) => one.accountId === person.accountId);
  const token = serviceContext.decrypt(data.sealedToken, subject);
  assert.equal((await service.as(null)(resetCall, { token })).code, undefined);
  assert.notEqual((await accounts.get(person.accountId)).mfa, null);
});

test('an account of an earlier release counts as verified', async () => {
  const person = await registerUnverified(service);
  await accounts.raw.updateOne({ _id: person.accountId }, { $unset: { emailVerifiedAt: 1 } });
  assert.equal(await isVerified(person), true);
  assert.equal(await restricted(person), false);
});

test('in a trial, an unverified account is not restricted', async () => {
  await service.stop();
  service = await startTestService(identityService, {
    RATE_LIMITS: 'off',
    ACCOUNT_RULES: 'trial',
  });
  const person = await registerUnverified(service);
  assert.equal(await isVerified(person), false);
  assert.equal(await restricted(person), false);
  assert.equal((await person.call(enrollCall, { curPassword: person.password })).code, undefined);
});
