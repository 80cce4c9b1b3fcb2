/** Many jobs that wait for a registry that never answers delay none of another registry. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSandbox } from '@nameloan/sandbox/server';
import { startSandbox } from '@nameloan/sandbox/server';
import { settings } from './config.ts';
import { domains } from './domain/domain.model.ts';
import { closeRegistrars, openRegistrars } from './registrars.ts';
import { fetchRenewalOffer, orderRenewal } from './renewal/order-renewal.ts';
import { serviceContext } from './service-context.ts';
import type { FaultyConnection } from './testing/faulty-connection.ts';
import { startFaultyConnection } from './testing/faulty-connection.ts';
import { acceptanceData, loanOn, reserveFor } from './testing/loans.ts';
import { connectionRow, registrarFile } from './testing/registrar-settings.ts';
import { repeatRecord } from './testing/repeat-record.ts';
import type { TestDomains } from './testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  addVerifiedDomain,
  expectData,
  freshName,
  startDomains,
  transferIn,
} from './testing/start-domains.ts';

/** Longer than this file runs, so that each job waits until the end. */
const silenceMs = 600_000;
const waitingCount = 40;
const suffix = 'io';
/** More than the places of all reservations. */
const reservationCount = 9;

const { path, write } = registrarFile();
let s: TestDomains;
/** The registry that becomes silent. */
let other: RunningSandbox;
let silent: FaultyConnection;

before(async () => {
  other = await startSandbox();
  silent = await startFaultyConnection(other.epp);
  s = await startDomains();
  const { dns, epp } = s.sandbox;
  write([
    connectionRow('default', epp, { port: s.registryConnection.port, suffixes: '*' }),
    {
      ...connectionRow('silent', other.epp, { port: silent.port, suffixes: [suffix] }),
      timeoutMs: silenceMs,
    },
  ]);
  await closeRegistrars();
  settings.read({
    DNS_RESOLVERS: `${dns.host}:${dns.port}`,
    DEFAULT_PASSWORD: epp.password,
    SILENT_PASSWORD: other.epp.password,
    REGISTRARS_FILE: path,
  });
  await openRegistrars();
});
after(async () => {
  silent.cut();
  silent.restore();
  await s.stop();
  await silent.close();
  await other.close();
});

const otherControl = async (method: string, route: string) => {
  const response = await fetch(`${other.controlUrl}${route}`, { method });
  assert.ok(response.ok, `${method} ${route}: ${response.status}`);
  return response.json() as Promise<Record<string, unknown>>;
};

/** Starts a transfer at the registry that becomes silent. */
async function startTransfer(): Promise<{ id: string; name: string }> {
  const name = freshName(suffix);
  const id = await addVerifiedDomain(s, 'ivy', name);
  const { authCode } = await otherControl('GET', `/registry/domains/${name}`);
  expectData(await transferIn(s, 'ivy', { id, code: String(authCode) }));
  return { id, name };
}

async function addInCustody(): Promise<string> {
  const { id, name } = await startTransfer();
  await otherControl('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  return id;
}

const rows = () => serviceContext.store.connection.collection('jobs');
const schedule = (kind: string, key: string) =>
  serviceContext.store.jobs.schedule({ kind, key, at: new Date(0) });

/** Resolves once none of these jobs runs or waits. */
async function done(ids: readonly string[]): Promise<void> {
  const due = { _id: { $in: ids }, runAt: { $lte: new Date() } } as never;
  while ((await rows().countDocuments(due)) > 0) await pause(10);
}

/** A renewal that a job has to resume at once. */
async function startRenewal(id: string): Promise<void> {
  const domain = await domains.get(id);
  await orderRenewal(domain, await fetchRenewalOffer(domain), {
    accountId: domain.accountId,
    agreedCents: 100_000,
    automatic: true,
    platformPays: true,
    assertOrderable: () => undefined,
  });
  await rows().updateOne({ _id: `renew:${id}` } as never, { $set: { runAt: new Date(0) } });
  serviceContext.store.jobs.wake();
}

test('a transfer, a renewal, a nameserver change and a reservation end while forty jobs wait for a silent registry', async () => {
  const nameservers = ['ns1.elsewhere.example', 'ns2.elsewhere.example'];
  const held = await addDomainInCustody(s, 'ann', freshName('com'));
  const pledged = await addDomainInCustody(s, 'ann', freshName('com'));
  const arrivingName = freshName('com');
  const arriving = await addTransferringDomain(s, 'ann', arrivingName);
  const silentIds = await repeatRecord(await addInCustody(), { count: reservationCount, suffix });
  const transfers = await repeatRecord((await startTransfer()).id, { count: waitingCount, suffix });
  const { expiresAt } = await s.record(held);

  silent.silence();
  for (const id of transfers) await schedule('watch-transfer', id);
  for (const key of ['every', 'silent']) await schedule('watch-custody', key);
  for (const id of silentIds)
    await s.deliver('lending.offer.accepted', acceptanceData(await loanOn(s, id)));
  const ids = transfers.map((id) => `watch-transfer:${id}`);
  const countWaiting = (more: object) =>
    rows().countDocuments({ _id: { $in: ids }, runAt: new Date(0), ...more } as never);
  while ((await countWaiting({ leasedUntil: { $gt: new Date(0) } })) === 0) await pause(10);

  await s.control('POST', `/registry/domains/${arrivingName}/approve`);
  expectData(
    await s.as('ann')(
      'mutation ($id: ID!, $ns: [String!]!) { setNameservers(id: $id, nameservers: $ns) { id } }',
      { id: held, ns: nameservers },
    ),
  );
  await startRenewal(held);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === arriving);
  await done([`renew:${held}`, `set-nameservers:${held}`]);
  await reserveFor(s, pledged);

  const changed = await s.record(held);
  assert.ok(expiresAt && changed.expiresAt && changed.expiresAt > expiresAt);
  assert.deepEqual(changed.nameservers, nameservers);
  assert.equal(await countWaiting({}), waitingCount, 'all jobs of the silent registry still wait');
});
