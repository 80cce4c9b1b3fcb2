/** Hostile frames: every response is valid and the session stays open. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../server.ts';
import { frame } from './frames.ts';
import { eppNamespace, feeNamespace } from './names.ts';
import { codeOf, domainXml, hostXml, TestRegistrar } from './test-registrar.ts';

const wrap = (inner: string) =>
  `<epp xmlns="${eppNamespace}"><command>${inner}<clTRID>abc</clTRID></command></epp>`;

const commands = [
  `${domainXml('check', '<domain:name>a.com</domain:name><domain:name>b.net</domain:name>')}<extension><fee:check xmlns:fee="${feeNamespace}"><fee:command name="renew"><fee:period unit="y">2</fee:period></fee:command></fee:check></extension>`,
  domainXml('info', '<domain:name hosts="all">a.com</domain:name>'),
  domainXml(
    'update',
    '<domain:name>a.com</domain:name><domain:add><domain:ns><domain:hostObj>ns1.b.net</domain:hostObj></domain:ns><domain:status s="clientHold"/></domain:add><domain:chg><domain:authInfo><domain:pw>x&amp;y&#33;z&lt;</domain:pw></domain:authInfo></domain:chg>',
  ),
  domainXml(
    'renew',
    '<domain:name>a.com</domain:name><domain:curExpDate>2030-01-01</domain:curExpDate>',
  ),
  domainXml(
    'transfer',
    '<domain:name>a.com</domain:name><domain:authInfo><domain:pw>code-1</domain:pw></domain:authInfo>',
    ' op="request"',
  ),
  hostXml('create', '<host:name>ns1.b.net</host:name><host:addr ip="v6">::1</host:addr>'),
  '<poll op="ack" msgID="1"/>',
].map(wrap);

/** A deterministic sequence of pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function broken(random: (below: number) => number): Buffer {
  const source = Buffer.from(commands[random(commands.length)] ?? '');
  const from = random(source.length);
  const to = Math.min(source.length, from + 1 + random(12));
  switch (random(4)) {
    case 0:
      return Buffer.concat([source.subarray(0, from), source.subarray(to)]);
    case 1:
      return Buffer.concat([source.subarray(0, to), source.subarray(from)]);
    case 2: {
      const other = Buffer.from(commands[random(commands.length)] ?? '');
      return Buffer.concat([source.subarray(0, from), other.subarray(random(other.length))]);
    }
    default: {
      const copy = Buffer.from(source);
      for (let n = random(3); n >= 0; n -= 1) copy[random(copy.length)] = random(256);
      return copy;
    }
  }
}

test('two thousand malformed commands get two thousand valid responses without an internal error', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const random = numbers(20_260_901);
  const codes = new Map<number, number>();
  for (let n = 0; n < 2000; n += 1) {
    const bytes = broken(random);
    if (bytes.includes('logout')) continue;
    const header = Buffer.alloc(4);
    header.writeUInt32BE(bytes.length + 4);
    registrar.socket.write(Buffer.concat([header, bytes]));
    const answer = (await registrar.next()) ?? '';
    const code = codeOf(answer);
    assert.ok(code >= 1000 && code !== 2400, `${code} for ${bytes}`);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  assert.ok((codes.get(2001) ?? 0) > 500, 'most of them are syntax errors');
  assert.ok(codes.size > 5, `only ${[...codes.keys()]} were answered`);
  registrar.close();
});

test('text that a response cannot contain is rejected and not repeated', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const names = [
    'a\u0001b.com',
    '&#0;.com',
    '&#xd800;.com',
    '&#xfffe;.com',
    `${'a'.repeat(256)}.com`,
  ];
  for (const name of names) {
    const xml = await registrar.raw(wrap(domainXml('check', `<domain:name>${name}</domain:name>`)));
    assert.equal(codeOf(xml), 2001, name);
  }
  for (const name of ['&lt;b&gt;.com', '<![CDATA[a<b&c]]>.com', 'ü.com', `${'a'.repeat(64)}.com`]) {
    const xml = await registrar.raw(wrap(domainXml('check', `<domain:name>${name}</domain:name>`)));
    assert.equal(codeOf(xml), 1000, name);
    assert.match(xml, /avail="0"/, name);
  }
  registrar.close();
});

test('a client that sends without reading is disconnected, and others are served', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const greedy = await TestRegistrar.loggedIn(sandbox);
  greedy.socket.pause();
  const many = Buffer.concat(Array(500).fill(frame(commands[0] ?? '')));
  const closed = new Promise<void>((resolve) => greedy.socket.on('close', () => resolve()));
  for (let n = 0; n < 100 && !greedy.socket.destroyed; n += 1) {
    greedy.socket.write(many);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const other = await TestRegistrar.loggedIn(sandbox);
  assert.equal(codeOf(await other.raw(commands[1] ?? '')), 1000);
  greedy.socket.resume();
  await closed;
  other.close();
});
