/**
 * A registrar's commands for domains and hosts over EPP: info, locks, nameservers, renewal, fees.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import { feeNamespace } from './names.ts';
import {
  codeOf,
  domainXml,
  hostXml,
  statusesOf,
  TestRegistrar,
  textOf,
  transferXml,
} from './test-registrar.ts';

let sandbox: RunningSandbox;
let registrar: TestRegistrar;
before(async () => {
  sandbox = await startSandbox();
  registrar = await TestRegistrar.loggedIn(sandbox);
});
after(async () => {
  registrar.close();
  await sandbox.close();
});

const info = (name: string, auth = '') =>
  registrar.command(domainXml('info', `<domain:name>${name}</domain:name>${auth}`));
const auth = (code: string) => `<domain:authInfo><domain:pw>${code}</domain:pw></domain:authInfo>`;
const update = (name: string, change: string) =>
  registrar.command(domainXml('update', `<domain:name>${name}</domain:name>${change}`));
const statuses = (...names: string[]) => names.map((s) => `<domain:status s="${s}"/>`).join('');
const locks = ['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited'];

/** A domain that our registrar sponsors. */
async function ours(name: string): Promise<string> {
  const { authCode } = await ok(sandbox, 'GET', `/registry/domains/${name}`);
  assert.equal(codeOf(await registrar.command(transferXml('request', name, authCode))), 1001);
  await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
  return authCode;
}

test('an unused name belongs to the other registrar, and info returns its code only to a client that sends it', async () => {
  const xml = await info('Never-Seen.COM');
  assert.equal(codeOf(xml), 1000);
  assert.equal(textOf(xml, 'name'), 'never-seen.com');
  assert.equal(textOf(xml, 'clID'), 'Other Registrar');
  assert.deepEqual(statusesOf(xml), ['ok']);
  assert.equal(textOf(xml, 'pw'), undefined);
  const days = (Date.parse(textOf(xml, 'exDate') ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 399 && days <= 400, `expires in ${days} days`);
  const { authCode } = await ok(sandbox, 'GET', '/registry/domains/never-seen.com');
  assert.equal(codeOf(await info('never-seen.com', auth('wrong-code'))), 2202);
  assert.equal(textOf(await info('never-seen.com', auth(authCode)), 'pw'), authCode);
  assert.equal(
    codeOf(await update('never-seen.com', `<domain:add>${statuses('clientHold')}</domain:add>`)),
    2201,
  );
});

test('a check returns a result for each name, and a deleted name is available and unknown', async () => {
  await ok(sandbox, 'DELETE', '/registry/domains/gone.com');
  const names = ['taken.com', 'gone.com', 'no_name'].map((n) => `<domain:name>${n}</domain:name>`);
  const xml = await registrar.command(domainXml('check', names.join('')));
  assert.deepEqual(
    [...xml.matchAll(/avail="(\d)"/g)].map((m) => m[1]),
    ['0', '1', '0'],
  );
  assert.equal(codeOf(await info('gone.com')), 2303);
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'gone.com', 'x'.repeat(8)))),
    2303,
  );
});

test('a check with the fee extension returns fees, and premium names cost twenty times as much', async () => {
  await ok(sandbox, 'PATCH', '/registry/domains/gold.io', { premium: true });
  const ask = (name: string, currency = 'USD') =>
    registrar.command(
      `${domainXml('check', `<domain:name>${name}</domain:name>`)}<extension><fee:check xmlns:fee="${feeNamespace}"><fee:currency>${currency}</fee:currency><fee:command name="transfer"/><fee:command name="renew"><fee:period unit="y">2</fee:period></fee:command><fee:command name="restore"/></fee:check></extension>`,
    );
  const plain = await ask('plain.com');
  assert.deepEqual(
    [...plain.matchAll(/<fee:fee>([\d.]+)</g)].map((m) => m[1]),
    ['10.00', '20.00'],
  );
  assert.equal(textOf(plain, 'class'), 'standard');
  const gold = await ask('gold.io');
  assert.deepEqual(
    [...gold.matchAll(/<fee:fee>([\d.]+)</g)].map((m) => m[1]),
    ['800.00', '1600.00'],
  );
  assert.equal(textOf(gold, 'class'), 'premium');
  assert.equal(codeOf(await ask('plain.com', 'EUR')), 2004);
});

test("the sponsor's locks are effective: only removing the update lock allows changes", async () => {
  await ours('locked.com');
  assert.equal(
    codeOf(await update('locked.com', `<domain:add>${statuses(...locks)}</domain:add>`)),
    1000,
  );
  assert.deepEqual(statusesOf(await info('locked.com')), locks);
  assert.equal(
    codeOf(await update('locked.com', `<domain:chg>${auth('new-code-1')}</domain:chg>`)),
    2304,
  );
  assert.equal(
    codeOf(
      await update(
        'locked.com',
        `<domain:rem>${statuses('clientTransferProhibited')}</domain:rem>`,
      ),
    ),
    2304,
  );
  const removeLock = `<domain:rem>${statuses('clientUpdateProhibited')}</domain:rem>`;
  assert.equal(codeOf(await update('locked.com', removeLock)), 1000);
  assert.equal(
    codeOf(await update('locked.com', `<domain:chg>${auth('new-code-1')}</domain:chg>`)),
    1000,
  );
  assert.equal(textOf(await info('locked.com'), 'pw'), 'new-code-1');
});

