/** DNSSEC as resolvers report it: SECURE only from a trusted one, BOGUS never proves, and forged answers are ignored. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Answer, DecodedPacket, Packet, Question } from 'dns-packet';
import packet from 'dns-packet';
import { checkProof, proofHosts } from './check-proof.ts';
import { queryServer } from './query-server.ts';
import { parseResolver } from './resolver.ts';

const domain = 'example.com';
const [challengeHost] = proofHosts(domain);
const record = 'nameloan-account=abcdefghijklmnop';
const serverFailure = 2;

interface Behaviour {
  /** Values at the challenge host. */
  values?: string[];
  /** Claims to have validated its answers. */
  ad?: boolean;
  /** Fails unless checking is disabled. */
  bogus?: boolean;
  /** Changes each response before it is sent; several are sent in order. */
  forge?: (answer: Packet, query: DecodedPacket) => Packet[];
}

const answerTo = (query: DecodedPacket, { values = [], ad, bogus }: Behaviour): Packet => {
  const name = query.questions?.[0]?.name ?? '';
  const there = name.toLowerCase() === challengeHost && !(bogus && !query.flag_cd);
  const code = bogus && !query.flag_cd ? serverFailure : 0;
  const answers: Answer[] = there
    ? values.map((data) => ({ type: 'TXT', name, ttl: 60, data: [data] }))
    : [];
  const flags = packet.RECURSION_AVAILABLE | (ad ? packet.AUTHENTIC_DATA : 0) | code;
  return { type: 'response', id: query.id ?? 0, flags, questions: query.questions ?? [], answers };
};

/** Returns `ip:port` and the queries it received. */
async function startResolver(t: TestContext, behaviour: Behaviour) {
  const queries: DecodedPacket[] = [];
  const forge = behaviour.forge ?? ((answer) => [answer]);
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) =>
      socket.end(packet.streamEncode(answerTo(packet.decode(bytes.subarray(2)), behaviour))),
    );
  });
  const udp = createSocket('udp4', (message, from) => {
    const query = packet.decode(message);
    queries.push(query);
    for (const one of forge(answerTo(query, behaviour), query))
      udp.send(packet.encode(one), from.port, from.address);
  });
  t.after(() => {
    udp.close();
    tcp.close();
  });
  // Another process may use the UDP port of the same number.
  for (let attempts = 1; ; attempts++) {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { address: `127.0.0.1:${port}`, queries };
    } catch (error) {
      if (attempts === 5) throw error;
      tcp.close();
      await once(tcp, 'close');
    }
  }
}

interface ResolverCase {
  behaviour: Behaviour;
  trusted: boolean;
}

async function check(t: TestContext, cases: ResolverCase[]) {
  const resolvers = await Promise.all(
    cases.map(async ({ behaviour, trusted }) => {
      const { address } = await startResolver(t, behaviour);
      return { address, trusted };
    }),
  );
  const records = [{ kind: 'ACCOUNT_TXT', value: record } as const];
  return checkProof({ domain, records, resolvers, timeoutMs: 2000 });
}

const sees: Behaviour = { values: [record], ad: true };
const lacks: Behaviour = { ad: true };
const fails: Behaviour = { forge: () => [] };

test('a validated answer of one trusted resolver stands for all, found or missing', async (t) => {
  const silent = { behaviour: lacks, trusted: false };
  const found = await check(t, [{ behaviour: sees, trusted: true }, silent]);
  assert.deepEqual([found.outcome, found.kind], ['FOUND', 'ACCOUNT_TXT']);
  const untrusted = { behaviour: sees, trusted: false };
  assert.equal(
    (await check(t, [{ behaviour: lacks, trusted: true }, untrusted])).outcome,
    'MISSING',
  );
  assert.equal((await check(t, [{ behaviour: sees, trusted: true }, untrusted])).outcome, 'FOUND');
});

test('without trust or without validation, all resolvers must agree', async (t) => {
  const other = { behaviour: fails, trusted: false };
  const claims = await check(t, [{ behaviour: sees, trusted: false }, other]);
  assert.equal(claims.outcome, 'UNKNOWN', 'anyone on the way can set the AD bit');
  const plain = { behaviour: { ...sees, ad: false }, trusted: true };
  assert.equal((await check(t, [plain, other])).outcome, 'UNKNOWN');
});

