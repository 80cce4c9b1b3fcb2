/**
 * Transfers: in by approval, by default and by automatic approval, rejected and cancelled; and out to the other
 * registrar.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';
import {
  codeOf,
  domainXml,
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

const info = (name: string) =>
  registrar.command(domainXml('info', `<domain:name>${name}</domain:name>`));
const shown = (name: string) => ok(sandbox, 'GET', `/registry/domains/${name}`);
const poll = () => registrar.command('<poll op="req"/>');

async function request(name: string): Promise<string> {
  const { authCode } = await shown(name);
  const xml = await registrar.command(transferXml('request', name, authCode));
  assert.equal(codeOf(xml), 1001);
  assert.equal(textOf(xml, 'trStatus'), 'pending');
  return xml;
}

/** Reads, acknowledges and returns the oldest message. */
async function takeMessage(): Promise<string> {
  const xml = await poll();
  assert.equal(codeOf(xml), 1301, 'there is a message');
  const id = /<msgQ count="\d+" id="(\d+)"/.exec(xml)?.[1];
  assert.equal(codeOf(await registrar.command(`<poll op="ack" msgID="${id}"/>`)), 1000);
  return xml;
}

test('an approved transfer moves the domain with one more year, and sends one message', async () => {
  const before = await shown('in.com');
  const requested = await request('in.com');
  assert.equal(textOf(requested, 'reID'), sandbox.epp.clientId);
  assert.equal(textOf(requested, 'acID'), 'Other Registrar');
  const silenceDays =
    (Date.parse(textOf(requested, 'acDate') ?? '') -
      Date.parse(textOf(requested, 'reDate') ?? '')) /
    86_400_000;
  assert.equal(silenceDays, 5);
  assert.deepEqual(statusesOf(await info('in.com')), ['pendingTransfer']);
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'in.com', before.authCode))),
    2300,
  );
  assert.equal(codeOf(await poll()), 1300, 'nothing happened yet');

  await ok(sandbox, 'POST', '/registry/domains/in.com/approve');
  const message = await takeMessage();
  assert.equal(textOf(message, 'trStatus'), 'clientApproved');
  assert.equal(codeOf(await poll()), 1300);
  const xml = await info('in.com');
  assert.equal(textOf(xml, 'clID'), sandbox.epp.clientId);
  assert.equal(textOf(xml, 'pw'), before.authCode);
  assert.equal(Number(textOf(xml, 'exDate')?.slice(0, 4)), Number(before.expiry.slice(0, 4)) + 1);
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'in.com', before.authCode))),
    2002,
  );
  assert.equal((await call(sandbox, 'POST', '/registry/domains/in.com/approve')).status, 409);
});

test('a transfer with a wrong code, no code, a lock or an empty account fails and leaves no trace', async () => {
  const { authCode } = await shown('guarded.com');
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'guarded.com', 'wrong-code'))),
    2202,
  );
  assert.equal(codeOf(await registrar.command(transferXml('request', 'guarded.com'))), 2003);
  await ok(sandbox, 'PATCH', '/registry/domains/guarded.com', {
    statuses: ['clientTransferProhibited'],
  });
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'guarded.com', authCode))),
    2304,
  );
  await ok(sandbox, 'PATCH', '/registry/domains/guarded.com', { statuses: [] });
  await ok(sandbox, 'PUT', '/settings', { registryCreditExhausted: true });
  assert.equal(
    codeOf(await registrar.command(transferXml('request', 'guarded.com', authCode))),
    2104,
  );
  await ok(sandbox, 'PUT', '/settings', { registryCreditExhausted: false });
  assert.equal((await shown('guarded.com')).pendingTransfer, null);
  assert.equal(
    codeOf(await registrar.command(transferXml('query', 'guarded.com', authCode))),
    2301,
  );
  assert.equal(codeOf(await registrar.command(transferXml('query', 'guarded.com'))), 2201);
});

