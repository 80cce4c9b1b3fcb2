/** One field at fault: its sentence is the whole message; what is absent gets the customer's own words. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let token: string;
before(async () => {
  gateway = await startTestGateway();
  token = await gateway.token();
});
after(() => gateway.stop());

test('an absent field is refused in the customer’s own words where there are any', async () => {
  const table: [path: string, body: Record<string, unknown>, message: string][] = [
    ['/users/login', { email: 'ann@a.example' }, 'Invalid password'],
    ['/users/login', { password: 'p' }, 'Invalid email'],
    ['/users/register', { email: 'ann@a.example', password: 'p' }, 'Invalid name'],
    ['/users/get_reset_token', {}, 'Invalid email'],
    ['/users/reset', { token: 't' }, 'Invalid password'],
    ['/transactions/stripe-session', {}, 'Invalid amount'],
    ['/users/mfa/confirm', {}, 'MFA code required'],
    ['/domains/add', {}, 'domain is required.'],
  ];
  for (const [path, body, message] of table) {
    const answer = await gateway.call('POST', `/api${path}`, { body, token });
    assert.equal(answer.status, 400, path);
    assert.equal(answer.body.message, message, path);
    assert.deepEqual(Object.values(answer.body.fields), [message], path);
  }
});

test('of one field at fault the sentence is the message, of several all are told', async () => {
  const ask = (body: unknown) => gateway.call('POST', '/api/offers', { body, token });
  const one = { domain_id: 'd', loan_amount: 'much', term: 90, apy: 12 };
  assert.equal(
    (await ask(one)).body.message,
    'loan_amount must be a number of dollars with at most two decimals.',
  );
  assert.equal(
    (await gateway.call('POST', '/api/users/login', { body: {} })).body.message,
    'Invalid email. Invalid password.',
  );
  assert.equal(
    (await ask({ ...one, term: 1.5 })).body.message,
    'loan_amount must be a number of dollars with at most two decimals. term must be a whole number.',
  );
});