test('an update that a registrar may not make fails with the right code', async () => {
  await ours('mine.com');
  const cases: [string, number][] = [
    ['', 2003],
    [`<domain:add>${statuses('serverHold')}</domain:add>`, 2306],
    [`<domain:add>${statuses('ok')}</domain:add>`, 2306],
    [
      '<domain:add><domain:ns><domain:hostObj>ns1.nowhere.net</domain:hostObj></domain:ns></domain:add>',
      2303,
    ],
    [
      '<domain:add><domain:ns><domain:hostAttr><domain:hostName>a.b.c</domain:hostName></domain:hostAttr></domain:ns></domain:add>',
      2102,
    ],
    [`<domain:chg>${auth('short')}</domain:chg>`, 2306],
    ['<domain:chg><domain:registrant>someone</domain:registrant></domain:chg>', 2303],
    [
      `<domain:chg>${auth('order-1234')}</domain:chg><domain:add>${statuses('clientHold')}</domain:add>`,
      2001,
    ],
  ];
  for (const [change, code] of cases)
    assert.equal(codeOf(await update('mine.com', change)), code, change);
});

test('nameservers are host objects: created, used, linked, removed, deleted', async () => {
  await ours('served.com');
  const host = (verb: string, content: string) => registrar.command(hostXml(verb, content));
  const name = '<host:name>ns1.dns-company.net</host:name>';
  assert.match(await host('check', name), /avail="1"/);
  assert.equal(codeOf(await host('info', name)), 2303);
  assert.equal(codeOf(await host('create', name)), 1000);
  assert.equal(codeOf(await host('create', name)), 2302);
  assert.match(await host('check', name), /avail="0"/);
  const use = (part: string) =>
    update(
      'served.com',
      `<domain:${part}><domain:ns><domain:hostObj>ns1.dns-company.net</domain:hostObj></domain:ns></domain:${part}>`,
    );
  assert.equal(codeOf(await use('add')), 1000);
  assert.match(await info('served.com'), /<domain:hostObj>ns1\.dns-company\.net</);
  assert.deepEqual(statusesOf(await host('info', name)), ['linked', 'ok']);
  assert.equal(codeOf(await host('delete', name)), 2305);
  assert.equal(codeOf(await use('rem')), 1000);
  assert.equal(codeOf(await host('delete', name)), 1000);
  assert.equal(codeOf(await host('delete', name)), 2303);
});

test('a host under a domain of ours needs an address, and one elsewhere must not have any', async () => {
  await ours('glue.com');
  const create = (name: string, address = '') =>
    registrar.command(hostXml('create', `<host:name>${name}</host:name>${address}`));
  const v4 = '<host:addr ip="v4">192.0.2.7</host:addr>';
  assert.equal(codeOf(await create('ns1.glue.com')), 2003);
  assert.equal(
    codeOf(await create('ns1.glue.com', '<host:addr ip="v6">192.0.2.7</host:addr>')),
    2005,
  );
  assert.equal(codeOf(await create('ns1.glue.com', v4)), 1000);
  assert.equal(codeOf(await create('ns1.elsewhere.net', v4)), 2306);
  const more =
    '<host:add><host:addr ip="v6">2001:db8::7</host:addr><host:status s="clientDeleteProhibited"/></host:add>';
  assert.equal(
    codeOf(
      await registrar.command(hostXml('update', `<host:name>ns1.glue.com</host:name>${more}`)),
    ),
    1000,
  );
  const xml = await registrar.command(hostXml('info', '<host:name>ns1.glue.com</host:name>'));
  assert.match(xml, /192\.0\.2\.7.*2001:db8::7/s);
  assert.match(await info('glue.com'), /<domain:host>ns1\.glue\.com</);
  assert.equal(
    codeOf(await registrar.command(hostXml('delete', '<host:name>ns1.glue.com</host:name>'))),
    2304,
  );
});

test('a renewal must state the current expiry, and is limited to ten years', async () => {
  await ours('long.org');
  const renew = (name: string, date: string, years: number) =>
    registrar.command(
      domainXml(
        'renew',
        `<domain:name>${name}</domain:name><domain:curExpDate>${date}</domain:curExpDate><domain:period unit="y">${years}</domain:period>`,
      ),
    );
  const expiry = textOf(await info('long.org'), 'exDate')?.slice(0, 10) ?? '';
  assert.equal(codeOf(await renew('long.org', '2001-01-01', 1)), 2306);
  assert.equal(codeOf(await renew('long.org', 'tomorrow', 1)), 2005);
  assert.equal(codeOf(await renew('long.org', expiry, 11)), 2004);
  assert.equal(codeOf(await renew('long.org', expiry, 10)), 2105);
  const renewed = await renew('long.org', expiry, 2);
  assert.equal(codeOf(renewed), 1000);
  assert.equal(Number(textOf(renewed, 'exDate')?.slice(0, 4)), Number(expiry.slice(0, 4)) + 2);
  assert.equal(
    codeOf(await renew('long.org', expiry, 2)),
    2306,
    'the same order again renews nothing',
  );
  await ok(sandbox, 'PUT', '/settings', { registryCreditExhausted: true });
  const now = textOf(await info('long.org'), 'exDate')?.slice(0, 10) ?? '';
  assert.equal(codeOf(await renew('long.org', now, 1)), 2104);
  await ok(sandbox, 'PUT', '/settings', { registryCreditExhausted: false });
});