test('a rejected transfer leaves the domain in place and sends a message; a cancelled one sends none', async () => {
  await request('no.com');
  assert.equal(
    codeOf(await registrar.command(transferXml('reject', 'no.com'))),
    2201,
    'not ours to reject',
  );
  await ok(sandbox, 'POST', '/registry/domains/no.com/reject');
  assert.equal(textOf(await takeMessage(), 'trStatus'), 'clientRejected');
  assert.equal((await shown('no.com')).registrar, 'Other Registrar');

  await request('no.com');
  const cancelled = await registrar.command(transferXml('cancel', 'no.com'));
  assert.equal(textOf(cancelled, 'trStatus'), 'clientCancelled');
  assert.equal(codeOf(await registrar.command(transferXml('cancel', 'no.com'))), 2301);
  assert.equal(codeOf(await poll()), 1300);
  const query = await registrar.command(transferXml('query', 'no.com'));
  assert.equal(textOf(query, 'trStatus'), 'clientCancelled');
});

test('a transfer is approved after five days without a response, and not before', async () => {
  await request('silent.com');
  await ok(sandbox, 'POST', '/clock', { advance: '119h' });
  assert.equal(
    textOf(await registrar.command(transferXml('query', 'silent.com')), 'trStatus'),
    'pending',
  );
  await ok(sandbox, 'POST', '/clock', { advance: '1h' });
  assert.equal(textOf(await takeMessage(), 'trStatus'), 'serverApproved');
  assert.equal((await shown('silent.com')).registrar, sandbox.epp.clientId);
});

test('the automatic approval uses wall time and needs no move of the clock', async () => {
  await request('auto.com');
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: 0 });
  await until(async () => (await shown('auto.com')).registrar === sandbox.epp.clientId);
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: null });
  assert.equal(textOf(await takeMessage(), 'trStatus'), 'serverApproved');
});

test('no transfer extends the expiry beyond ten years from now', async () => {
  const far = new Date(Date.now() + 10 * 366 * 86_400_000);
  await ok(sandbox, 'PATCH', '/registry/domains/far.com', { expiry: far.toISOString() });
  await request('far.com');
  await ok(sandbox, 'POST', '/registry/domains/far.com/approve');
  await takeMessage();
  assert.equal((await shown('far.com')).expiry, far.toISOString());
});

test('a transfer must be for the years that the suffix adds', async () => {
  const { authCode, expiry } = await shown('clever.ai');
  const ask = (period: string) =>
    registrar.command(
      domainXml(
        'transfer',
        `<domain:name>clever.ai</domain:name>${period}<domain:authInfo><domain:pw>${authCode}</domain:pw></domain:authInfo>`,
        ' op="request"',
      ),
    );
  assert.equal(codeOf(await ask('')), 2306);
  assert.equal(codeOf(await ask('<domain:period unit="y">3</domain:period>')), 2306);
  assert.equal(codeOf(await ask('<domain:period unit="m">24</domain:period>')), 2004);
  const response = await ask('<domain:period unit="y">2</domain:period>');
  assert.equal(codeOf(response), 1001);
  assert.equal(Number(textOf(response, 'exDate')?.slice(0, 4)), Number(expiry.slice(0, 4)) + 2);
  assert.equal(codeOf(await registrar.command(transferXml('cancel', 'clever.ai'))), 1000);
  const plain = await shown('under.constructor');
  const one = transferXml('request', 'under.constructor', plain.authCode);
  assert.equal(codeOf(await registrar.command(one)), 1001, 'any word is a suffix like another');
  await registrar.command(transferXml('cancel', 'under.constructor'));
});

