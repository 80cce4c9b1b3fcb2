/** The proof check with real DNS packets: every kind of answer, over UDP and TCP. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Answer, DecodedPacket } from 'dns-packet';
import packet from 'dns-packet';
import { checkProof, proofHosts } from './check-proof.ts';
import { parseResolver } from './resolver.ts';

const domain = 'example.com';
const [Challenge, Apex] = proofHosts(domain);
const wantedRecord = 'nameloan-verification=abcdefghijklmnopqrstuvwxyz';
const nxdomain = 3;
const servfail = 2;
const refusedCode = 5;

/** The fake resolver's answer for one name: records, an error code, or none. */
type Zone = Record<string, readonly Answer[] | number | 'no response'>;

test('a record at either host name that every resolver sees is found', async (t) => {
  const first = await resolver(t, { [Challenge]: [txt(Challenge, [wantedRecord])], [Apex]: [] });
  const second = await resolver(t, { [Challenge]: nxdomain, [Apex]: [txt(Apex, [wantedRecord])] });
  const { outcome, findings } = await check([first, second]);
  assert.equal(outcome, 'FOUND');
  assert.deepEqual(
    findings.map((finding) => [finding.resolver, finding.name, finding.result]),
    [
      [first, Challenge, 'FOUND'],
      [first, Apex, 'ABSENT'],
      [second, Challenge, 'ABSENT'],
      [second, Apex, 'FOUND'],
    ],
  );
});

test('a resolver may be given by name, and one whose name does not resolve is unknown, in time', {
  timeout: 8000,
}, async (t) => {
  const known = await resolver(t, { [Challenge]: [txt(Challenge, [wantedRecord])], [Apex]: [] });
  const named = known.replace('127.0.0.1', 'localhost');
  const { outcome, findings } = await check([named]);
  assert.equal(outcome, 'FOUND');
  assert.equal(findings[0]?.resolver, named);
  const lost = await check(['gone.invalid:53'], 1000);
  assert.equal(lost.outcome, 'UNKNOWN');
});

test('NXDOMAIN and an answer without TXT records both mean missing', async (t) => {
  const noName = await resolver(t, { [Challenge]: nxdomain, [Apex]: nxdomain });
  const empty = await resolver(t, { [Challenge]: [], [Apex]: [] });
  assert.equal((await check([noName])).outcome, 'MISSING');
  assert.equal((await check([noName, empty])).outcome, 'MISSING');
});

test('the strings of one record are joined, and one matching record among others is enough', async (t) => {
  const split = txt(Challenge, [
    wantedRecord.slice(0, 9),
    wantedRecord.slice(9, 30),
    wantedRecord.slice(30),
  ]);
  const at = await resolver(t, {
    [Challenge]: [txt(Challenge, ['v=spf1 -all']), split],
    [Apex]: [],
  });
  const { outcome, findings } = await check([at]);
  assert.equal(outcome, 'FOUND');
  assert.deepEqual(findings[0]?.records, [wantedRecord, 'v=spf1 -all']);
});

test('another record, a substring, or a longer record that contains it is not the record', async (t) => {
  for (const value of [
    'other',
    wantedRecord.slice(0, -1),
    `${wantedRecord}x`,
    wantedRecord.toUpperCase(),
  ]) {
    const at = await resolver(t, { [Challenge]: [txt(Challenge, [value])], [Apex]: nxdomain });
    const { outcome, findings } = await check([at]);
    assert.equal(outcome, 'MISSING', value);
    assert.equal(findings[0]?.result, 'OTHER');
    assert.deepEqual(findings[0]?.records, [value]);
  }
});

test('strings that match only when two records are joined prove nothing', async (t) => {
  const halves = [
    txt(Challenge, [wantedRecord.slice(0, 20)]),
    txt(Challenge, [wantedRecord.slice(20)]),
  ];
  const at = await resolver(t, { [Challenge]: halves, [Apex]: [] });
  assert.equal((await check([at])).outcome, 'MISSING');
});

test('a server failure, a refusal and no response are unknown, never missing', async (t) => {
  for (const [bad, why] of [
    [servfail, 'it had an internal error'],
    [refusedCode, 'it refused the query'],
    ['no response', 'it did not respond in time'],
  ] as const) {
    const at = await resolver(t, { [Challenge]: bad, [Apex]: nxdomain });
    const { outcome, findings } = await check([at]);
    assert.equal(outcome, 'UNKNOWN', String(bad));
    assert.equal(findings[0]?.result, 'UNKNOWN');
    assert.ok(findings[0]?.detail.endsWith(`gave no clear answer for ${Challenge}: ${why}.`));
  }
});

