/** The migration command at a real broker: what it creates, and what it removes only with --narrow. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const run = promisify(execFile);
let database: TestDatabase;
let nats: TestNats | undefined;
before(async () => {
  database = await startTestDatabase();
  nats = natsMissing ? undefined : await startTestNats();
});
after(async () => {
  await nats?.stop();
  await database.close();
});

/** Resolves to its output, and rejects with its `stderr` if it exits with 1. */
function migrate(words: string[], natsUrl = nats?.url ?? '') {
  const env = {
    PATH: process.env.PATH,
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: 'a secret of thirty-two characters',
    NATS_URL: natsUrl,
  };
  return run(
    process.execPath,
    [join(import.meta.dirname, '../../testkit/src/service/small-migration.ts'), ...words],
    { env },
  );
}

test('the migration creates stream and durable, keeps what a former release reads, and narrows on request', {
  skip: natsMissing,
}, async () => {
  const connection = await connect({ servers: nats?.url ?? '' });
  try {
    const manager = await jetstreamManager(connection);
    const filter = async () =>
      ((await manager.consumers.info('NAMELOAN', 'small')).config.filter_subjects ?? []).sort();
    const own = ['payments.balance.changed', 'payments.hold.released'];
    assert.match(
      (await migrate([])).stdout,
      /stream NAMELOAN was created\.[\s\S]*consumer small was/,
    );
    assert.deepEqual(await filter(), own);
    assert.match((await migrate([])).stdout, /^small is migrated, 0 changes\.$/m);

    const former = [...own, 'lending.listing.renamed'].sort();
    await manager.consumers.update('NAMELOAN', 'small', { filter_subjects: former });
    await migrate([]);
    assert.deepEqual(await filter(), former);
    assert.match(
      (await migrate(['--narrow'])).stdout,
      /small: consumer small no longer reads lending\.listing\.renamed\./,
    );
    assert.deepEqual(await filter(), own);
  } finally {
    await connection.close();
  }
});

test('an unknown option, and --narrow without a broker, exit with a sentence', async () => {
  await assert.rejects(migrate(['--narow']), /--narow is unknown: the only option is --narrow\./);
  await assert.rejects(migrate(['--narrow'], ''), /NATS_URL is required for --narrow\./);
});
