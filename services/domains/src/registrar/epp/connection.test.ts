/** The connection when the registry or the network fails: nothing is lost and nothing is done twice. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Script, ScriptedRegistry } from '../../testing/scripted-registry.ts';
import {
  greeting,
  response,
  scriptedRegistry,
  send,
  trnData,
} from '../../testing/scripted-registry.ts';
import {
  EppRejectedError,
  EppUnavailableError,
  EppUnknownOutcomeError,
} from '../registrar-errors.ts';
import type { EppOptions } from './connect-epp.ts';
import { connectEpp } from './connect-epp.ts';
import { frame } from './frames.ts';

const password = 'registrar-password-1';
const authCode = 'Au-th&Code<7>';
const domainName = 'example.com';

/** Far more than a response takes on a busy machine; and a short timeout for responses that never arrive. */
const [longMs, shortMs] = [20_000, 1000];
const unresponsive: Script = { command: () => undefined };

async function connect(t: TestContext, script: Script, options: Partial<EppOptions> = {}) {
  const registry = await scriptedRegistry(t, script);
  const logged: string[] = [];
  const registrar = connectEpp({
    host: '127.0.0.1',
    port: registry.port,
    ca: registry.ca,
    clientId: 'Nameloan',
    password,
    timeoutMs: longMs,
    initialRetryDelayMs: 5,
    maxRetryDelayMs: 20,
    log: ({ text }) => logged.push(text),
    ...options,
  });
  t.after(() => registrar.close());
  return { registry, registrar, logged };
}

function sentOf(registry: ScriptedRegistry, text: string): number {
  return registry.frames.filter((xml) => xml.includes(text)).length;
}

const ask = (op: string) => `<transfer op="${op}">`;

test('a response in chunks of one octet, and two frames in one chunk, are both read', async (t) => {
  const { registrar } = await connect(t, {
    greet(socket) {
      for (const octet of frame(greeting)) socket.write(Buffer.of(octet));
    },
    command({ socket, id }) {
      for (const octet of frame(response(id, 1001, trnData(domainName))))
        socket.write(Buffer.of(octet));
    },
  });
  const transfer = await registrar.transferRequest(domainName, authCode);
  assert.equal(transfer.status, 'pending');
  assert.equal(transfer.actingAt?.toISOString(), '2026-11-25T10:00:00.000Z');
});

test('an unexpected frame ends the connection, and the response before it still counts', async (t) => {
  const { registrar, registry } = await connect(t, {
    command({ socket, id }) {
      const good = frame(response(id, 1001, trnData(domainName)));
      socket.write(Buffer.concat([good, frame(response('stray', 1000))]));
    },
  });
  assert.equal((await registrar.transferRequest(domainName, authCode)).status, 'pending');
  await registrar.transferQuery(domainName);
  assert.equal(registry.connections(), 2);
});

test('a response to another command is never used', async (t) => {
  const { registrar, registry } = await connect(t, {
    command({ socket, id }, connection) {
      send(socket, response(connection === 1 ? 'NL-other' : id, 1000, trnData(domainName)));
    },
  });
  await assert.rejects(registrar.transferRequest(domainName, authCode), EppUnknownOutcomeError);
  assert.equal(sentOf(registry, ask('request')), 1);
  assert.equal((await registrar.transferQuery(domainName)).status, 'pending');
});

test('a change whose response is lost has an unknown outcome and is sent once', async (t) => {
  const failures: Script['command'][] = [
    unresponsive.command,
    ({ socket }) => socket.destroy(),
    ({ socket }) => socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff])),
    ({ socket }) => socket.write(Buffer.from([0, 0, 0, 4])),
    ({ socket }) => socket.write(Buffer.from([0, 0, 0, 5, 0xff])),
    ({ socket }) => send(socket, '<epp><response></epp>'),
    ({ socket }) => send(socket, greeting),
    ({ socket, id }) => send(socket, `<!DOCTYPE epp [<!ENTITY x "y">]>${response(id, 1001)}`),
    ({ socket, id }) => send(socket, response(id, 1001)),
    ({ socket, id }) => send(socket, response(id, 1001, trnData('another.com'))),
    ({ socket, id }) => send(socket, response(id, 1001, trnData(domainName, 'nonsense'))),
    ({ socket }) => socket.end(frame(response('x', 1001)).subarray(0, 20)),
  ];
  for (const command of failures) {
    const timeoutMs = command === unresponsive.command ? shortMs : longMs;
    const { registrar, registry } = await connect(t, { command }, { timeoutMs });
    await assert.rejects(
      registrar.transferRequest(domainName, authCode),
      EppUnknownOutcomeError,
      String(command),
    );
    assert.equal(sentOf(registry, ask('request')), 1, String(command));
  }
});

