/** `npm start` with a nats-server: each service has its own login, and nothing else can connect. */

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { findNatsServer, natsMissing } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { cleanUp, createTempFolder, endGroup, start } from '@nameloan/testkit/start-command';
import { connect } from '@nats-io/transport-node';

let folder: string;
before(() => {
  folder = createTempFolder();
});
after(() => cleanUp(folder));

test('each service has its own user of the broker, with new passwords at each start', {
  skip: natsMissing,
}, async () => {
  const environment = {
    DATA_DIR: folder,
    NAMELOAN_DEMO: 'off',
    WEB_DIR: 'off',
    NATS_SERVER_BINARY: findNatsServer() ?? '',
  };
  const product = start(environment);
  await product.waitForOutput('Nameloan is ready on');
  const run = () => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const { nats: servers, natsPasswords } = run();
  await assert.rejects(connect({ servers, reconnect: false }), /Authorization/);
  const pass = natsPasswords.lending;
  const login = { servers, user: 'lending', pass, inboxPrefix: '_INBOX.lending' };
  const lending = await connect(login);
  const event = makeEvent('identity.account.changed', { accountId: 'a', operator: true }, {});
  await assert.rejects(
    lending.request(event.subject, JSON.stringify(event)),
    /Permissions Violation for Publish/,
  );
  await lending.close();
  for (const file of ['nats.conf', 'run.json'])
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
  // A registration needs the stream, and its mail a durable.
  const person = new Person(product.url(), {
    name: 'Ann',
    email: 'ann@a.example',
    password: 'long enough 1',
  });
  await person.register();
  endGroup(product.child, 'SIGINT');
  await product.ended;
  const again = start(environment);
  await again.waitForOutput('Nameloan is ready on');
  assert.notEqual(run().natsPasswords.lending, pass);
  endGroup(again.child, 'SIGINT');
  await again.ended;
});
