/** Which servers of the parent zone are believed: only those that the resolvers agree on. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Answer } from 'dns-packet';
import packet from 'dns-packet';
import { checkDelegation } from './check-delegation.ts';

/** What a resolver answers: the servers of the parent zone by address, or a failure. */
interface Behaviour {
  servers: Record<string, string[]> | 'fails' | 'silent';
  trusted?: boolean;
  ad?: boolean;
}

const suffix = 'test';
const honest = { 'a.nic.test': ['127.50.0.1'], 'b.nic.test': ['127.50.0.2'] };
/** An attacker's servers. */
const forged = { 'x.rogue.example': ['127.66.0.1'], 'y.rogue.example': ['127.66.0.2'] };
const forgedAddresses = { 'a.nic.test': ['127.66.0.1'], 'b.nic.test': ['127.66.0.2'] };

function answersOf(servers: Record<string, string[]>, { name, type }: packet.Question): Answer[] {
  const owner = { name, ttl: 60 };
  if (type === 'NS')
    return Object.keys(servers).map((data) => ({ ...owner, type: 'NS' as const, data }));
  const addresses = servers[name.toLowerCase()] ?? [];
  return addresses.map((data) => ({ ...owner, type: 'A' as const, data }));
}

/** Returns `ip:port`. */
async function startResolver(t: TestContext, { servers, ad }: Behaviour): Promise<string> {
  const socket = createSocket('udp4', (message, from) => {
    if (servers === 'silent') return;
    const { id = 0, questions = [] } = packet.decode(message);
    const [question] = questions;
    assert.ok(question);
    const flags = (servers === 'fails' ? 2 : 0) | (ad ? packet.AUTHENTIC_DATA : 0);
    const answers = servers === 'fails' ? [] : answersOf(servers, question);
    const response = packet.encode({ type: 'response', id, flags, questions, answers });
    socket.send(response, from.port, from.address);
  });
  t.after(() => socket.close());
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return `127.0.0.1:${socket.address().port}`;
}

/** Addresses that are queried for the delegation; nothing listens at them. */
async function check(t: TestContext, behaviours: Behaviour[]) {
  const resolvers = await Promise.all(
    behaviours.map(async (behaviour) => ({
      address: await startResolver(t, behaviour),
      trusted: behaviour.trusted ?? false,
    })),
  );
  const { outcome, findings } = await checkDelegation({
    domain: 'example.test',
    suffix,
    nameservers: ['one.ns1.proof.example', 'one.ns2.proof.example'],
    proofHost: 'proof.example',
    resolvers,
    timeoutMs: 400,
  });
  assert.equal(outcome, 'UNKNOWN');
  return findings.map(({ resolver }) => resolver).sort();
}

const found = ['127.50.0.1:53', '127.50.0.2:53'];

test('servers on which all resolvers agree are asked', async (t) => {
  assert.deepEqual(await check(t, [{ servers: honest }, { servers: honest }]), found);
  assert.deepEqual(await check(t, [{ servers: honest }]), found, 'one may be the only resolver');
});

test('servers that only one resolver names are never asked, whichever resolver answers first', async (t) => {
  for (const servers of [forged, forgedAddresses, { ...honest, ...forged }]) {
    const lying = { servers };
    for (const resolvers of [
      [lying, { servers: honest }, { servers: honest }],
      [{ servers: honest }, lying],
    ]) {
      const asked = await check(t, resolvers);
      assert.deepEqual(
        asked.filter((one) => one.startsWith('127.66.')),
        [],
        JSON.stringify(servers),
      );
    }
  }
});

test('a resolver that fails or is silent leaves no agreement', async (t) => {
  for (const servers of ['fails', 'silent'] as const)
    assert.deepEqual(await check(t, [{ servers: honest }, { servers }]), []);
});

test('one server decides nothing, also under two names', async (t) => {
  const one = { 'a.nic.test': ['127.50.0.1'] };
  assert.deepEqual(await check(t, [{ servers: one }]), []);
  const twice = { ...one, 'b.nic.test': ['127.50.0.1'] };
  assert.deepEqual(await check(t, [{ servers: twice }]), []);
  const shared = { servers: { ...honest, 'b.nic.test': ['127.50.0.3'] } };
  assert.deepEqual(await check(t, [{ servers: honest }, shared]), []);
});

test('a validated answer of a trusted resolver stands for all, an AD bit of another does not', async (t) => {
  const validated = { servers: honest, trusted: true, ad: true };
  assert.deepEqual(await check(t, [{ servers: forged }, validated, { servers: 'silent' }]), found);
  assert.deepEqual(await check(t, [validated, { servers: 'silent', trusted: true }]), found);
  const claims = { servers: forged, ad: true };
  assert.deepEqual(await check(t, [claims, { servers: honest, trusted: true }]), []);
});

test('a trusted resolver that fails or contradicts cancels the validated answer of another', async (t) => {
  const validated = { servers: honest, trusted: true, ad: true };
  for (const servers of ['fails', forged] as const)
    assert.deepEqual(await check(t, [validated, { servers, trusted: true }]), []);
});
