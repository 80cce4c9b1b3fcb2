/** Rotation of the installation's secret: on a running product, on a stopped one, and interrupted. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { keyIdOf } from '@nameloan/security/keyring';
import {
  cleanUp,
  createTempFolder,
  endGroup,
  processEnvironment,
  root,
  start,
  startAndFail,
  startWithDemoData,
} from '@nameloan/testkit/start-command';
import { MongoClient } from 'mongodb';
import { generate } from 'otplib';

let folder: string;
before(() => {
  folder = createTempFolder();
});
after(() => cleanUp(folder));

const operator = ['apps/operator/src/main.ts', 'rotate-key'];
const demo = (name: string) => ({
  name,
  email: `${name}@demo.nameloan.example`,
  password: 'demo-password',
});
const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Collections with any value that is encrypted with the secret. */
async function findEncryptedWith(secret: string): Promise<string[]> {
  const client = await new MongoClient(readJson('run.json').mongo).connect();
  const collections: string[] = [];
  const { databases } = await client.db('admin').admin().listDatabases();
  for (const { name } of databases.filter((one) => one.name.startsWith('nameloan_')))
    for (const collection of await client.db(name).collections())
      for await (const row of collection.find({}))
        if (JSON.stringify(row).includes(`"${keyIdOf(secret)}.`))
          collections.push(`${name}.${collection.collectionName}`);
  await client.close();
  return collections;
}

/** The contract's link can only be read with decrypted data. */
async function assertContractOpens(url: string): Promise<void> {
  const ada = await new Person(url, demo('ada')).login();
  const { escrows } = await ada.post('/escrow/borrower', { page: 1, limit: 10 });
  const escrow = await ada.get(`/escrow/${escrows[0].id}`);
  const token = new URL(escrow.borrower_contract_url).pathname.split('/').at(-1);
  const contract = await ada.get(`/contracts/${token}`);
  assert.ok(contract);
}

test('a running loan, sessions and recovery codes survive a rotation of the secret, and the old one is deleted', async () => {
  const product = await startWithDemoData(folder);
  const before = readJson('secrets.json').internalSecret;
  const lin = await new Person(product.url(), demo('lin')).login();
  const { key } = await lin.post('/users/mfa/enroll', {});
  const mfa = await generate({ secret: key });
  const codes: string[] = (await lin.post('/users/mfa/confirm', { mfa })).recovery_codes;
  assert.ok((await findEncryptedWith(before)).length > 0);
  // Accounts keep working during the rotation.
  let requests = 0;
  const rotation = startAndFail({ DATA_DIR: folder }, operator);
  const stop = rotation.then(() => true);
  while (!(await Promise.race([stop, lin.get('/users/self').then(() => false)]))) requests++;
  assert.deepEqual(await rotation, { code: 0, text: '' });
  assert.ok(requests > 0);
  const { internalSecret, internalSecretAlso } = readJson('secrets.json');
  assert.notEqual(internalSecret, before);
  assert.equal(internalSecretAlso, undefined);
  assert.deepEqual(await findEncryptedWith(before), []);
  await lin.get('/users/self');
  await assertContractOpens(product.url());
  await new Person(product.url(), demo('lin')).login(codes[0]);
  endGroup(product.child, 'SIGINT');
  await product.ended;

  writeFileSync(join(folder, 'kept.json'), readFileSync(join(folder, 'secrets.json')));
  const wrong = { ...readJson('secrets.json'), internalSecret: before };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(wrong));
  const { code, text } = await startAndFail({ DATA_DIR: folder });
  assert.equal(code, 1);
  assert.match(text, /^Nameloan cannot start: INTERNAL_SECRET, .* DATA_DIR, .*nameloan_\w+.*\.\n$/);
  writeFileSync(join(folder, 'secrets.json'), readFileSync(join(folder, 'kept.json')));

  await killDuringRotation();
  const again = start({ DATA_DIR: folder });
  await again.waitForOutput('ready on');
  await assertContractOpens(again.url());
  const during = readJson('secrets.json');
  assert.ok(during.internalSecretAlso, 'the rotation has begun and not ended');
  assert.deepEqual(await startAndFail({ DATA_DIR: folder }, operator), { code: 0, text: '' });
  assert.equal(readJson('secrets.json').internalSecret, during.internalSecret);
  assert.equal(readJson('secrets.json').internalSecretAlso, undefined);
  assert.deepEqual(await findEncryptedWith(during.internalSecretAlso), []);
  await assertContractOpens(again.url());
  // Two concurrent rotations: one is rejected, or both run one after the other, and all data can be read.
  const twice = [1, 2].map(() => startAndFail({ DATA_DIR: folder }, operator));
  for (const { code, text } of await Promise.all(twice))
    assert.match(`${code}${text}`, /^(0|1A rotation is already running \(process \d+\)\.\n)$/);
  assert.equal(readJson('secrets.json').internalSecretAlso, undefined);
  assert.deepEqual(await findEncryptedWith(during.internalSecret), []);
  await assertContractOpens(again.url());
  endGroup(again.child, 'SIGINT');
  await again.ended;

  assert.deepEqual(await startAndFail({ DATA_DIR: folder }, operator), { code: 0, text: '' });
  const last = start({ DATA_DIR: folder });
  await last.waitForOutput('ready on');
  await assertContractOpens(last.url());
  endGroup(last.child, 'SIGINT');
  await last.ended;
});

/** Rotates the secret of the stopped product and is killed as soon as the rotation has begun. */
async function killDuringRotation(): Promise<void> {
  const child = spawn(process.execPath, operator, {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: processEnvironment({ DATA_DIR: folder }),
  });
  const ended = new Promise((done) => child.once('exit', done));
  while (!readJson('secrets.json').internalSecretAlso)
    await new Promise((next) => setTimeout(next, 2));
  process.kill(child.pid ?? 0, 'SIGKILL');
  await ended;
}