test('a query whose response is lost is repeated on a new connection', async (t) => {
  const { registrar, registry } = await connect(t, {
    command({ socket, id }, connection) {
      if (connection < 3) socket.destroy();
      else send(socket, response(id, 1000, trnData(domainName, 'serverApproved')));
    },
  });
  assert.equal((await registrar.transferQuery(domainName, authCode)).status, 'serverApproved');
  assert.equal(registry.connections(), 3);
  assert.equal(sentOf(registry, ask('query')), 3);
});

test('a query without a response ends as unavailable after a few attempts', async (t) => {
  const { registrar, registry } = await connect(t, { command: ({ socket }) => socket.destroy() });
  await assert.rejects(registrar.info(domainName), unavailable('UNREACHABLE'));
  assert.equal(sentOf(registry, '<info>'), 3);
});

test('a change that was not yet sent when the connection broke is sent on the next one', async (t) => {
  const { registrar, registry } = await connect(t, {
    command({ socket, id }, connection) {
      if (connection === 1) socket.destroy();
      else send(socket, response(id, 1001, trnData(domainName)));
    },
  });
  const first = registrar.transferCancel(domainName);
  const second = registrar.transferRequest(domainName, authCode);
  await assert.rejects(first, EppUnknownOutcomeError);
  assert.equal((await second).status, 'pending');
  assert.equal(sentOf(registry, ask('request')), 1);
});

test('commands run one at a time and in order, however many are queued', async (t) => {
  let open = 0;
  const { registrar, registry } = await connect(t, {
    command({ socket, id, xml }) {
      open += 1;
      assert.equal(open, 1);
      const name = /<domain:name[^>]*>([^<]*)</.exec(xml)?.[1] ?? '';
      setImmediate(() => {
        open -= 1;
        send(socket, response(id, 1000, trnData(name)));
      });
    },
  });
  const names = Array.from({ length: 30 }, (_, index) => `n${index}.com`);
  const transfers = await Promise.all(names.map((name) => registrar.transferQuery(name)));
  assert.deepEqual(
    transfers.map((transfer) => transfer.name),
    names,
  );
  assert.equal(registry.connections(), 1);
  const ids = registry.frames.map((xml) => /<clTRID>(.*?)</.exec(xml)?.[1]);
  assert.equal(new Set(ids).size, ids.length);
});

test('the queue is bounded: one more command is rejected immediately and never sent', async (t) => {
  const options = { maxQueued: 3, timeoutMs: shortMs };
  const { registrar, registry } = await connect(t, unresponsive, options);
  const waiting = Array.from({ length: 4 }, () =>
    registrar.transferQuery(domainName).catch(() => 'gone'),
  );
  await assert.rejects(registrar.transferRequest(domainName, authCode), unavailable('BUSY'));
  await registrar.close();
  await Promise.all(waiting);
  assert.equal(sentOf(registry, ask('request')), 0);
});

test('a rejected login is reported as such and not retried immediately', async (t) => {
  const { registrar, registry } = await connect(
    t,
    { login: ({ socket, id }) => send(socket, response(id, 2200)), command: () => undefined },
    { maxRetryDelayMs: 60_000, timeoutMs: shortMs },
  );
  const rejectedLogin = unavailable('LOGIN_REJECTED');
  await assert.rejects(registrar.transferRequest(domainName, authCode), rejectedLogin);
  await assert.rejects(registrar.info(domainName), rejectedLogin);
  assert.equal(registry.connections(), 1);
  assert.equal(sentOf(registry, ask('request')), 0);
});

