/** What every EPP connection guarantees, against the sandbox's registry and its reseller's gateway over real EPP. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import type { ClientStatus, Registrar, RegistryMessage } from '../registrar.ts';
import { EppRejectedError } from '../registrar-errors.ts';
import { connectEpp } from './connect-epp.ts';
import type { ProfileName } from './profile.ts';

const profiles = ['rfc', 'centralnic'] as const;

const locksOf = ({ capabilities }: Registrar): ClientStatus[] =>
  capabilities.updateLock
    ? ['clientTransferProhibited', 'clientUpdateProhibited', 'clientDeleteProhibited']
    : ['clientTransferProhibited'];
const domainName = 'harborline.com';

interface RegistryConnection {
  readonly sandbox: RunningSandbox;
  readonly registrar: Registrar;
  readonly logged: string[];
}

/** A test of each profile. */
function testProfiles(title: string, run: (connection: RegistryConnection) => Promise<void>): void {
  for (const profile of profiles)
    test(`${profile}: ${title}`, async (t) => run(await connectToSandbox(t, profile)));
}

async function connectToSandbox(t: TestContext, profile: ProfileName): Promise<RegistryConnection> {
  const sandbox = await startSandbox();
  const logged: string[] = [];
  const { host, port, caPem, clientId, password } =
    profile === 'rfc' ? sandbox.epp : sandbox.reseller;
  const registrar = connectEpp({
    profile,
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

/** The transfer that a message reports, or which is queried because of it. */
async function transferOf(registrar: Registrar, message: RegistryMessage | null) {
  return message?.recheck === undefined
    ? message?.transfer
    : registrar.transferQuery(message.recheck);
}

function rejectedWith(code: EppRejectedError['code']) {
  return (error: unknown) => {
    assert.ok(error instanceof EppRejectedError, String(error));
    assert.equal(error.code, code);
    return true;
  };
}

testProfiles(
  'a domain is transferred in, locked, updated, renewed and transferred out',
  async (connection) => {
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
    const approved = await transferOf(registrar, message);
    assert.equal(approved?.name, domainName);
    assert.equal(approved?.status, 'clientApproved');
    const arrived = await registrar.info(domainName);
    assert.equal(arrived.ours, true);
    assert.deepEqual(arrived.expiresAt, approved?.expiresAt);
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
  },
);

async function lockAndServe(registrar: Registrar, old: readonly string[]): Promise<void> {
  const locks = locksOf(registrar);
  await registrar.update(domainName, { addStatuses: locks });
  const own = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  const updateLock = locks.filter((lock) => lock === 'clientUpdateProhibited');
  if (updateLock.length > 0) {
    const change = registrar.update(domainName, { addNameservers: own });
    await assert.rejects(change, rejectedWith('PROHIBITED'));
    await registrar.update(domainName, { removeStatuses: updateLock });
  }
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
    addStatuses: updateLock,
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
  await registrar.update(domainName, {
    removeStatuses: locksOf(registrar),
    authCode: 'fresh-Code-77',
  });
  await callSandbox(connection, 'POST', `${at(domainName)}/takeover`, {
    authCode: 'fresh-Code-77',
  });
  const lost = await registrar.poll();
  if (lost?.recheck === undefined) {
    assert.equal(lost?.transfer?.status, 'serverApproved');
    assert.equal(lost?.transfer?.fromUs, true);
  } else assert.equal(lost.recheck, domainName);
  assert.equal((await registrar.info(domainName)).ours, false);
}

testProfiles(
  'a rejected and a cancelled transfer end as such, and the domain does not move',
  async (connection) => {
    const { registrar } = connection;
    const { authCode } = await callSandbox(connection, 'GET', at(domainName));
    await registrar.transferRequest(domainName, authCode);
    await callSandbox(connection, 'POST', `${at(domainName)}/reject`);
    const message = await registrar.poll();
    assert.equal((await transferOf(registrar, message))?.status, 'clientRejected');
    await registrar.ack(message?.id ?? '');
    await registrar.transferRequest(domainName, authCode);
    assert.equal((await registrar.transferCancel(domainName)).status, 'clientCancelled');
    await assert.rejects(registrar.transferCancel(domainName), rejectedWith('NOT_PENDING'));
    assert.equal((await registrar.info(domainName)).ours, false);
  },
);

testProfiles(
  'a wrong code and a locked, unknown or own domain each get their own rejection',
  async (connection) => {
    const { registrar } = connection;
    const { authCode } = await callSandbox(connection, 'GET', at(domainName));
    await assert.rejects(
      registrar.transferRequest(domainName, 'wrong-Code-1'),
      rejectedWith('BAD_AUTH_CODE'),
    );
    await callSandbox(connection, 'PATCH', at(domainName), {
      statuses: ['clientTransferProhibited'],
    });
    await assert.rejects(
      registrar.transferRequest(domainName, authCode),
      rejectedWith('PROHIBITED'),
    );
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
  },
);

testProfiles('a premium name costs more, and both fees are returned', async (connection) => {
  await callSandbox(connection, 'PATCH', at('vellum.com'), { premium: true });
  const [plain, premium] = await connection.registrar.check([domainName, 'vellum.com']);
  assert.equal(plain?.fees?.premium, false);
  assert.equal(premium?.fees?.premium, true);
  assert.ok((premium?.fees?.transferCents ?? 0) > (plain?.fees?.transferCents ?? 0));
  assert.ok((plain?.fees?.renewCents ?? 0) > 0);
});

testProfiles(
  'hostile codes reach the registry unchanged and are rejected as wrong',
  async ({ registrar }) => {
    for (const code of [']]>', '</domain:pw>', '<![CDATA[x]]>', '&amp;', '"\'', 'ünï😀']) {
      await assert.rejects(
        registrar.transferRequest(domainName, code),
        rejectedWith('BAD_AUTH_CODE'),
        code,
      );
    }
  },
);
