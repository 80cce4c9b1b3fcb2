/** Several registrar connections at once: each name has one, and a connection that is down stops only its own names. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import { settings } from './config.ts';
import { domains } from './domain/domain.model.ts';
import { closeRegistrars, openRegistrars } from './registrars.ts';
import { commit, serviceContext } from './service-context.ts';
import { useSuffixFile } from './suffix/suffixes.ts';
import type { FaultyConnection } from './testing/faulty-connection.ts';
import { startFaultyConnection } from './testing/faulty-connection.ts';
import { connectionRow, registrarFile } from './testing/registrar-settings.ts';
import type { TestDomains } from './testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  day,
  expectData,
  freshName,
  startDomains,
  transferIn,
} from './testing/start-domains.ts';
import { suffixFileWithout } from './testing/suffix-file.ts';

const { path, write } = registrarFile();
let s: TestDomains;
/** The registry of .io names; that of all others is the service's sandbox. */
let other: RunningSandbox;
let otherConnection: FaultyConnection;
let environment: Record<string, string>;

function writeFile(io: 'default' | 'reseller'): void {
  const suffixes = [io === 'reseller' ? 'io' : 'me'];
  write([
    connectionRow('default', s.sandbox.epp, { port: s.registryConnection.port, suffixes: '*' }),
    connectionRow('reseller', other.epp, { port: otherConnection.port, suffixes }),
  ]);
}

async function reopen(io: 'default' | 'reseller'): Promise<void> {
  writeFile(io);
  await closeRegistrars();
  settings.read({ ...environment, REGISTRARS_FILE: path });
  await openRegistrars();
}

const otherControl = async (method: string, route: string) => {
  const answer = await fetch(`${other.controlUrl}${route}`, { method });
  assert.ok(answer.ok, `${method} ${route}: ${answer.status}`);
  return answer.json() as Promise<Record<string, unknown>>;
};

before(async () => {
  other = await startSandbox();
  otherConnection = await startFaultyConnection(other.epp);
  s = await startDomains();
  const { dns, epp } = s.sandbox;
  environment = {
    DNS_RESOLVERS: `${dns.host}:${dns.port}`,
    DEFAULT_PASSWORD: epp.password,
    RESELLER_PASSWORD: other.epp.password,
  };
  await reopen('reseller');
});
after(async () => {
  await s.stop();
  await otherConnection.close();
  await other.close();
});

const quote = (account: string, id: string) =>
  s.as(account)('query ($id: ID!) { domainQuote(id: $id, for: TRANSFER) { amount } }', { id });

/** Requests the transfer of a verified .io name at the other registry. */
async function startTransfer(account: string, name: string): Promise<string> {
  const id = await addVerifiedDomain(s, account, name);
  const { authCode } = await otherControl('GET', `/registry/domains/${name}`);
  expectData(await transferIn(s, account, { id, code: String(authCode) }));
  return id;
}

const arrived = (id: string) =>
  s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);

test('a name is transferred at the connection of its suffix, which its record then has', async () => {
  const [com, io] = [freshName('com'), freshName('io')];
  const comId = await addDomainInCustody(s, 'ann', com);
  const ioId = await startTransfer('ann', io);
  await otherControl('POST', `/registry/domains/${io}/approve`);
  await arrived(ioId);
  assert.equal((await otherControl('GET', `/registry/domains/${io}`)).registrar, 'Nameloan');
  assert.notEqual((await s.control('GET', `/registry/domains/${io}`)).registrar, 'Nameloan');
  assert.deepEqual(
    [(await s.record(comId)).connectionId, (await s.record(ioId)).connectionId],
    ['default', 'reseller'],
  );
});

test('a connection that is down stops only the names of its suffixes', async () => {
  const [com, io] = [freshName('com'), freshName('io')];
  const comId = await addVerifiedDomain(s, 'bob', com);
  const ioId = await addVerifiedDomain(s, 'bob', io);
  otherConnection.cut();
  try {
    const [comQuote, ioQuote] = await Promise.all([quote('bob', comId), quote('bob', ioId)]);
    assert.equal(comQuote.code, undefined);
    assert.equal(ioQuote.code, 'UNAVAILABLE');
    // Its message queue is read while the other one cannot be.
    await addDomainInCustody(s, 'bob', freshName('com'));
  } finally {
    otherConnection.restore();
    // The next attempt to connect may be half a minute away.
    await reopen('reseller');
  }
});

test('one request at a registry that never answers delays no transfer, job or renewal at another one', async () => {
  const [com, io] = [freshName('com'), freshName('io')];
  const comId = await addVerifiedDomain(s, 'ian', com);
  const ioId = await addVerifiedDomain(s, 'ivy', io);
  const code = String((await s.control('GET', `/registry/domains/${com}`)).authCode);
  otherConnection.silence();
  try {
    let hasWaited = false;
    const waiting = quote('ivy', ioId).finally(() => {
      hasWaited = true;
    });
    assert.equal((await quote('ian', comId)).code, undefined);
    assert.equal(hasWaited, false, 'the request at the silent registry still waits');
    expectData(await transferIn(s, 'ian', { id: comId, code }));
    await s.control('POST', `/registry/domains/${com}/approve`);
    await arrived(comId);
    expectData(
      await s.as('ian')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id: comId }),
    );
    assert.equal((await waiting).code, 'UNAVAILABLE');
  } finally {
    otherConnection.cut();
    otherConnection.restore();
    await reopen('reseller');
  }
});