test('trusted resolvers that disagree are unclear', async (t) => {
  const cases = [sees, lacks].map((behaviour) => ({ behaviour, trusted: true }));
  assert.equal((await check(t, cases)).outcome, 'UNKNOWN');
});

test('invalid signatures never prove, even if another resolver sees or validates the record', async (t) => {
  const bogus = { behaviour: { ...sees, bogus: true }, trusted: true };
  const alone = await check(t, [bogus]);
  assert.equal(alone.outcome, 'UNKNOWN');
  assert.equal(alone.findings[0]?.errorCode, 'EBOGUS');
  assert.match(alone.findings[0]?.detail ?? '', /DNSSEC signatures/);
  const next = await check(t, [bogus, { behaviour: sees, trusted: false }]);
  assert.equal(next.outcome, 'UNKNOWN');
  assert.equal((await check(t, [bogus, { behaviour: sees, trusted: true }])).outcome, 'UNKNOWN');
});

test('a trusted resolver that does not respond leaves the decision to the validated answer of another', async (t) => {
  const cases = [sees, fails].map((behaviour) => ({ behaviour, trusted: true }));
  assert.equal((await check(t, cases)).outcome, 'FOUND');
});

test('queries ask for validation, and differ in id, capitalisation and source port', async (t) => {
  const { address, queries } = await startResolver(t, { values: [record] });
  for (let count = 0; count < 8; count++)
    await queryServer({ name: challengeHost, type: 'TXT', server: address }, 2000);
  const [query] = queries;
  assert.ok(query?.flag_rd && query.flag_ad && !query.flag_cd);
  const opt = query.additionals?.[0];
  assert.ok(opt?.type === 'OPT' && opt.flag_do);
  assert.ok(new Set(queries.map(({ id }) => id)).size > 4);
  assert.ok(new Set(queries.map(({ questions }) => questions?.[0]?.name)).size > 4);
});

test('an answer with another id or question is ignored, and one in other capitals is asked again over TCP', async (t) => {
  const forged: Answer[] = [{ type: 'TXT', name: challengeHost, ttl: 60, data: ['forged'] }];
  const question = (name: string): Question[] => [{ type: 'TXT', name, class: 'IN' }];
  const ignored = await startResolver(t, {
    values: [record],
    forge: (answer, query) => [
      { ...answer, id: ((query.id ?? 0) + 1) % 0x1_0000, answers: forged },
      { ...answer, questions: question('other.example'), answers: forged },
      answer,
    ],
  });
  const ask = { name: challengeHost, type: 'TXT' } as const;
  const data = async (server: string) => {
    const { answers } = await queryServer({ ...ask, server }, 2000);
    const [first] = answers ?? [];
    return first?.type === 'TXT' ? String(first.data) : undefined;
  };
  assert.equal(await data(ignored.address), record);
  const lowered = await startResolver(t, {
    values: [record],
    forge: (answer) => [{ ...answer, questions: question(challengeHost), answers: forged }],
  });
  assert.equal(await data(lowered.address), record);
});

test('a resolver is trusted on loopback or by its mark', () => {
  const trusted = ['127.0.0.1:53', '127.9.9.9:53', '[::1]:53', '9.9.9.9:53#trusted'];
  const others = ['9.9.9.9:53', 'localhost:53', '128.0.0.1:53', '127.0.0.1.example:53'];
  for (const text of trusted) assert.equal(parseResolver(text).trusted, true, text);
  for (const text of others) assert.equal(parseResolver(text).trusted, false, text);
  assert.equal(parseResolver('9.9.9.9:53#trusted').address, '9.9.9.9:53');
});

test('the state of DNSSEC is that of the answers that decide', async (t) => {
  const validationOf = async (...cases: ResolverCase[]) => (await check(t, cases)).validation;
  const trusted = (behaviour: Behaviour) => ({ behaviour, trusted: true });
  const other = (behaviour: Behaviour) => ({ behaviour, trusted: false });
  const unsigned: Behaviour = { ...sees, ad: false };
  const bogus: Behaviour = { values: [record], bogus: true };
  assert.equal(await validationOf(trusted(sees), other(lacks)), 'SECURE');
  assert.equal(await validationOf(trusted(lacks)), 'SECURE');
  assert.equal(await validationOf(trusted(unsigned), other(unsigned)), 'INSECURE');
  assert.equal(await validationOf(other(sees)), 'UNKNOWN', 'none is trusted');
  assert.equal(await validationOf(trusted(bogus), other(sees)), 'BOGUS');
});
