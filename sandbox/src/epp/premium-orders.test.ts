/** Orders for premium names must state the right fee (RFC 8748). */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import { feeNamespace } from './names.ts';
import { codeOf, domainXml, TestRegistrar, textOf, transferXml } from './test-registrar.ts';

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

const at = (name: string) => `/registry/domains/${name}`;
const fee = (amount: string) => `<fee:fee>${amount}</fee:fee>`;
const dollars = (amount: string) => `<fee:currency>USD</fee:currency>${fee(amount)}`;
const agreed = (verb: string, content: string) =>
  `<extension><fee:${verb} xmlns:fee="${feeNamespace}">${content}</fee:${verb}></extension>`;

/** The result codes of an order with each wrong fee, and finally with the right one. */
async function tried(
  order: (extension: string) => Promise<string>,
  { verb, right }: { verb: string; right: string },
): Promise<string> {
  const cases: [string, number][] = [
    ['', 2003],
    [agreed(verb, dollars('0.01')), 2004],
    [agreed(verb, dollars(`${right}1`)), 2004],
    [agreed(verb, `<fee:currency>EUR</fee:currency>${fee(right)}`), 2004],
    [agreed(verb, `${dollars(right)}${fee('1.00')}`), 2004],
    [agreed(verb, '<fee:currency>USD</fee:currency>'), 2003],
    [agreed(verb, dollars('much')), 2005],
    [agreed('create', dollars(right)), 2103],
    ['<extension><x:other xmlns:x="urn:x"/></extension>', 2103],
  ];
  for (const [extension, code] of cases)
    assert.equal(codeOf(await order(extension)), code, extension);
  return order(agreed(verb, dollars(right)));
}

test('a transfer of a premium name succeeds only with its fee, which the response repeats', async () => {
  const { authCode } = await ok(sandbox, 'PATCH', at('gold.com'), { premium: true });
  const xml = await tried(
    (extension) => registrar.command(transferXml('request', 'gold.com', authCode) + extension),
    { verb: 'transfer', right: '200.00' },
  );
  assert.equal(codeOf(xml), 1001);
  assert.match(xml, /<fee:trnData/);
  assert.equal(textOf(xml, 'fee'), '200.00');
  const query = transferXml('query', 'gold.com') + agreed('transfer', dollars('200.00'));
  assert.equal(codeOf(await registrar.command(query)), 2103, 'only an order costs');
});

test('a renewal of a premium name succeeds only with the fee for all its years', async () => {
  const { authCode } = await ok(sandbox, 'GET', at('vein.org'));
  await registrar.command(transferXml('request', 'vein.org', authCode));
  await ok(sandbox, 'POST', `${at('vein.org')}/approve`);
  const { expiry } = await ok(sandbox, 'PATCH', at('vein.org'), { premium: true });
  const content = `<domain:name>vein.org</domain:name><domain:curExpDate>${expiry.slice(0, 10)}</domain:curExpDate><domain:period unit="y">2</domain:period>`;
  const xml = await tried(
    (extension) => registrar.command(domainXml('renew', content) + extension),
    { verb: 'renew', right: '440' },
  );
  assert.equal(codeOf(xml), 1000);
  assert.match(xml, /<fee:renData/);
  assert.equal(textOf(xml, 'fee'), '440.00');
});

test('a standard name needs no fee in the order, and a wrong one is rejected', async () => {
  const { authCode } = await ok(sandbox, 'GET', at('plain.net'));
  const order = (extension: string) =>
    registrar.command(transferXml('request', 'plain.net', authCode) + extension);
  assert.equal(codeOf(await order(agreed('transfer', dollars('11.99')))), 2004);
  assert.equal(codeOf(await order(agreed('transfer', dollars('12.00')))), 1001);
  assert.equal(codeOf(await registrar.command(transferXml('cancel', 'plain.net'))), 1000);
  assert.equal(codeOf(await order('')), 1001);
});
