/** The client with the sandbox's registry: the complete life cycle of a domain over real EPP. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import type { ClientStatus, Registrar } from '../registrar.ts';
import { EppRejectedError } from '../registrar-errors.ts';
import { connectEpp } from './connect-epp.ts';

const locks: ClientStatus[] = [
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'clientDeleteProhibited',
];
const domainName = 'harborline.com';

interface RegistryConnection {
  readonly sandbox: RunningSandbox;
  readonly registrar: Registrar;
  readonly logged: string[];
}

async function connectToSandbox(t: TestContext): Promise<RegistryConnection> {
  const sandbox = await startSandbox();
  const logged: string[] = [];
  const { host, port, caPem, clientId, password } = sandbox.epp;
  const registrar = connectEpp({
    host,
    port,
    ca: caPem,
    clientId,
    password,
    timeoutMs: 5_000,
    log: ({ text }) => logged.push(text),
  });
  t.after(async () => {
    await registrar.close();
    await sandbox.close();
  });
  return { sandbox, registrar, logged };
}

/** Calls the sandbox's control API. */
async function callSandbox(
  { sandbox }: RegistryConnection,
  method: string,
  path: string,
  body?: object,
) {
  const answer = await fetch(`${sandbox.controlUrl}${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return (await answer.json()) as { authCode: string; registrar: string; nameservers: string[] };
}

const at = (name: string) => `/registry/domains/${name}`;

function rejectedWith(code: EppRejectedError['code']) {
  return (error: unknown) => {
    assert.ok(error instanceof EppRejectedError, String(error));
    assert.equal(error.code, code);
    return true;
  };
}

test('a domain is transferred in, locked, updated, renewed and transferred out', async (t) => {
  const connection = await connectToSandbox(t);
  const { registrar, logged } = connection;
  const { authCode } = await callSandbox(connection, 'GET', at(domainName));

  const before = await registrar.info(domainName, authCode);
  assert.equal(before.ours, false);
  assert.ok(before.expiresAt);
  const transfer = await registrar.transferRequest(domainName, authCode, { years: 1 });
  assert.equal(transfer.status, 'pending');
  assert.equal(transfer.ours, true);
  await assert.rejects(
    registrar.transferRequest(domainName, authCode),
    rejectedWith('TRANSFER_PENDING'),
  );
  assert.equal((await registrar.transferQuery(domainName)).status, 'pending');
  assert.equal(await registrar.poll(), null);

  await callSandbox(connection, 'POST', `${at(domainName)}/approve`);
  const message = await registrar.poll();
  assert.equal(message?.transfer?.name, domainName);
  assert.equal(message?.transfer?.status, 'clientApproved');
  const arrived = await registrar.info(domainName);
  assert.equal(arrived.ours, true);
  assert.deepEqual(arrived.expiresAt, message?.transfer?.expiresAt);
  assert.equal(
    message?.id,
    (await registrar.poll())?.id,
    'a message stays until it is acknowledged',
  );
  await registrar.ack(message?.id ?? '');
  await registrar.ack(message?.id ?? '');
  assert.equal(await registrar.poll(), null);

  await lockAndServe(registrar, arrived.nameservers);
  await renewOnce(registrar);
  await transferOut(connection);
  const everything = logged.join('\n');
  assert.ok(!everything.includes(authCode) && !everything.includes('fresh-Code-77'));
});

async function lockAndServe(registrar: Registrar, old: readonly string[]): Promise<void> {
  await registrar.update(domainName, { addStatuses: locks });
  const own = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  await assert.rejects(
    registrar.update(domainName, { addNameservers: own }),
    rejectedWith('PROHIBITED'),
  );
  await registrar.update(domainName, { removeStatuses: ['clientUpdateProhibited'] });
  for (const host of await registrar.hostCheck(own)) {
    assert.equal(host.available, true);
    await registrar.hostCreate(host.name);
  }
  await assert.rejects(registrar.hostCreate('ns1.harbor-dns.net'), rejectedWith('EXISTS'));
  assert.deepEqual(
    (await registrar.hostCheck(own)).map((host) => host.available),
    [false, false],
  );
  await registrar.update(domainName, {
    addNameservers: own,
    removeNameservers: old,
    addStatuses: ['clientUpdateProhibited'],
  });
  const served = await registrar.info(domainName);
  assert.deepEqual([...served.nameservers].sort(), own);
  for (const lock of locks) assert.ok(served.statuses.includes(lock));
}

async function renewOnce(registrar: Registrar): Promise<void> {
  const { expiresAt } = await registrar.info(domainName);
  assert.ok(expiresAt);
  const renewed = await registrar.renew(domainName, expiresAt, { years: 1 });
  assert.equal(renewed.expiresAt?.getUTCFullYear(), expiresAt.getUTCFullYear() + 1);
  await assert.rejects(
    registrar.renew(domainName, expiresAt, { years: 1 }),
    rejectedWith('POLICY'),
    'not twice',
  );
}

async function transferOut(connection: RegistryConnection): Promise<void> {
  const { registrar } = connection;
  await registrar.update(domainName, { removeStatuses: locks, authCode: 'fresh-Code-77' });
  await callSandbox(connection, 'POST', `${at(domainName)}/takeover`, {
    authCode: 'fresh-Code-77',
  });
  const lost = await registrar.poll();
  assert.equal(lost?.transfer?.status, 'serverApproved');
  assert.equal(lost?.transfer?.fromUs, true);
  assert.equal((await registrar.info(domainName)).ours, false);
}

test('a rejected and a cancelled transfer end as such, and the domain does not move', async (t) => {
  const connection = await connectToSandbox(t);
  const { registrar } = connection;
  const { authCode } = await callSandbox(connection, 'GET', at(domainName));
  await registrar.transferRequest(domainName, authCode);
  await callSandbox(connection, 'POST', `${at(domainName)}/reject`);
  const message = await registrar.poll();
  assert.equal(message?.transfer?.status, 'clientRejected');
  await registrar.ack(message?.id ?? '');
  await registrar.transferRequest(domainName, authCode);
  assert.equal((await registrar.transferCancel(domainName)).status, 'clientCancelled');
  await assert.rejects(registrar.transferCancel(domainName), rejectedWith('NOT_PENDING'));
  assert.equal((await registrar.info(domainName)).ours, false);
});

test('a wrong code and a locked, unknown or own domain each get their own rejection', async (t) => {
  const connection = await connectToSandbox(t);
  const { registrar } = connection;
  const { authCode } = await callSandbox(connection, 'GET', at(domainName));
  await assert.rejects(
    registrar.transferRequest(domainName, 'wrong-Code-1'),
    rejectedWith('BAD_AUTH_CODE'),
  );
  await callSandbox(connection, 'PATCH', at(domainName), {
    statuses: ['clientTransferProhibited'],
  });
  await assert.rejects(registrar.transferRequest(domainName, authCode), rejectedWith('PROHIBITED'));
  await callSandbox(connection, 'PATCH', at(domainName), { statuses: [] });
  await registrar.transferRequest(domainName, authCode);
  await callSandbox(connection, 'POST', `${at(domainName)}/approve`);
  await assert.rejects(
    registrar.transferRequest(domainName, authCode),
    rejectedWith('ALREADY_OURS'),
  );
  await callSandbox(connection, 'DELETE', at('free-name.com'));
  await assert.rejects(
    registrar.transferRequest('free-name.com', 'some-Code-1'),
    rejectedWith('UNKNOWN_NAME'),
  );
  const [ours, free] = await registrar.check([domainName, 'free-name.com']);
  assert.deepEqual([ours?.available, free?.available], [false, true]);
});

test('a premium name costs more, and both fees are returned', async (t) => {
  const connection = await connectToSandbox(t);
  await callSandbox(connection, 'PATCH', at('vellum.com'), { premium: true });
  const [plain, premium] = await connection.registrar.check([domainName, 'vellum.com']);
  assert.equal(plain?.fees?.premium, false);
  assert.equal(premium?.fees?.premium, true);
  assert.ok((premium?.fees?.transferCents ?? 0) > (plain?.fees?.transferCents ?? 0));
  assert.ok((plain?.fees?.renewCents ?? 0) > 0);
});

test('hostile codes reach the registry unchanged and are rejected as wrong', async (t) => {
  const { registrar } = await connectToSandbox(t);
  for (const code of [']]>', '</domain:pw>', '<![CDATA[x]]>', '&amp;', '"\'', 'ünï😀']) {
    await assert.rejects(
      registrar.transferRequest(domainName, code),
      rejectedWith('BAD_AUTH_CODE'),
      code,
    );
  }
});