test('another registrar can take over a domain of ours only with the right code and without a lock', async () => {
  await request('out.com');
  await ok(sandbox, 'POST', '/registry/domains/out.com/approve');
  await takeMessage();
  const { authCode } = await shown('out.com');
  const takeover = (body: unknown) =>
    call(sandbox, 'POST', '/registry/domains/out.com/takeover', body);
  const lock = (part: string) =>
    registrar.command(
      domainXml(
        'update',
        `<domain:name>out.com</domain:name><domain:${part}><domain:status s="clientTransferProhibited"/></domain:${part}>`,
      ),
    );
  assert.equal((await takeover({ authCode: 'wrong-code' })).body.eppCode, 2202);
  assert.equal(codeOf(await lock('add')), 1000);
  assert.equal((await takeover({ authCode })).body.eppCode, 2304);
  assert.equal(codeOf(await lock('rem')), 1000);

  const takenOver = await takeover({ authCode });
  assert.equal(takenOver.status, 200);
  assert.equal(takenOver.body.registrar, 'Other Registrar');
  assert.notEqual(takenOver.body.authCode, authCode, 'the code that we knew opens nothing now');
  const message = await takeMessage();
  assert.equal(textOf(message, 'trStatus'), 'serverApproved');
  assert.equal(textOf(message, 'acID'), sandbox.epp.clientId);
  assert.equal((await takeover({})).body.eppCode, 2002);
});

test('our registrar may reject or approve a pending takeover', async () => {
  await request('asked.com');
  await ok(sandbox, 'POST', '/registry/domains/asked.com/approve');
  await takeMessage();
  for (const [op, owner] of [
    ['reject', sandbox.epp.clientId],
    ['approve', 'Other Registrar'],
  ] as const) {
    await ok(sandbox, 'POST', '/registry/domains/asked.com/takeover', { pending: true });
    assert.equal(textOf(await takeMessage(), 'trStatus'), 'pending');
    const update = domainXml(
      'update',
      '<domain:name>asked.com</domain:name><domain:add><domain:status s="clientHold"/></domain:add>',
    );
    assert.equal(codeOf(await registrar.command(update)), 2304, 'pending transfers block updates');
    assert.equal(codeOf(await registrar.command(transferXml(op, 'asked.com'))), 1000);
    assert.equal((await shown('asked.com')).registrar, owner);
    assert.equal(codeOf(await poll()), 1300, 'the registrar that decided gets no message');
  }
});

test('messages wait in order until each is acknowledged', async () => {
  for (const name of ['one.net', 'two.net']) {
    await request(name);
    await ok(sandbox, 'POST', `/registry/domains/${name}/approve`);
  }
  assert.equal(textOf(await poll(), 'name'), 'one.net');
  const again = await poll();
  assert.equal(textOf(again, 'name'), 'one.net', 'reading removes nothing');
  const id = /id="(\d+)"/.exec(again)?.[1];
  const ack = await registrar.command(`<poll op="ack" msgID="${id}"/>`);
  assert.match(ack, /<msgQ count="1"/);
  assert.equal(codeOf(await registrar.command(`<poll op="ack" msgID="${id}"/>`)), 2303);
  assert.equal(codeOf(await registrar.command('<poll op="ack"/>')), 2003);
  assert.equal(textOf(await takeMessage(), 'name'), 'two.net');
});

test('a clock that jumps past the response period finds the transfer approved at its end', async () => {
  const requested = await request('jumped.com');
  await ok(sandbox, 'POST', '/clock', { advance: '30d' });
  const message = await takeMessage();
  assert.equal(textOf(message, 'trStatus'), 'serverApproved');
  assert.equal(textOf(message, 'acDate'), textOf(requested, 'acDate'));
});

test('without automatic approval for a domain its transfer is approved only after the response period', async () => {
  await ok(sandbox, 'PATCH', '/registry/domains/patient.com', { autoApprove: false });
  await request('patient.com');
  await request('hasty.com');
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: 0 });
  await until(async () => (await shown('hasty.com')).pendingTransfer === null);
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: null });
  assert.notEqual((await shown('patient.com')).pendingTransfer, null);
  await ok(sandbox, 'POST', '/clock', { advance: '5d' });
  assert.equal((await shown('patient.com')).lastTransfer.status, 'serverApproved');
  for (const name of ['hasty.com', 'patient.com'])
    assert.equal(textOf(await takeMessage(), 'name'), name);
});
