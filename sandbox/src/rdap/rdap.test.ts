/** The RDAP servers: what they say of a domain in each state, and how PATCH changes it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../control/test-control.ts';
import { call, ok } from '../control/test-control.ts';
import { codeOf, domainXml, TestRegistrar, textOf, transferXml } from '../epp/test-registrar.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

async function get(url: string): Promise<{ status: number; type: string | null; body: Answer }> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: await response.json() };
}

/** The base URL of a TLD's server, from the bootstrap file. */
async function baseOf(tld: string): Promise<string> {
  const { body } = await get(sandbox.rdap.bootstrapUrl);
  const entry = body.services.find(([tlds]: [string[]]) => tlds.includes(tld));
  return entry?.[1][0];
}

async function lookUp(name: string): Promise<Answer> {
  const base = await baseOf(name.slice(name.lastIndexOf('.') + 1));
  const { status, type, body } = await get(`${base}domain/${name}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(type ?? '', /^application\/rdap\+json/);
  return body;
}

const patch = (name: string, change: object) =>
  ok(sandbox, 'PATCH', `/registry/domains/${name}`, change);
const eventsOf = (body: Answer) =>
  new Map<string, string>(
    body.events.map(({ eventAction, eventDate }: Answer) => [eventAction, eventDate]),
  );
const registrarOf = (body: Answer) => body.entities[0].vcardArray[1][1][3];
const dayMs = 86_400_000;

test('the bootstrap file names a server for each TLD of its registries, and none for others', async () => {
  const { body } = await get(sandbox.rdap.bootstrapUrl);
  assert.equal(body.version, '1.0');
  assert.match(await baseOf('com'), /^http:\/\/127\.0\.0\.1:\d+\/rdap\/verisign\/$/);
  assert.equal(await baseOf('net'), await baseOf('com'));
  assert.notEqual(await baseOf('org'), await baseOf('com'));
  assert.equal(await baseOf('de'), undefined);
});

test('a name that was never seen is 330 days old, never transferred, without a hold, and stays so', async () => {
  const body = await lookUp('unseen.com');
  const now = Date.parse((await ok(sandbox, 'GET', '/clock')).now);
  const registeredAt = Date.parse(eventsOf(body).get('registration') ?? '');
  assert.ok(Math.abs(now - registeredAt - 330 * dayMs) < 60_000);
  assert.equal(eventsOf(body).get('transfer'), undefined);
  assert.deepEqual(body.status, ['active']);
  assert.equal(body.ldhName, 'UNSEEN.COM');
  assert.equal(registrarOf(body), 'Other Registrar');
  assert.deepEqual(body.secureDNS, { delegationSigned: false });
  await ok(sandbox, 'POST', '/clock', { advance: '10d' });
  const later = await lookUp('unseen.com');
  assert.equal(Date.parse(eventsOf(later).get('registration') ?? ''), registeredAt);
});

test('the registrar’s server, which the registry links, adds the registrar’s expiry', async () => {
  const body = await lookUp('linked.org');
  assert.equal(eventsOf(body).get('registrar expiration'), undefined);
  const { href } = body.links.find(({ rel }: Answer) => rel === 'related');
  const registrar = await get(href);
  assert.equal(registrar.status, 200);
  const events = eventsOf(registrar.body);
  assert.equal(events.get('registrar expiration'), eventsOf(body).get('expiration'));
});

test('PATCH sets registrar, dates, nameservers, DS records and statuses, and RDAP and EPP show them', async () => {
  const ds = [{ keyTag: 370, algorithm: 13, digestType: 2, digest: 'BE74' }];
  const registrar = 'A Registrar With A Long Name, Inc.';
  const shown = await patch('patched.com', {
    registrar,
    createdAt: '2019-05-06',
    lastTransferAt: '2026-11-01T10:00:00Z',
    nameservers: ['NS1.parking.example.', 'ns2.parking.example'],
    ds,
    statuses: ['clientHold', 'clientTransferProhibited'],
  });
  assert.equal(shown.registrar, registrar);
  assert.equal(shown.createdAt, '2019-05-06T00:00:00.000Z');
  assert.equal(shown.lastTransferAt, '2026-11-01T10:00:00.000Z');
  assert.deepEqual(shown.ds, ds);
  const body = await lookUp('patched.com');
  assert.equal(registrarOf(body), registrar);
  assert.equal(eventsOf(body).get('registration'), '2019-05-06T00:00:00.000Z');
  assert.equal(eventsOf(body).get('transfer'), '2026-11-01T10:00:00.000Z');
  assert.deepEqual(body.status, ['client hold', 'client transfer prohibited']);
  assert.deepEqual(
    body.nameservers.map(({ ldhName }: Answer) => ldhName),
    ['NS1.PARKING.EXAMPLE', 'NS2.PARKING.EXAMPLE'],
  );
  assert.deepEqual(body.secureDNS, { delegationSigned: true, dsData: ds });
  const epp = await TestRegistrar.loggedIn(sandbox);
  const info = await epp.command(domainXml('info', '<domain:name>patched.com</domain:name>'));
  epp.close();
  assert.equal(textOf(info, 'clID'), 'A Registrar With');
  assert.equal(textOf(info, 'crDate'), '2019-05-06T00:00:00.000Z');
  const reset = await patch('patched.com', { ds: [], lastTransferAt: null, nameservers: [] });
  assert.deepEqual([reset.ds, reset.lastTransferAt, reset.nameservers], [[], null, []]);
  assert.deepEqual((await lookUp('patched.com')).status.at(-1), 'inactive');
});

test('a domain at another registrar than the usual one is transferred as usual', async () => {
  const { authCode } = await patch('elsewhere.com', { registrar: 'Some Registrar' });
  const epp = await TestRegistrar.loggedIn(sandbox);
  assert.equal(codeOf(await epp.command(transferXml('request', 'elsewhere.com', authCode))), 1001);
  epp.close();
  const arrived = await ok(sandbox, 'POST', '/registry/domains/elsewhere.com/approve');
  assert.equal(arrived.registrar, 'Nameloan');
  assert.equal(registrarOf(await lookUp('elsewhere.com')), 'Nameloan');
});

test('a pending transfer of a third registrar is set and ended, and prevents ours', async () => {
  const shown = await patch('pending.com', { pendingTransfer: true });
  assert.equal(shown.pendingTransfer.requestedBy, 'Third Registrar');
  assert.deepEqual((await lookUp('pending.com')).status, ['pending transfer']);
  const again = await patch('pending.com', { pendingTransfer: true });
  assert.deepEqual(again.pendingTransfer, shown.pendingTransfer);
  const epp = await TestRegistrar.loggedIn(sandbox);
  const answer = await epp.command(transferXml('request', 'pending.com', shown.authCode));
  assert.equal(codeOf(answer), 2300);
  const queued = async () => {
    const reply = await epp.command('<poll op="req"/>');
    return /<msgQ count="(\d+)"/.exec(reply)?.[1];
  };
  const before = await queued();
  const ended = await patch('pending.com', { pendingTransfer: false });
  assert.equal(ended.pendingTransfer, null);
  assert.equal(ended.registrar, 'Other Registrar');
  assert.deepEqual((await lookUp('pending.com')).status, ['active']);
  assert.equal(await queued(), before, 'our registrar gets no message about it');
  epp.close();
});

test('a transfer of a third registrar is approved after five days of business time, not after wall seconds', async () => {
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: 0 });
  await patch('leaves.com', { pendingTransfer: true });
  await ok(sandbox, 'POST', '/clock', { advance: '4d' });
  assert.deepEqual((await lookUp('leaves.com')).status, ['pending transfer']);
  await ok(sandbox, 'POST', '/clock', { advance: '2d' });
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: null });
  const body = await lookUp('leaves.com');
  assert.equal(registrarOf(body), 'Third Registrar');
  assert.notEqual(eventsOf(body).get('transfer'), undefined);
});

test('an expired name passes through grace, redemption and pending delete, and is absent in the end', async () => {
  const expiry = new Date(Date.parse((await ok(sandbox, 'GET', '/clock')).now) + dayMs);
  await patch('ends.com', { expiry: expiry.toISOString() });
  await ok(sandbox, 'POST', '/clock', { advance: '2d' });
  assert.deepEqual((await lookUp('ends.com')).status, ['active', 'auto renew period']);
  await ok(sandbox, 'POST', '/clock', { advance: '45d' });
  assert.deepEqual((await lookUp('ends.com')).status, ['pending delete', 'redemption period']);
  await ok(sandbox, 'POST', '/clock', { advance: '30d' });
  assert.deepEqual((await lookUp('ends.com')).status, ['pending delete']);
  await ok(sandbox, 'POST', '/clock', { advance: '5d' });
  const gone = await get(`${await baseOf('com')}domain/ends.com`);
  assert.equal(gone.status, 404);
  assert.equal(gone.body.errorCode, 404);
});

test('names of another registry are absent, and texts that are no names are rejected', async () => {
  const com = await baseOf('com');
  for (const [name, status] of [
    ['name.org', 404],
    ['com', 404],
    ['-x-.com', 400],
  ] as const)
    assert.equal((await get(`${com}domain/${name}`)).status, status, name);
});

test('PATCH rejects invalid values and unknown fields by name and changes nothing', async () => {
  const before = await ok(sandbox, 'GET', '/registry/domains/kept.com');
  const wrong: [change: object, field: string][] = [
    [{ registrar: '' }, 'registrar'],
    [{ createdAt: 'yesterday' }, 'createdAt'],
    [{ createdAt: null }, 'createdAt'],
    [{ lastTransferAt: 5 }, 'lastTransferAt'],
    [{ nameservers: ['not a host'] }, 'nameservers.0'],
    [{ ds: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'xyz' }] }, 'ds.0.digest'],
    [{ ds: [{ keyTag: 70_000, algorithm: 13, digestType: 2, digest: 'ab' }] }, 'ds.0.keyTag'],
    [{ pendingTransfer: 'yes' }, 'pendingTransfer'],
    [{ registrar: 'Valid', transferredAt: '2026-01-01' }, 'transferredAt'],
  ];
  for (const [change, field] of wrong) {
    const answer = await call(sandbox, 'PATCH', '/registry/domains/kept.com', change);
    assert.equal(answer.status, 400, field);
    assert.equal(answer.body.field, field);
  }
  assert.deepEqual(await ok(sandbox, 'GET', '/registry/domains/kept.com'), before);
});

test('faulty RDAP servers limit the rate, fail, disconnect or send invalid responses, and the bootstrap file stays', async () => {
  const url = `${await baseOf('com')}domain/faulty.com`;
  const outcome = async () => {
    try {
      const response = await fetch(url);
      const text = await response.text();
      const retry = response.headers.get('retry-after');
      const isValid = text.startsWith('{"rdapConformance"') && text.endsWith('}');
      return `${response.status}${retry ? ` ${retry}` : ''}${isValid ? ' valid' : ''}`;
    } catch {
      return 'cut';
    }
  };
  const outcomes = async (kind: string) => {
    await ok(sandbox, 'PUT', '/settings', { faults: { rdap: { kind } } });
    const all = new Set<string>();
    for (let count = 0; count < 24; count += 1) all.add(await outcome());
    return [...all].sort();
  };
  assert.equal(await outcome(), '200 valid');
  assert.deepEqual(await outcomes('refuse'), ['429 2', '503 valid']);
  assert.deepEqual(await outcomes('drop'), ['cut']);
  assert.deepEqual(await outcomes('nonsense'), ['200']);
  assert.equal((await get(sandbox.rdap.bootstrapUrl)).status, 200);
  assert.deepEqual(await ok(sandbox, 'GET', '/faults'), { rdap: 24 });
  await ok(sandbox, 'PUT', '/settings', { faults: {} });
});
