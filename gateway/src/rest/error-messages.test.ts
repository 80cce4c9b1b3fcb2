/** Error messages of invalid fields: one field's sentence is the message; missing fields get the fixed messages. */

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

test('a missing field gets the fixed message of the product rules if there is one', async () => {
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

test('one invalid field gives its sentence as the message, several give all sentences', async () => {
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
