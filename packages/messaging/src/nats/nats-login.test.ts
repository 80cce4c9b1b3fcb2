/** Logins at a real broker: each one works, and the broker rejects connections without it. */

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { freePort } from '@nameloan/runtime/free-port';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings } from '@nameloan/runtime/settings';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import type { TlsFiles } from '@nameloan/testkit/nats/nats-keys';
import { makeCreds, makeNkey, makeTlsFiles, write } from '@nameloan/testkit/nats/nats-keys';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { NatsBus } from './nats-bus.ts';
import { natsSettings, readNatsAccess } from './nats-settings.ts';

const subject = 'payments.balance.changed';
const password = 'a-word-that-no-log-shows';

describe('logins at a real broker', { skip: natsMissing }, () => {
  let folder: string;
  let tls: TlsFiles;
  let nats: TestNats | undefined;
  const waiting: string[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nameloan-nats-login-'));
    tls = await makeTlsFiles(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    await nats?.stop();
    waiting.length = 0;
  });

  async function serve(config: string, port?: number): Promise<TestNats> {
    const file = write(folder, 'server.conf', config);
    const at = { folder: join(folder, `data-${config.length}`), args: ['-c', file] };
    nats = await startTestNats(port ? { ...at, port } : at);
    return nats;
  }

  /** The bus as a service connects it from its environment. */
  function open(environment: Environment): Promise<NatsBus> {
    const settings = readSettings(z.object(natsSettings), environment);
    return NatsBus.connect({
      url: settings.NATS_URL ?? '',
      ...readNatsAccess(settings),
      name: 'test',
      stream: settings.NATS_STREAM,
      roots: ['payments'],
      onWaiting: (reason) => waiting.push(reason),
    });
  }

  async function deliversEvents(bus: NatsBus): Promise<void> {
    const got: string[] = [];
    const stop = await bus.consume({
      name: 'reader',
      subjects: [subject],
      handle: async (raw) => {
        got.push((raw as Event).id);
        return { done: true };
      },
    });
    const event = makeEvent(subject, { accountId: 'a', availableCents: 1 }, {});
    await until(() =>
      bus.publish(event).then(
        () => true,
        () => false,
      ),
    );
    await until(() => got.includes(event.id));
    await stop();
  }

  /** By name, since the library checks no certificate for an address. */
  const secure = (url: string) => url.replace('nats://127.0.0.1', 'tls://localhost');

  /** Proves that the broker rejects connections without a login. */
  async function staysShut(url: string): Promise<void> {
    await assert.rejects(connect({ servers: url, reconnect: false }));
  }

  test('user and password', async () => {
    const { url } = await serve(`authorization { user: nameloan, password: "${password}" }`);
    await staysShut(url);
    const bus = await open({ NATS_URL: url, NATS_USER: 'nameloan', NATS_PASSWORD: password });
    await deliversEvents(bus);
    await bus.close();
  });

  test('the seed of an nkey', async () => {
    const { publicKey, file } = makeNkey(folder);
    const { url } = await serve(`authorization { users: [ { nkey: ${publicKey} } ] }`);
    await staysShut(url);
    const bus = await open({ NATS_URL: url, NATS_NKEY_FILE: file });
    await deliversEvents(bus);
    await bus.close();
  });

  test('a creds file of an operator’s account', async () => {
    const { config, file } = makeCreds(folder);
    const { url } = await serve(config);
    await staysShut(url);
    const bus = await open({ NATS_URL: url, NATS_CREDS_FILE: file });
    await deliversEvents(bus);
    await bus.close();
  });

  test('TLS with a private authority and a client certificate', async () => {
    const { url } = await serve(
      `tls { cert_file: "${tls.cert}", key_file: "${tls.key}", ca_file: "${tls.ca}", verify: true }`,
    );
    await staysShut(url);
    const bus = await open({
      NATS_URL: secure(url),
      NATS_TLS_CA_FILE: tls.ca,
      NATS_TLS_CERT_FILE: tls.cert,
      NATS_TLS_KEY_FILE: tls.key,
    });
    await deliversEvents(bus);
    await bus.close();
  });

  test('with TLS on, a broker without TLS or with an unknown authority gets no login', async () => {
    const login = `authorization { user: nameloan, password: "${password}" }`;
    const { url } = await serve(login);
    const opening = open({
      NATS_URL: secure(url),
      NATS_TLS_CA_FILE: tls.ca,
      NATS_USER: 'nameloan',
      NATS_PASSWORD: password,
    });
    await until(() => waiting.length > 0);
    assert.match(waiting[0] ?? '', /does not support 'tls'/);
    await nats?.stop();
    const certificate = `tls { cert_file: "${tls.cert}", key_file: "${tls.key}" }`;
    await serve(`${login}\n${certificate}`, Number(new URL(url).port));
    const bus = await opening;
    await deliversEvents(bus);
    await bus.close();
    const known = { user: 'nameloan', pass: password, reconnect: false };
    await assert.rejects(connect({ servers: secure(url), tls: {}, ...known }), /certificate/);
  });

  test('a rejected login is retried and logged without the password', async () => {
    const { url } = await serve('authorization { user: nameloan, password: other }');
    const port = Number(new URL(url).port);
    const opening = open({ NATS_URL: url, NATS_USER: 'nameloan', NATS_PASSWORD: password });
    await until(() => waiting.length > 0);
    assert.match(waiting[0] ?? '', /Authorization/);
    assert.ok(!waiting.join().includes(password));
    await nats?.stop();
    await serve(`authorization { user: nameloan, password: "${password}" }`, port);
    const bus = await opening;
    await bus.close();
  });

  test('a login that is changed at the broker first does not end a connection permanently', async () => {
    const port = await freePort();
    const first = makeNkey(folder);
    const { url } = await serve(`authorization { users: [ { nkey: ${first.publicKey} } ] }`, port);
    const bus = await open({ NATS_URL: url, NATS_NKEY_FILE: first.file });
    await nats?.stop();
    const second = makeNkey(mkdtempSync(join(folder, 'next-')));
    await serve(`authorization { users: [ { nkey: ${second.publicKey} } ] }`, port);
    // By then it has been rejected many times.
    await until(() => !bus.healthy());
    copyFileSync(second.file, first.file);
    await until(() => bus.healthy());
    await deliversEvents(bus);
    await bus.close();
  });
});
