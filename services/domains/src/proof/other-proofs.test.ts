/** Proofs by an alias and by the nameservers of the delegation: won, lost, contested, and bound to the account. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import type { DnsProxy } from '../testing/dns-proxy.ts';
import { startDnsProxy } from '../testing/dns-proxy.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  hour,
  minute,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
/** Between the service and the parent zone. */
let parent: DnsProxy;
/** Between the service and its resolver. */
let resolver: DnsProxy;
before(async () => {
  const sandbox = await startSandbox();
  [parent, resolver] = await Promise.all([startDnsProxy(sandbox.dns), startDnsProxy(sandbox.dns)]);
  const environment = {
    DNS_PARENT_SERVERS: parent.resolver,
    DNS_RESOLVERS: resolver.resolver,
    DNS_TIMEOUT_MS: '1000',
  };
  s = await startDomains({ sandbox, environment });
});
after(async () => {
  await s.stop();
  parent.close();
  resolver.close();
});

interface Targets {
  nameservers: string[];
  cname: { host: string; target: string };
}

const readTargets = async (who: string): Promise<Targets> =>
  expectData(await s.as(who)('{ accountProof { nameservers cname { host target } } }'))
    .accountProof;

async function verify(who: string, id: string) {
  expectData(await call(s, who, { field: 'verifyDomain', id }));
  await s.settle();
  return s.record(id);
}

const readProof = async (who: string, id: string) =>
  expectData(
    await s.as(who)('query ($id: ID!) { domain(id: $id) { proof { kind strength } } }', { id }),
  ).domain.proof;

const setDns = (name: string, records: object) => s.control('PUT', `/dns/${name}`, records);

async function setAlias(who: string, name: string) {
  const { host, target } = (await readTargets(who)).cname;
  await setDns(`${host}.${name}`, { cname: target });
}

const setNameservers = async (who: string, name: string) =>
  setDns(name, { ns: (await readTargets(who)).nameservers });

async function addProven(
  who: string,
  prove: (who: string, name: string) => Promise<unknown>,
): Promise<{ id: string; name: string }> {
  const name = freshName();
  const id = await addTestDomain(s, who, name);
  await prove(who, name);
  assert.equal((await verify(who, id)).status, 'EXTERNAL_VERIFIED');
  return { id, name };
}

test('the names of an account are stable, valid as host names, and differ between accounts', async () => {
  const [ann, again, bob] = await Promise.all(['ann', 'ann', 'bob'].map(readTargets));
  assert.ok(ann && bob);
  assert.deepEqual(again, ann);
  assert.match(ann.nameservers.join(' '), /^([a-z2-7]{32})\.ns1\.\S+ \1\.ns2\.\S+$/);
  assert.match(ann.cname.target, /^[a-z2-7]{32}\.dcv\.proof\.nameloan\.example$/);
  assert.equal(new Set([...ann.nameservers, ...bob.nameservers]).size, 4);
  assert.notEqual(ann.cname.target, bob.cname.target);
});

test('an alias at the challenge host proves the name, at the apex or of another account it does not', async () => {
  const { id } = await addProven('ann', setAlias);
  assert.deepEqual(await readProof('ann', id), { kind: 'CNAME', strength: 'DNS' });
  const name = freshName();
  const other = await addTestDomain(s, 'ann', name);
  await setAlias('bob', name);
  assert.equal((await verify('ann', other)).status, 'EXTERNAL_UNVERIFIED');
  const { target } = (await readTargets('ann')).cname;
  await setDns(name, { cname: target });
  await s.control('DELETE', `/dns/_nameloan-challenge.${name}`);
  assert.equal((await verify('ann', other)).status, 'EXTERNAL_UNVERIFIED');
});

test('both nameservers in the delegation prove the name, also next to others; one does not', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'ann', name);
  const { nameservers } = await readTargets('ann');
  await setDns(name, { ns: nameservers.slice(0, 1) });
  assert.equal((await verify('ann', id)).status, 'EXTERNAL_UNVERIFIED');
  await setDns(name, { ns: ['ns1.parking.example', ...nameservers] });
  assert.equal((await verify('ann', id)).status, 'EXTERNAL_VERIFIED');
  assert.deepEqual(await readProof('ann', id), { kind: 'NAMESERVERS', strength: 'REGISTRAR' });
});

