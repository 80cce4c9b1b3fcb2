/** How the adapter reads each kind of failure of name.com, and what is known to have happened then. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Answer } from '../../testing/scripted-namecom.ts';
import {
  connect,
  domain,
  name,
  rejectedWith,
  unavailable,
  unknown,
  withoutLimit,
} from '../../testing/scripted-namecom.ts';
import { connectNamecom } from './connect-namecom.ts';

test('each rejection of a transfer is one of the port’s, and no code is repeated', async (t) => {
  const cases: [Answer, (error: unknown) => boolean][] = [
    [
      { status: 400, body: { message: 'Invalid argument', details: 'Purchase price is required' } },
      rejectedWith(2004),
    ],
    [{ status: 400, body: { message: 'Invalid auth code Secret-1' } }, rejectedWith(2202)],
    [{ status: 402, body: { message: 'Insufficient Funds' } }, rejectedWith(2104)],
    [{ status: 404, body: { message: 'Not Found' } }, rejectedWith(2303)],
    [{ status: 409, body: { message: 'Conflict' } }, rejectedWith(2106)],
    [{ status: 415, body: { message: 'Unsupported' } }, rejectedWith(2001)],
    [{ status: 422, body: { message: 'Domain pricing unavailable' } }, rejectedWith(2400)],
    [{ status: 500, body: { message: 'Domain has a lock status' } }, rejectedWith(2304)],
    [{ status: 401, body: { message: 'Unauthorized' } }, unavailable('LOGIN_REJECTED')],
    [{ status: 403, body: { message: 'Permission Denied' } }, rejectedWith(2200)],
  ];
  for (const [answer, expected] of cases) {
    const { registrar } = await connect(t, { 'POST /transfers': answer });
    const request = registrar.transferRequest(name, 'Secret-1');
    await assert.rejects(request, (error: Error) => {
      assert.ok(expected(error), `${answer.status}: ${error.message}`);
      assert.doesNotMatch(error.message, /Secret-1/);
      return true;
    });
  }
});

test('a conflict is read: a running transfer is distinguished from a name of ours', async (t) => {
  const conflict = { status: 409, body: { message: 'Conflict' } };
  const running = await connect(t, {
    'POST /transfers': conflict,
    [`GET /transfers/${name}`]: { body: { domainName: name, status: 'pending_transfer' } },
  });
  await assert.rejects(running.registrar.transferRequest(name, 'Secret-1'), rejectedWith(2300));
  const ours = await connect(t, {
    'POST /transfers': conflict,
    [`GET /domains/${name}`]: { body: domain },
  });
  await assert.rejects(ours.registrar.transferRequest(name, 'Secret-1'), rejectedWith(2002));
});

for (const [what, answer] of [
  ['a gateway timeout', { status: 504, body: '' }],
  ['maintenance', { status: 503, body: { message: 'Maintenance' } }],
  ['a closed connection', { hangUp: true }],
  ['an unreadable response', { body: '<html>' }],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }],
] as const)
  test(`after ${what} the outcome of an order is unknown and the name waits; a query fails`, async (t) => {
    const { registrar, requests } = await connect(t, {
      'POST /transfers': answer,
      [`GET /domains/${name}`]: answer,
    });
    await assert.rejects(registrar.transferRequest(name, 'Secret-1'), unknown);
    await assert.rejects(registrar.transferRequest(name, 'Secret-1'), unavailable('BUSY'));
    assert.equal(requests.length, 1, 'it is not sent again');
    await assert.rejects(
      registrar.transferRequest('other.com', 'Secret-1'),
      unknown,
      'other names do not wait',
    );
    await assert.rejects(registrar.info(name), unavailable('UNREACHABLE'));
    assert.equal(registrar.isAvailable(), false);
  });

test('without a connection nothing was sent, so nothing waits', async () => {
  const alerts = {
    creditExhausted: () => undefined,
    unknownState: () => undefined,
    accessDenied: () => undefined,
  };
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const account = {
    url: `http://127.0.0.1:${port}`,
    username: 'nameloan',
    token: 'x',
    timeoutMs: 1000,
  };
  const registrar = connectNamecom({ id: 'namecom', ...account, alerts, budget: withoutLimit });
  for (let twice = 0; twice < 2; twice += 1)
    await assert.rejects(registrar.transferRequest(name, 'Secret-1'), unavailable('UNREACHABLE'));
  await registrar.close();
  await assert.rejects(registrar.info(name), unavailable('CLOSED'));
});

for (const [header, value] of [
  ['x-ratelimit-reset', () => String(Math.ceil(Date.now() / 1000) + 60)],
  ['retry-after', () => '60'],
] as const)
  test(`after a 429 with ${header} no request is sent until the limit ends, and nothing has happened`, async (t) => {
    const { registrar, requests } = await connect(t, {
      'POST /transfers': { status: 429, headers: { [header]: value() }, body: { message: 'x' } },
    });
    await assert.rejects(registrar.transferRequest(name, 'Secret-1'), unavailable('BUSY'));
    await assert.rejects(registrar.info(name), unavailable('BUSY'));
    assert.equal(requests.length, 1);
  });

test('a transfer that cannot be cancelled is distinguished from one that has ended', async (t) => {
  for (const [status, code] of [
    ['pending_transfer', 2304],
    ['completed', 2301],
    ['canceled', 2301],
  ] as const) {
    const { registrar } = await connect(t, {
      [`GET /transfers/${name}`]: { body: { domainName: name, status } },
    });
    await assert.rejects(registrar.transferCancel(name), rejectedWith(code));
  }
});

test('a name outside the account is unknown, unless it is still at name.com', async (t) => {
  const elsewhere = { [`GET /transfers/eligibility/${name}`]: { body: { atName: false } } };
  const hidden = { [`GET /transfers/eligibility/${name}`]: { body: { atName: true } } };
  await assert.rejects((await connect(t, elsewhere)).registrar.info(name), rejectedWith(2303));
  await assert.rejects((await connect(t, {})).registrar.info(name), rejectedWith(2303));
  await assert.rejects((await connect(t, hidden)).registrar.info(name), rejectedWith(2201));
});

test('an account that may not do something is reported once for each kind of call', async (t) => {
  const denied = { status: 403, body: { message: 'Permission Denied' } };
  const { registrar, alerts } = await connect(t, {
    'POST /transfers': denied,
    [`GET /domains/${name}`]: denied,
  });
  for (let twice = 0; twice < 2; twice += 1) {
    await assert.rejects(registrar.transferRequest(name, 'Secret-1'), rejectedWith(2200));
    await assert.rejects(registrar.info(name), unavailable('LOGIN_REJECTED'));
  }
  assert.deepEqual(alerts, ['denied TRANSFER', 'denied READ']);
});
