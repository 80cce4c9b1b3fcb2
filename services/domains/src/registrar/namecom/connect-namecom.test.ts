/** What the adapter sends to name.com, and in which order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, domain, expireDate, name, rejectedWith } from '../../testing/scripted-namecom.ts';
import { EppInvalidInputError, EppRejectedError } from '../registrar-errors.ts';

test('the whole custody of a name is these requests in this order', async (t) => {
  const unlocked = { ...domain, locked: false };
  const { registrar, requests, headers } = await connect(t, {
    [`GET /domains/${name}:getPricing`]: {
      body: { premium: true, purchasePrice: null, renewalPrice: 25.5, transferPrice: 19.99 },
    },
    'POST /transfers': {
      body: { order: 7, totalPaid: 19.99, transfer: { domainName: name, status: 'pending' } },
    },
    [`GET /transfers/${name}`]: { body: { domainName: name, status: 'completed' } },
    [`GET /domains/${name}`]: { body: domain },
    [`PATCH /domains/${name}`]: { body: unlocked },
    [`POST /domains/${name}:setNameservers`]: { body: domain },
    [`POST /domains/${name}:renew`]: {
      body: { order: 8, domain: { ...domain, expireDate: '2028-05-01T12:00:00Z' } },
    },
    [`GET /domains/${name}:getAuthCode`]: { body: { authCode: 'Code-1' } },
    [`POST /transfers/external/out/${name}:cancel`]: { body: {} },
  });
  const [check] = await registrar.check([name]);
  assert.deepEqual(check?.fees, { premium: true, transferCents: 1999, renewCents: 2550 });
  const sent = await registrar.transferRequest(name, 'Secret-1', { years: 1, agreedCents: 1999 });
  assert.deepEqual([sent.status, sent.ours, sent.requestedAt], ['pending', true, undefined]);
  assert.equal((await registrar.transferQuery(name)).status, 'serverApproved');
  const info = await registrar.info(name);
  assert.deepEqual(info.statuses, ['clientTransferProhibited']);
  assert.deepEqual(info.nameservers, ['ns1.old.example', 'ns2.old.example']);
  await registrar.update(name, { addStatuses: ['clientTransferProhibited'] });
  await registrar.update(name, {
    addNameservers: ['ns1.new.example'],
    removeNameservers: ['ns1.old.example'],
  });
  const renewed = await registrar.renew(name, new Date(expireDate), { years: 1 });
  assert.equal(renewed.expiresAt?.toISOString(), '2028-05-01T12:00:00.000Z');
  await registrar.update(name, { removeStatuses: ['clientTransferProhibited'] });
  assert.equal(await registrar.fetchAuthCode?.(name), 'Code-1');
  await registrar.transferReject(name);
  assert.deepEqual(requests, [
    `GET /domains/${name}:getPricing`,
    `POST /transfers {"domainName":"${name}","authCode":"Secret-1","purchasePrice":19.99}`,
    `GET /transfers/${name}`,
    `GET /domains/${name}`,
    `PATCH /domains/${name} {"locked":true,"autorenewEnabled":false}`,
    `GET /domains/${name}`,
    `POST /domains/${name}:setNameservers {"nameservers":["ns2.old.example","ns1.new.example"]}`,
    `GET /domains/${name}`,
    `POST /domains/${name}:renew {"years":1}`,
    `PATCH /domains/${name} {"locked":false}`,
    `GET /domains/${name}:getAuthCode`,
    `POST /transfers/external/out/${name}:cancel {}`,
  ]);
  const login = `Basic ${Buffer.from('nameloan:token-of-the-api').toString('base64')}`;
  assert.ok(headers.every(({ authorization }) => authorization === login));
  const posts = headers.filter((_, at) => !requests[at]?.startsWith('GET'));
  assert.ok(posts.every((one) => one['content-type'] === 'application/json'));
});

test('a renewal is not ordered when the name has another expiry', async (t) => {
  const { registrar, requests } = await connect(t, { [`GET /domains/${name}`]: { body: domain } });
  await assert.rejects(
    registrar.renew(name, new Date('2026-05-01T12:00:00Z'), { years: 1 }),
    rejectedWith(2306),
  );
  assert.deepEqual(requests, [`GET /domains/${name}`]);
});

test('orders of one name run one after the other', async (t) => {
  const after = { ...domain, expireDate: '2028-05-01T12:00:00Z' };
  const { registrar, requests } = await connect(t, {
    [`GET /domains/${name}`]: [{ body: domain }, { body: after }],
    [`POST /domains/${name}:renew`]: { body: { order: 1, domain: after } },
  });
  const orders = [1, 2].map(() => registrar.renew(name, new Date(expireDate), { years: 1 }));
  const results = await Promise.allSettled(orders);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(requests.filter((one) => one.startsWith('POST')).length, 1);
});

test('locks in both spellings are statuses, the policy lock is a date, and renewal by the registrar is shown', async (t) => {
  const { registrar } = await connect(t, {
    [`GET /domains/${name}`]: {
      body: {
        ...domain,
        autorenewEnabled: true,
        locks: ['RegistrarLock', 'TransferLock', 'ClientHold', 'serverHold', 'AccountLock'],
        transferLockExpiresAt: '2026-12-24T00:00:00Z',
      },
    },
    [`PATCH /domains/${name}`]: { status: 403, body: { message: 'Permission Denied' } },
  });
  const { statuses, lockedUntil } = await registrar.info(name);
  assert.deepEqual(statuses, [
    ...[
      'clientTransferProhibited',
      'clientHold',
      'serverHold',
      'AccountLock',
      'registrarAutoRenew',
    ],
  ]);
  assert.equal(lockedUntil?.toISOString(), '2026-12-24T00:00:00.000Z');
  await assert.rejects(
    registrar.update(name, { removeStatuses: ['clientTransferProhibited'] }),
    (error) =>
      error instanceof EppRejectedError && error.failure.code === 'RECENTLY_TRANSFERRED_UNTIL',
  );
});

test('an unknown state is pending and reported once, and used-up credit until an order is paid', async (t) => {
  const paid = { order: 1, totalPaid: 10, transfer: { domainName: name, status: 'pending' } };
  const { registrar, alerts } = await connect(t, {
    [`GET /transfers/${name}`]: { body: { domainName: name, status: 'pending_moon' } },
    'POST /transfers': [{ status: 402, body: { message: 'Insufficient Funds' } }, { body: paid }],
  });
  for (let twice = 0; twice < 2; twice += 1)
    assert.equal((await registrar.transferQuery(name)).status, 'pending');
  await assert.rejects(registrar.transferRequest(name, 'Secret-1'), rejectedWith(2104));
  await registrar.transferRequest(name, 'Secret-1');
  assert.deepEqual(alerts, [`${name} pending_moon`, 'credit true', 'credit false']);
});

test('all pages of the list of transfers are read, and a missing subscription is added', async (t) => {
  const { registrar, requests } = await connect(t, {
    'GET /transfers?perPage=1000&page=1': {
      body: { transfers: [{ domainName: 'A.com', status: 'pending' }], nextPage: 2 },
    },
    'GET /transfers?perPage=1000&page=2': {
      body: { transfers: [{ domainName: 'b.com', status: 'failed' }] },
    },
    'GET /notifications': {
      body: {
        subscriptions: [
          {
            eventName: 'domain.transfer.status_change',
            url: 'https://nameloan.example/hook',
            active: true,
          },
        ],
      },
    },
    'POST /notifications': { status: 409, body: { message: 'Conflict' } },
  });
  const transfers = (await registrar.listTransfers?.()) ?? [];
  assert.deepEqual(
    transfers.map((one) => [one.name, one.status]),
    [
      ['a.com', 'pending'],
      ['b.com', 'serverCancelled'],
    ],
  );
  await registrar.subscribe?.();
  const added = requests.filter((one) => one.startsWith('POST /notifications'));
  assert.equal(added.length, 4);
  assert.ok(added.every((one) => !one.includes('domain.transfer.status_change')));
});

test('a name that is none, and a code that the registrar chooses, are not sent', async (t) => {
  const { registrar, requests } = await connect(t, {});
  const invalid = (error: unknown) => error instanceof EppInvalidInputError;
  await assert.rejects(registrar.info('../accounts'), invalid);
  await assert.rejects(registrar.transferRequest('x.com:renew', 'Secret-1'), invalid);
  await assert.rejects(registrar.update(name, { authCode: 'Mine-1234' }), invalid);
  assert.deepEqual(requests, []);
});
