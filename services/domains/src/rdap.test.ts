/** The service's RDAP client, its settings, and look-ups at the sandbox in its states and with its faults. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RdapReport, RdapResult } from '@nameloan/rdap/client';
import { SettingsError } from '@nameloan/runtime/settings';
import { settings } from './config.ts';
import { closeRdap, openRdap, rdap } from './rdap.ts';
import type { TestDomains } from './testing/start-domains.ts';
import { addDomainInCustody, day, freshName, startDomains } from './testing/start-domains.ts';

let service: TestDomains;
before(async () => {
  service = await startDomains();
});
after(() => service.stop());

function reportOf(result: RdapResult): RdapReport {
  assert.equal(result.kind, 'found', JSON.stringify(result));
  return (result as { report: RdapReport }).report;
}

const fresh = { maxAgeMs: 0 };
const lookUp = async (name: string) => reportOf(await rdap().lookUp(name, fresh));

test('the sandbox’s records are reported with both expiries, and age with the business clock', async () => {
  const name = freshName();
  const first = await lookUp(name);
  const ageDays = (report: RdapReport) =>
    Math.round((report.asOf.getTime() - (report.registeredAt?.getTime() ?? 0)) / day);
  assert.equal(ageDays(first), 330);
  assert.deepEqual(first.statuses, ['ok']);
  assert.deepEqual(first.registrar, { name: 'Other Registrar', ianaId: 9998 });
  assert.deepEqual(first.registrarExpiresAt, first.registryExpiresAt);
  assert.equal(first.lastTransferAt, undefined);
  assert.equal(first.dnssec, 'UNSIGNED');
  await service.advance(10 * day);
  assert.equal(ageDays(await lookUp(name)), 340);
});

test('a hold, a signed zone and a pending transfer at the registry are reported', async () => {
  const name = freshName('org');
  const ds = { keyTag: 370, algorithm: 13, digestType: 2, digest: 'BE74' };
  await service.control('PATCH', `/registry/domains/${name}`, {
    statuses: ['serverHold'],
    ds: [ds],
    lastTransferAt: '2026-10-01',
    pendingTransfer: true,
  });
  const report = await lookUp(name);
  assert.deepEqual(report.statuses, ['pendingTransfer', 'serverHold']);
  assert.deepEqual([report.dnssec, report.ds], ['SIGNED', [ds]]);
  assert.equal(report.lastTransferAt?.toISOString(), '2026-10-01T00:00:00.000Z');
});

test('a name in custody is reported at our registrar account, with its transfer', async () => {
  const name = freshName();
  await addDomainInCustody(service, 'owner-of-rdap', name);
  const report = await lookUp(name);
  assert.equal(report.registrar?.name, 'Nameloan');
  assert.ok(report.lastTransferAt);
});

test('a name that is not registered is absent, and a TLD without a server is unknown', async () => {
  const name = freshName('net');
  await service.control('GET', `/registry/domains/${name}`);
  await service.control('DELETE', `/registry/domains/${name}`);
  assert.equal((await rdap().lookUp(name)).kind, 'absent');
  const unknown = await rdap().lookUp(freshName('de'));
  assert.deepEqual(unknown, { kind: 'unknown', reason: 'NO_SERVER' });
});

test('with each fault of the servers a look-up ends by its deadline as unknown, and works later', async () => {
  for (const kind of ['refuse', 'drop', 'nonsense', 'slow']) {
    await service.control('PUT', '/settings', { faults: { rdap: { kind } } });
    const result = await rdap().lookUp(freshName('dev'), { deadlineMs: 400 });
    assert.equal(result.kind, 'unknown', kind);
  }
  await service.control('PUT', '/settings', { faults: {} });
  const name = freshName('dev');
  // The client leaves a failed server alone for some seconds.
  while ((await rdap().lookUp(name, { urgent: true })).kind !== 'found') await pause(50);
});

test('plain http is refused where it is not set, and the client can be opened again', async () => {
  const { RDAP_BOOTSTRAP_URL } = settings.value;
  const environment = { ...settingsOf(service), RDAP_BOOTSTRAP_URL, RDAP_PLAIN_HTTP: 'off' };
  settings.read(environment);
  assert.throws(openRdap, SettingsError);
  settings.read({ ...environment, RDAP_PLAIN_HTTP: 'on' });
  await closeRdap();
  openRdap();
  assert.equal((await rdap().lookUp(freshName())).kind, 'found');
});

/** The settings that have no default. */
function settingsOf({ sandbox }: TestDomains): Record<string, string> {
  const { host, port, clientId, password } = sandbox.epp;
  return {
    DNS_RESOLVERS: `${sandbox.dns.host}:${sandbox.dns.port}`,
    EPP_HOST: host,
    EPP_PORT: String(port),
    EPP_CLIENT_ID: clientId,
    EPP_PASSWORD: password,
  };
}