test('a record at one host name counts even if the other gives no answer', async (t) => {
  const at = await resolver(t, { [Challenge]: servfail, [Apex]: [txt(Apex, [wantedRecord])] });
  assert.equal((await check([at])).outcome, 'FOUND');
});

test('resolvers that disagree give unknown, whatever their order', async (t) => {
  const sees = await resolver(t, { [Challenge]: [txt(Challenge, [wantedRecord])], [Apex]: [] });
  const lacks = await resolver(t, { [Challenge]: nxdomain, [Apex]: nxdomain });
  const fails = await resolver(t, { [Challenge]: servfail, [Apex]: servfail });
  for (const several of [
    [sees, lacks],
    [lacks, sees],
    [sees, fails],
    [lacks, fails],
  ]) {
    assert.equal((await check(several)).outcome, 'UNKNOWN');
  }
});

test('an alias is resolved to its record', async (t) => {
  const alias: Answer = { type: 'CNAME', name: Challenge, data: 'proof.example.net', ttl: 60 };
  const target = txt('proof.example.net', [wantedRecord]);
  const at = await resolver(t, { [Challenge]: [alias, target], [Apex]: [] });
  assert.equal((await check([at])).outcome, 'FOUND');
  const dangling = await resolver(t, { [Challenge]: [alias], [Apex]: [] });
  assert.equal((await check([dangling])).outcome, 'MISSING');
});

test('an answer too long for UDP is retried over TCP, and the stored values are bounded', async (t) => {
  const many = Array.from({ length: 40 }, (_, index) => txt(Apex, [`${index}-`.padEnd(250, 'x')]));
  const at = await resolver(t, {
    [Challenge]: nxdomain,
    [Apex]: [...many, txt(Apex, [wantedRecord])],
  });
  const { outcome, findings } = await check([at]);
  assert.equal(outcome, 'FOUND');
  assert.equal(findings[1]?.records.length, 10);
  assert.equal(findings[1]?.records[0], wantedRecord);
  assert.ok(findings[1]?.records.every((record) => record.length <= 200));
});

test('an unreachable resolver or an invalid address is unknown within the timeout', {
  timeout: 5000,
}, async () => {
  const { outcome } = await check(['127.0.0.1:1', 'nonsense'], 500);
  assert.equal(outcome, 'UNKNOWN');
});

test('a check without resolvers throws', async () => {
  await assert.rejects(check([]), TypeError);
});

/** Long enough for answers on a busy machine. */
function check(resolvers: string[], timeoutMs = 2000) {
  return checkProof({
    domain: domain,
    records: [{ kind: 'TXT', value: wantedRecord }],
    resolvers: resolvers.map(parseResolver),
    timeoutMs,
  });
}

function txt(name: string, data: string[]): Answer {
  return { type: 'TXT', name, ttl: 60, data };
}

/** A DNS server on loopback, the same port for UDP and TCP; returns `ip:port`. */
async function resolver(t: TestContext, zone: Zone): Promise<string> {
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let got = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk]);
      if (got.length < 2 || got.length < 2 + got.readUInt16BE(0)) return;
      const answer = respond(zone, packet.decode(got.subarray(2)));
      if (answer) socket.end(packet.streamEncode(answer));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const address = tcp.address();
  assert.ok(typeof address === 'object' && address !== null);
  const udp = createSocket('udp4', (message, from) => {
    const answer = respond(zone, packet.decode(message));
    if (!answer) return;
    const whole = packet.encode(answer);
    const cut = { ...answer, answers: [], flags: (answer.flags ?? 0) | packet.TRUNCATED_RESPONSE };
    udp.send(whole.length > 512 ? packet.encode(cut) : whole, from.port, from.address);
  });
  udp.bind(address.port, '127.0.0.1');
  await once(udp, 'listening');
  t.after(() => {
    udp.close();
    tcp.close();
  });
  return `127.0.0.1:${address.port}`;
}

function respond(zone: Zone, query: DecodedPacket): packet.Packet | undefined {
  const name = query.questions?.[0]?.name.toLowerCase() ?? '';
  const answer = zone[name] ?? servfail;
  if (answer === 'no response') return undefined;
  const rcode = typeof answer === 'number' ? answer : 0;
  return {
    type: 'response',
    id: query.id ?? 0,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode,
    questions: query.questions ?? [],
    answers: typeof answer === 'number' ? [] : [...answer],
  };
}