test('a transfer and a name in custody keep their connection when the file maps the suffix elsewhere', async () => {
  const [held, pending] = [freshName('io'), freshName('io')];
  const heldId = await startTransfer('cas', held);
  await otherControl('POST', `/registry/domains/${held}/approve`);
  await arrived(heldId);
  const pendingId = await startTransfer('cas', pending);
  await reopen('default');
  try {
    await otherControl('POST', `/registry/domains/${pending}/approve`);
    await arrived(pendingId);
    expectData(
      await s.as('cas')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id: heldId }),
    );
    const { expiresAt } = await s.record(heldId);
    const { expiry } = await otherControl('GET', `/registry/domains/${held}`);
    assert.equal(expiresAt?.toISOString(), expiry);
    const fresh = await addDomainInCustody(s, 'cas', freshName('io'));
    assert.equal((await s.record(fresh)).connectionId, 'default');
  } finally {
    await reopen('reseller');
  }
});

test('a failed transfer frees the name for the connection of its suffix', async () => {
  const name = freshName('io');
  const id = await startTransfer('dan', name);
  await otherControl('POST', `/registry/domains/${name}/reject`);
  await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  assert.equal((await s.record(id)).connectionId, null);
});

test('a name in custody without a stored connection belongs to the default one', async () => {
  const id = await addDomainInCustody(s, 'eve', freshName('com'));
  await domains.raw.updateOne({ _id: id } as never, { $unset: { connectionId: '' } });
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    assert.equal(domain.connectionId ?? null, null);
    const custodyCheck = { at: new Date(0), unknownSince: null };
    await domains.update(domain, { ...domain, custodyCheck }, tx);
    await tx.schedule({ kind: 'watch-custody', key: 'every' });
  });
  await s.settle();
  const { custodyCheck, active } = await s.record(id);
  assert.equal(active, true);
  assert.ok((custodyCheck?.at.getTime() ?? 0) > Date.now(), 'it was checked');
});

test('a name whose connection left the file waits for it, and is not lost', async () => {
  const id = await addDomainInCustody(s, 'fay', freshName('com'));
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, connectionId: 'former' }, tx);
  });
  const renewal = 'mutation ($id: ID!) { renewDomain(id: $id) { id } }';
  assert.equal((await s.as('fay')(renewal, { id })).code, 'UNAVAILABLE');
  await s.advance(3 * day);
  assert.equal((await s.record(id)).active, true);
});

/** Which of the connection's recurring jobs are still scheduled after a run. */
async function jobsLeftOf(key: string): Promise<string[]> {
  const kinds = ['poll-registry', 'watch-custody'];
  for (const kind of kinds)
    await serviceContext.store.jobs.schedule({ kind, key, at: new Date(0) });
  await s.settle();
  const rows = serviceContext.store.connection.collection('jobs');
  const left = await rows
    .find({ key, kind: { $in: kinds }, runAt: { $gt: new Date(0) } })
    .toArray();
  return left.map(({ kind }) => String(kind)).sort();
}

test('the jobs of a connection stay when this replica does not have it, or does not poll it', async () => {
  const both = ['poll-registry', 'watch-custody'];
  assert.deepEqual(await jobsLeftOf('added'), both);
  const { epp } = s.sandbox;
  const row = connectionRow('default', epp, { port: epp.port, suffixes: '*' });
  write([{ ...row, capabilities: { pollQueue: false } }]);
  await closeRegistrars();
  settings.read({ ...environment, REGISTRARS_FILE: path });
  await openRegistrars();
  try {
    assert.deepEqual(await jobsLeftOf('every'), both);
  } finally {
    await reopen('reseller');
  }
});

test('the service does not start without the suffix of a name in custody', async () => {
  const name = freshName('net');
  const id = await addDomainInCustody(s, 'gus', name);
  await closeRegistrars();
  try {
    useSuffixFile(suffixFileWithout('net'));
    await assert.rejects(openRegistrars(), {
      message: `The suffix file lacks .net, and ${name} is in custody.`,
    });
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      await domains.update(domain, { ...domain, active: false, endReason: 'TRANSFERRED_OUT' }, tx);
    });
    await openRegistrars();
  } finally {
    useSuffixFile(undefined);
    await reopen('reseller');
  }
});

test('a suffix without a connection, and one that the suffix file lacks, are rejected at the start', async () => {
  const { epp } = s.sandbox;
  write([connectionRow('default', epp, { port: epp.port, suffixes: ['com', 'invalid'] })]);
  settings.read({ ...environment, REGISTRARS_FILE: path });
  await closeRegistrars();
  await assert.rejects(openRegistrars(), /no connection has \.net;.*default has \.invalid/s);
  await reopen('reseller');
});
