/** One address in several spellings is one account, also for accounts of earlier releases. */

import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { loginCall, registerCall, registerPerson } from '../testing/register-person.ts';
import { accounts } from './account.model.ts';
import { assignCanonicalEmails } from './assign-canonical-emails.ts';
import { canonicalizeEmail, toEmailKey } from './email-address.ts';
import { setOperator } from './set-operator.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const password = 'the nanosecond is a foot';
const register = (email: string) =>
  service.as(null)(registerCall, { name: 'Jo Bauer', email, password });
const logIn = async (email: string) => {
  const answer = await service.as(null)(loginCall, { email, password });
  if (answer.code !== undefined) return answer.code;
  const [, payload = ''] = answer.data.login.token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub as string;
};

/** Both spellings of an address of one domain with an umlaut, in the present release's canonical order. */
function makeSpellings() {
  const unicode = `jo-${newId()}@müller.example`;
  return { unicode, ascii: canonicalizeEmail(unicode) ?? '' };
}

/** An account as an earlier release stored it. */
async function addFormerAccount(email: string, createdAt: Date): Promise<string> {
  const { accountId } = await registerPerson(service);
  await accounts.raw.updateOne(
    { _id: accountId },
    { $set: { email, emailKey: toEmailKey(email), createdAt }, $unset: { canonicalEmail: '' } },
  );
  return accountId;
}

const readKeys = async (id: string) => {
  const { canonicalEmail, sharesAddress } = await accounts.get(id);
  return { canonicalEmail, sharesAddress };
};

test('an address is taken in all spellings, and each of them logs in, resets and names the operator', async () => {
  const { unicode, ascii } = makeSpellings();
  assert.equal((await register(unicode)).code, undefined);
  assert.deepEqual(
    [(await register(ascii)).code, (await register(unicode.toUpperCase())).code],
    ['CONFLICT', 'CONFLICT'],
  );
  const accountId = await logIn(unicode);
  assert.deepEqual([await logIn(ascii), await logIn(ascii.toUpperCase())], [accountId, accountId]);
  const requestCall = 'mutation ($email: String!) { requestReset(email: $email) }';
  await service.as(null)(requestCall, { email: ascii });
  await service.event('identity.reset.requested', (data) => data.accountId === accountId);
  const emailVerifiedAt = new Date();
  await accounts.raw.updateOne({ _id: accountId }, { $set: { emailVerifiedAt } });
  assert.equal((await setOperator(ascii, true)).accountId, accountId);
  await setOperator(ascii, false);
});

test('of eight concurrent registrations in two spellings one wins', async () => {
  const { unicode, ascii } = makeSpellings();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => register(i % 2 ? unicode : ascii)),
  );
  const codes = answers.map((answer) => answer.code ?? 'OK').sort();
  assert.deepEqual(codes, [...Array(7).fill('CONFLICT'), 'OK']);
});

test('an account of an earlier release gets its canonical address, however often the job runs', async () => {
  const { unicode, ascii } = makeSpellings();
  const accountId = await addFormerAccount(unicode, new Date());
  assert.equal(await logIn(unicode), accountId, 'before the job, by its spelling');
  await Promise.all([assignCanonicalEmails(), assignCanonicalEmails()]);
  await assignCanonicalEmails();
  assert.equal((await readKeys(accountId)).canonicalEmail, ascii);
  assert.equal((await accounts.get(accountId)).emailKey, toEmailKey(unicode), 'for old replicas');
  assert.deepEqual([await logIn(unicode), await logIn(ascii)], [accountId, accountId]);
});

test('an account with an address that no server can deliver to keeps logging in', async () => {
  const email = `a-${newId()}@example.com.`;
  const accountId = await addFormerAccount(email, new Date());
  await assignCanonicalEmails();
  assert.equal(await logIn(email), accountId);
  assert.equal((await register(`a-${newId()}@example.com.`)).fields?.email, 'Invalid email');
});

for (const order of ['older first', 'younger first', 'younger has the key already'] as const) {
  test(`of two accounts with one address the older keeps it, and both log in (${order})`, async () => {
    const { unicode, ascii } = makeSpellings();
    const [old, young] = [new Date('2026-01-01'), new Date('2026-02-01')];
    const add = {
      older: () => addFormerAccount(unicode, old),
      younger: () => addFormerAccount(ascii, young),
    };
    let ids: { older: string; younger: string };
    const warn = mock.method(serviceContext.log, 'warn');
    if (order === 'older first') ids = { older: await add.older(), younger: await add.younger() };
    else {
      const younger = await add.younger();
      if (order === 'younger has the key already') await assignCanonicalEmails();
      ids = { younger, older: await add.older() };
    }
    await assignCanonicalEmails();
    await assignCanonicalEmails();
    assert.deepEqual(await readKeys(ids.older), {
      canonicalEmail: ascii,
      sharesAddress: undefined,
    });
    assert.deepEqual(await readKeys(ids.younger), {
      canonicalEmail: undefined,
      sharesAddress: true,
    });
    assert.equal(warn.mock.callCount(), 1, 'it is logged once');
    warn.mock.restore();
    assert.deepEqual([await logIn(unicode), await logIn(ascii)], [ids.older, ids.younger]);
    assert.equal(await logIn(unicode.replace('müller', 'MÜLLER')), ids.older);
    assert.equal((await register(ascii)).code, 'CONFLICT');
  });
}
