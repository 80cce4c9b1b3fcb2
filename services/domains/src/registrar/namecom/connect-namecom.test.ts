/** What the adapter sends to name.com, in which order, and how it reads each kind of response. */

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Registrar } from '../registrar.ts';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar-errors.ts';
import { connectNamecom } from './connect-namecom.ts';

const name = 'harborline.com';
const expireDate = '2027-05-01T12:00:00Z';
const domain = {
  ...{ domainName: name, createDate: '2020-05-01T12:00:00Z', expireDate, locked: true },
  ...{ autorenewEnabled: false, nameservers: ['NS1.old.example.', 'ns2.old.example'] },
};

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The connection ends without a response. */
  readonly hangUp?: boolean;
}

interface Wire {
  readonly registrar: Registrar;
  /** Each request as `METHOD path body`. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly alerts: string[];
}

/** Answers by `METHOD path`, without `/core/v1`; several answers to one are used in turn. */
async function connect(t: TestContext, script: Record<string, Answer | Answer[]>): Promise<Wire> {
  const wire = { requests: [] as string[], headers: [] as IncomingMessage['headers'][], alerts: [] as string[] };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const key = `${request.method} ${request.url?.replace('/core/v1', '')}`;
    wire.requests.push(text ? `${key} ${text}` : key);
    wire.headers.push(request.headers);
    const found = script[key] ?? { status: 404, body: { message: 'Not Found' } };
    const answer = Array.isArray(found) ? (found.length > 1 ? found.shift() : found[0]) : found;
    if (!answer || answer.hangUp) return void response.destroy();
    const { status = 200, body, headers = {} } = answer;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const registrar = connectNamecom({
    ...{ id: 'namecom', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ username: 'nameloan', token: 'token-of-the-api', timeoutMs: 2000 },
    alerts: {
      creditExhausted: (is) => void wire.alerts.push(`credit ${is}`),
      unknownState: (about, state) => void wire.alerts.push(`${about} ${state}`),
    },
    webhookUrl: 'https://nameloan.example/hook',
  });
  t.after(async () => {
    await registrar.close();
    server.closeAllConnections();
    server.close();
  });
  return { registrar, ...wire };
}

const rejectedWith = (resultCode: number) => (error: unknown) =>
  error instanceof EppRejectedError && error.resultCode === resultCode;
const unavailable = (code: string) => (error: unknown) =>
  error instanceof EppUnavailableError && error.code === code;
const unknown = (error: unknown) => error instanceof EppUnknownOutcomeError;

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

test('each rejection of a transfer is one of the port’s, and no code is repeated', async (t) => {
  const cases: [Answer, (error: unknown) => boolean][] = [
    [{ status: 400, body: { message: 'Invalid argument', details: 'Purchase price is required' } }, rejectedWith(2004)],
    [{ status: 400, body: { message: 'Invalid auth code Secret-1' } }, rejectedWith(2202)],
    [{ status: 402, body: { message: 'Insufficient Funds' } }, rejectedWith(2104)],
    [{ status: 404, body: { message: 'Not Found' } }, rejectedWith(2303)],
    [{ status: 409, body: { message: 'Conflict' } }, rejectedWith(2106)],
    [{ status: 415, body: { message: 'Unsupported' } }, rejectedWith(2001)],
    [{ status: 422, body: { message: 'Domain pricing unavailable' } }, rejectedWith(2400)],
    [{ status: 500, body: { message: 'Domain has a lock status' } }, rejectedWith(2304)],
    [{ status: 401, body: { message: 'Unauthorized' } }, unavailable('LOGIN_REJECTED')],
    [{ status: 403, body: { message: 'Permission Denied' } }, unavailable('LOGIN_REJECTED')],
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
  const ours = await connect(t, { 'POST /transfers': conflict, [`GET /domains/${name}`]: { body: domain } });
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
  const alerts = { creditExhausted: () => undefined, unknownState: () => undefined };
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const account = { url: `http://127.0.0.1:${port}`, username: 'nameloan', token: 'x', timeoutMs: 1000 };
  const registrar = connectNamecom({ id: 'namecom', ...account, alerts });
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
  assert.deepEqual(results.map(({ status }) => status), ['fulfilled', 'rejected']);
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
    ...['clientTransferProhibited', 'clientHold', 'serverHold', 'AccountLock', 'registrarAutoRenew'],
  ]);
  assert.equal(lockedUntil?.toISOString(), '2026-12-24T00:00:00.000Z');
  await assert.rejects(
    registrar.update(name, { removeStatuses: ['clientTransferProhibited'] }),
    (error) => error instanceof EppRejectedError && error.failure.code === 'RECENTLY_TRANSFERRED_UNTIL',
  );
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
          { eventName: 'domain.transfer.status_change', url: 'https://nameloan.example/hook', active: true },
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
  assert.throws(() => registrar.transferRequest('x.com:renew', 'Secret-1'), invalid);
  await assert.rejects(registrar.update(name, { authCode: 'Mine-1234' }), invalid);
  assert.deepEqual(requests, []);
});

test('a name outside the account is unknown, unless it is still at name.com', async (t) => {
  const elsewhere = { [`GET /transfers/eligibility/${name}`]: { body: { atName: false } } };
  const hidden = { [`GET /transfers/eligibility/${name}`]: { body: { atName: true } } };
  await assert.rejects((await connect(t, elsewhere)).registrar.info(name), rejectedWith(2303));
  await assert.rejects((await connect(t, {})).registrar.info(name), rejectedWith(2303));
  await assert.rejects((await connect(t, hidden)).registrar.info(name), rejectedWith(2201));
});