test('an alias that is gone loses the name after two checks, and a silent parent zone loses nothing', async () => {
  const alias = await addProven('ann', setAlias);
  const delegated = await addProven('ann', setNameservers);
  await s.control('DELETE', `/dns/_nameloan-challenge.${alias.name}`);
  parent.silent = true;
  await verify('ann', alias.id);
  await verify('ann', delegated.id);
  await s.advance(hour + minute);
  parent.silent = false;
  assert.equal((await s.record(alias.id)).status, 'EXTERNAL_UNVERIFIED');
  const kept = await s.record(delegated.id);
  assert.deepEqual([kept.status, kept.proofMissingSince], ['EXTERNAL_VERIFIED', null]);
  assert.equal(kept.verificationAttempts[0]?.outcome, 'UNKNOWN');
  await setDns(delegated.name, { ns: ['ns1.parking.example'] });
  await verify('ann', delegated.id);
  await s.advance(hour + minute);
  assert.equal((await s.record(delegated.id)).status, 'EXTERNAL_UNVERIFIED');
});

test('a delegation that moves elsewhere loses the name after two checks, without a second account', async () => {
  const { id, name } = await addProven('ann', setNameservers);
  await setDns(name, { ns: ['ns1.parking.example', 'ns2.parking.example'] });
  const missing = await verify('ann', id);
  assert.equal(missing.status, 'EXTERNAL_VERIFIED', 'one check is not enough');
  assert.ok(missing.proofMissingSince);
  await s.advance(hour + minute);
  assert.equal((await s.record(id)).status, 'EXTERNAL_UNVERIFIED');
  assert.equal(s.eventsOf('domains.domain.proof-lost', id).length, 1);
  assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 0);
});

test('another account’s alias contests a name, and takes it once the record of the first is gone', async () => {
  const name = freshName();
  const old = await addTestDomain(s, 'ann', name);
  await setDns(name, { txt: [(await s.record(old)).verificationRecord] });
  assert.equal((await verify('ann', old)).status, 'EXTERNAL_VERIFIED');
  const fresh = await addTestDomain(s, 'bob', name);
  await setAlias('bob', name);
  assert.equal((await verify('bob', fresh)).status, 'EXTERNAL_UNVERIFIED');
  assert.equal((await s.record(old)).status, 'EXTERNAL_VERIFIED', 'both records exist');
  for (const id of [old, fresh])
    assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 1);
  await s.control('DELETE', `/dns/${name}`);
  await s.advance(2 * minute);
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_VERIFIED');
  assert.deepEqual(await readProof('bob', fresh), { kind: 'CNAME', strength: 'DNS' });
  assert.equal((await s.record(old)).status, 'EXTERNAL_UNVERIFIED');
});

test('another account’s nameservers take the name once the record of the first is gone', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'bob', name);
  await setNameservers('bob', name);
  assert.equal((await verify('bob', fresh)).status, 'EXTERNAL_UNVERIFIED');
  for (const id of [old, fresh])
    assert.equal(s.eventsOf('domains.domain.proof-contested', id).length, 1);
  await s.control('DELETE', `/dns/_nameloan-challenge.${name}`);
  await s.advance(2 * minute);
  assert.equal((await s.record(fresh)).status, 'EXTERNAL_VERIFIED');
  assert.equal((await s.record(old)).status, 'EXTERNAL_UNVERIFIED');
});

test('nameservers that serve no zone take the name from a record that no resolver can read any more', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'bob', name);
  const { nameservers } = await readTargets('bob');
  resolver.silent = true;
  try {
    await setDns(name, { ns: ['ns1.parking.example', ...nameservers] });
    assert.equal(
      (await verify('bob', fresh)).status,
      'EXTERNAL_UNVERIFIED',
      'an ordinary nameserver may serve the former record',
    );
    await setDns(name, { ns: nameservers });
    assert.equal((await verify('bob', fresh)).status, 'EXTERNAL_VERIFIED');
  } finally {
    resolver.silent = false;
  }
  const lost = await s.record(old);
  assert.equal(lost.status, 'EXTERNAL_UNVERIFIED');
  assert.equal(s.eventsOf('domains.domain.proof-lost', old).length, 1);
});

test('a loan is secured by a name of either proof', async () => {
  for (const prove of [setAlias, setNameservers]) {
    const { id } = await addProven('ann', prove);
    await reserveFor(s, id);
    assert.equal((await s.record(id)).reservation?.state, 'RESERVED');
  }
});
