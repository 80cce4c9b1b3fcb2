/** The DNS server over UDP and TCP, queried by Node's resolver and with raw messages. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { Packet } from 'dns-packet';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';
import { call, ok, until } from '../control/test-control.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

let sandbox: RunningSandbox;
const resolver = new Resolver({ timeout: 1000, tries: 2 });
before(async () => {
  sandbox = await startSandbox();
  resolver.setServers([`${sandbox.dns.host}:${sandbox.dns.port}`]);
});
after(() => sandbox.close());

const code = async (name: string) => {
  const failed = await resolver.resolveTxt(name).catch((error: { code: string }) => error);
  return 'code' in failed ? failed.code : 'found';
};

function query(name: string, extra: Partial<Packet> = {}): Buffer {
  const questions = [{ type: 'TXT' as const, name }];
  return encode({ type: 'query', id: 77, flags: RECURSION_DESIRED, questions, ...extra });
}

function overUdp(message: Buffer): Promise<Buffer | null> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    const silence = setTimeout(() => finish(null), 300);
    const finish = (answer: Buffer | null) => {
      clearTimeout(silence);
      socket.close();
      resolve(answer);
    };
    socket.on('message', finish);
    socket.send(message, sandbox.dns.port, sandbox.dns.host);
  });
}

test('the TXT records set for a name are found, in any case, until they are removed', async () => {
  assert.equal(await code('_proof.example.com'), 'ENOTFOUND');
  await ok(sandbox, 'PUT', '/dns/_Proof.Example.com.', { txt: ['one', 'zwei ü'] });
  // Node decodes the bytes as latin1.
  const bytes = (await resolver.resolveTxt('_PROOF.example.COM')).map(([text]) =>
    Buffer.from(text ?? '', 'latin1'),
  );
  assert.deepEqual(bytes.map(String).sort(), ['one', 'zwei ü']);
  assert.equal(await code('example.com'), 'ENODATA', 'a name with a name below exists');
  assert.equal(await code('other.example.com'), 'ENOTFOUND');
  await ok(sandbox, 'PUT', '/dns/_proof.example.com', { txt: [] });
  assert.equal(await code('_proof.example.com'), 'ENODATA', 'it exists without TXT');
  await ok(sandbox, 'DELETE', '/dns/_proof.example.com');
  assert.equal(await code('_proof.example.com'), 'ENOTFOUND');
  assert.equal((await call(sandbox, 'DELETE', '/dns/_proof.example.com')).status, 404);
});

test('a long text is split into strings of 255 bytes that join to the original', async () => {
  const text = 'abcdefghij'.repeat(120);
  await ok(sandbox, 'PUT', '/dns/long.example.com', { txt: [text] });
  const [strings = []] = await resolver.resolveTxt('long.example.com');
  assert.deepEqual(
    strings.map((each) => each.length),
    [255, 255, 255, 255, 180],
  );
  assert.equal(strings.join(''), text);
});

test('a response too large for UDP is truncated and flagged, and complete over TCP', async () => {
  await ok(sandbox, 'PUT', '/dns/big.example.com', {
    txt: ['x'.repeat(200), 'y'.repeat(200), 'z'.repeat(200)],
  });
  const small = decode((await overUdp(query('big.example.com'))) ?? Buffer.alloc(0));
  assert.equal(small.flag_tc, true);
  assert.equal(small.answers?.length, 0);
  const edns = query('big.example.com', {
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: 1400,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  const extended = decode((await overUdp(edns)) ?? Buffer.alloc(0));
  assert.equal(extended.flag_tc, false);
  assert.equal(extended.answers?.length, 3);
  assert.equal(
    (await resolver.resolveTxt('big.example.com')).length,
    3,
    'a resolver goes on by TCP',
  );
});

test('over TCP a message may arrive in pieces, and several may share a connection', async () => {
  await ok(sandbox, 'PUT', '/dns/tcp.example.com', { txt: ['here'] });
  const message = query('tcp.example.com');
  const framed = Buffer.concat([Buffer.from([0, message.length]), message]);
  const socket = connect(sandbox.dns.port, sandbox.dns.host);
  const twice = Buffer.concat([framed, framed]);
  socket.write(twice.subarray(0, 1));
  setImmediate(() => socket.write(twice.subarray(1, framed.length + 5)));
  setTimeout(() => socket.write(twice.subarray(framed.length + 5)), 20);
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    const length = received.length >= 2 ? received.readUInt16BE(0) + 2 : Number.POSITIVE_INFINITY;
    if (received.length >= 2 * length) break;
  }
  const answer = decode(received.subarray(2, 2 + received.readUInt16BE(0)));
  assert.equal(answer.id, 77);
  assert.equal(answer.answers?.length, 1);
});

test('malformed messages and responses get no response; unsupported queries are refused', async () => {
  assert.equal(await overUdp(Buffer.from('no dns')), null);
  assert.equal(await overUdp(Buffer.alloc(0)), null);
  assert.equal(await overUdp(encode({ type: 'response', id: 1, questions: [] })), null);
  const rcode = async (message: Buffer) =>
    decode((await overUdp(message)) ?? Buffer.alloc(0)).flags ?? 0;
  const none = encode({ type: 'query', id: 5, questions: [] });
  assert.equal((await rcode(none)) & 0xf, 1);
  const status = encode({
    type: 'query',
    id: 5,
    flags: 2 << 11,
    questions: [{ type: 'A', name: 'a.com' }],
  });
  assert.equal((await rcode(status)) & 0xf, 4);
  const chaos = encode({
    type: 'query',
    id: 5,
    questions: [{ type: 'TXT', name: 'a.com', class: 'CH' }],
  });
  assert.equal((await rcode(chaos)) & 0xf, 5);
});

test("a registered domain has its registry's nameservers and a start of authority", async () => {
  const { nameservers } = await ok(sandbox, 'GET', '/registry/domains/served.com');
  assert.deepEqual((await resolver.resolveNs('served.com')).sort(), [...nameservers].sort());
  assert.equal((await resolver.resolveSoa('served.com')).nsname, nameservers[0]);
  assert.equal(await code('served.com'), 'ENODATA');
});

test('an invalid name or an invalid list of texts is rejected and changes nothing', async () => {
  const put = (name: string, body: unknown) => call(sandbox, 'PUT', `/dns/${name}`, body);
  assert.equal((await put('a..b', { txt: ['x'] })).status, 400);
  assert.equal((await put('a%20b.com', { txt: ['x'] })).status, 400);
  assert.equal((await put(`${'a'.repeat(64)}.com`, { txt: ['x'] })).status, 400);
  for (const body of [
    {},
    { txt: 'x' },
    { txt: [1] },
    { txt: ['x'], more: 1 },
    { txt: ['x'.repeat(5000)] },
    [],
  ]) {
    assert.equal((await put('bad.example.com', body)).status, 400, JSON.stringify(body));
  }
  assert.equal(await code('bad.example.com'), 'ENOTFOUND');
});

test('no malformed message crashes the DNS server', async () => {
  const socket = createSocket('udp4');
  const message = query('_proof.example.com');
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  for (let n = 0; n < 3000; n += 1) {
    const broken = Buffer.from(message.subarray(0, 1 + (random() % message.length)));
    for (let bits = random() % 4; bits >= 0; bits -= 1)
      broken[random() % broken.length] = random() >> 8;
    await new Promise((resolve) =>
      socket.send(broken, sandbox.dns.port, sandbox.dns.host, resolve),
    );
  }
  socket.close();
  // The flood may drop a datagram from the buffer, so the query is retried. The root is a valid name too.
  await until(async () => (await overUdp(query('.'))) !== null);
  assert.equal(await code('never-set.example.com'), 'ENOTFOUND');
});

test('an alias is followed, and a delegation of our own replaces that of the registry', async () => {
  await ok(sandbox, 'PUT', '/dns/alias.example.com', { cname: 'Target.example.net.' });
  assert.deepEqual(await resolver.resolveCname('alias.example.com'), ['target.example.net']);
  await ok(sandbox, 'PUT', '/dns/target.example.net', { txt: ['here'] });
  assert.deepEqual(await resolver.resolveTxt('alias.example.com'), [['here']]);
  await ok(sandbox, 'PUT', '/dns/target.example.net', { cname: 'alias.example.com' });
  assert.deepEqual(
    await resolver.resolveTxt('alias.example.com').catch(() => []),
    [],
    'a loop ends',
  );
  const ns = ['one.ns.example', 'two.ns.example'];
  await ok(sandbox, 'PUT', '/dns/delegated.com', { ns });
  assert.deepEqual((await resolver.resolveNs('delegated.com')).sort(), ns);
  const put = (body: unknown) => call(sandbox, 'PUT', '/dns/wrong.example.com', body);
  for (const body of [{ cname: 'a..b' }, { ns: ['x y'] }, { cname: 'a.com', txt: ['x'] }, {}])
    assert.equal((await put(body)).status, 400, JSON.stringify(body));
});