test('a late greeting is awaited, and a missing one fails the connection', async (t) => {
  const { registrar, registry } = await connect(
    t,
    {
      greet(socket, connection) {
        if (connection === 2) setTimeout(() => send(socket, greeting), 100);
      },
      command: ({ socket, id }) => send(socket, response(id, 1001, trnData(domainName))),
    },
    { timeoutMs: shortMs },
  );
  assert.equal((await registrar.transferRequest(domainName, authCode)).status, 'pending');
  assert.equal(registry.connections(), 2);
});

test('a registry with an untrusted certificate gets neither password nor code', async (t) => {
  const options = { ca: undefined, timeoutMs: shortMs };
  const { registrar, registry, logged } = await connect(t, unresponsive, options);
  await assert.rejects(registrar.transferRequest(domainName, authCode), unavailable('UNREACHABLE'));
  assert.deepEqual(registry.frames, []);
  assert.match(logged.join('\n'), /VERIFY/);
});

test('a certificate for another name is not trusted', async (t) => {
  const other = { servername: 'epp.registry.example', timeoutMs: 50 };
  const { registrar, registry } = await connect(t, unresponsive, other);
  await assert.rejects(registrar.info(domainName), unavailable('UNREACHABLE'));
  assert.deepEqual(registry.frames, []);
});

test('an idle connection is kept alive with hello, and after a close nothing is sent', async (t) => {
  const helloSent = Promise.withResolvers<void>();
  const { registrar, registry } = await connect(
    t,
    { command: ({ socket, id }) => send(socket, response(id, 1000, trnData(domainName))) },
    {
      keepAliveMs: 10,
      log: ({ event, text }) =>
        void (event === 'sent' && text.includes('hello') && helloSent.resolve()),
    },
  );
  await registrar.transferQuery(domainName);
  // The connection's timer does not keep the process alive, so this test must.
  const alive = setInterval(() => undefined, 1_000);
  await helloSent.promise;
  clearInterval(alive);
  await registrar.close();
  assert.equal(sentOf(registry, '<logout/>'), 1);
  await assert.rejects(registrar.info(domainName), unavailable('CLOSED'));
});

test('after a response that ends the session the next command reconnects', async (t) => {
  const { registrar } = await connect(t, {
    command({ socket, id }, connection) {
      if (connection === 1) socket.end(frame(response(id, 2500)));
      else send(socket, response(id, 1001, trnData(domainName)));
    },
  });
  await assert.rejects(registrar.transferRequest(domainName, authCode), (error) => {
    assert.ok(error instanceof EppRejectedError && error.transient);
    return true;
  });
  assert.equal((await registrar.transferRequest(domainName, authCode)).status, 'pending');
});

test('a temporary outage fails no command that can wait', async (t) => {
  const { registrar, registry } = await connect(t, {
    greet(socket, connection) {
      if (connection < 4) socket.destroy();
      else send(socket, greeting);
    },
    command: ({ socket, id }) => send(socket, response(id, 1001, trnData(domainName))),
  });
  assert.equal((await registrar.transferRequest(domainName, authCode)).status, 'pending');
  assert.equal(registry.connections(), 4);
  assert.equal(sentOf(registry, ask('request')), 1);
});

test('a port without a listener ends as unavailable within the queue timeout', async () => {
  const registrar = connectEpp({
    host: '127.0.0.1',
    port: 1,
    clientId: 'Nameloan',
    password: password,
    timeoutMs: 50,
    initialRetryDelayMs: 5,
    log: () => undefined,
  });
  await assert.rejects(registrar.transferRequest(domainName, authCode), unavailable('UNREACHABLE'));
  await registrar.close();
});

function unavailable(code: EppUnavailableError['code']) {
  return (error: unknown) => {
    assert.ok(error instanceof EppUnavailableError, String(error));
    assert.equal(error.code, code);
    return true;
  };
}
