/** The product of docker-compose.yml, in real containers: it lives a loan, comes back from every kill, and has no right too many. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import { liveRepaidLoan } from '../flows/journeys/repaid-loan.ts';
import { joinProduct } from '../flows/world/running-product.ts';
import type { World } from '../flows/world/world.ts';
import { Compose, capabilitiesOf, toolsMissing } from './compose.ts';

const longestMs = 2_400_000;
const comesBackMs = 180_000;
const ours = ['web', 'gateway', 'identity', 'domains', 'lending', 'payments', 'notifications'];
const everyone = [...ours, 'sandbox', 'mongo', 'nats', 'ingress'];

if (toolsMissing) console.log(`docker-compose.yml is not tried: ${toolsMissing}`);

describe('the product in containers', { skip: toolsMissing, timeout: longestMs }, () => {
  let compose: Compose;
  let world: World;

  const ready = (what: string) => waitFor(what, () => compose.serves(), comesBackMs);
  /** Anew after each kill: containers change their addresses. */
  const join = async () =>
    joinProduct({
      url: compose.url,
      sandboxUrl: compose.sandboxUrl,
      parts: await compose.doors(),
      internalSecret: compose.secret('INTERNAL_SECRET'),
    });

  before(
    async () => {
      compose = await Compose.plan();
      const started = performance.now();
      console.log((await compose.try('up')).trim());
      await ready('the product');
      console.log(`built and up in ${Math.round((performance.now() - started) / 1000)} s`);
      world = await join();
    },
    { timeout: longestMs },
  );
  after(() => compose?.try('down'), { timeout: 120_000 });

  test('a loan is lived from two registrations to the domain back in the borrower’s hands', () =>
    liveRepaidLoan(world));

  test('the front page comes from the web app’s server, and programs are led to the gateway', async () => {
    const page = await fetch(`${compose.url}/`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-/);
    assert.equal((await fetch(`${compose.url}/api/users/self`)).status, 401);
    const nowhere = await fetch(`${compose.url}/graphql/nowhere`);
    assert.match(nowhere.headers.get('content-type') ?? '', /json/);
    assert.match(await (await fetch(`${compose.url}/developers`)).text(), /<h1>Developers/);
  });

  test('behind a proxy that ends TLS, one caller’s limit is not another’s', async () => {
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': `198.51.100.9, ${address}` };
      const answer = await fetch(`${compose.url}/api/listings?limit=1`, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    let status = 200;
    // A minute's allowance, or what may be asked for at once.
    for (let asked = 0; asked < 4_000 && status === 200; asked += 20) {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.7')));
      status = statuses.find((one) => one !== 200) ?? 200;
    }
    assert.equal(status, 429);
    assert.equal(await ask('203.0.113.8'), 200);
  });

  test('no program of ours is root, writes to its image or has a right of root’s, and each finds itself healthy', async () => {
    const found = (await compose.containers()).filter(({ part }) =>
      [...ours, 'sandbox'].includes(part),
    );
    assert.equal(found.length, ours.length + 1);
    for (const { name, user, readOnly, pid } of found) {
      assert.deepEqual([user, readOnly, capabilitiesOf(pid)], ['1000:1000', true, 0], name);
      // Fails where the container is not well.
      await compose.podman('healthcheck', 'run', name);
    }
  });

  test('every part shows its figures to Prometheus', async () => {
    for (const { part, address } of await compose.containers()) {
      if (!ours.includes(part)) continue;
      const figures = await (await fetch(`http://${address}:9464/metrics`)).text();
      assert.match(figures, /^process_resident_memory_bytes \d+/m, part);
    }
  });

  describe('a killed container comes back by itself, and loans go on', () => {
    for (const part of everyone)
      test(part, async () => {
        const [victim] = await compose.of(part);
        assert.ok(victim);
        process.kill(victim.pid, 'SIGKILL');
        await waitFor(
          `${part} as another process`,
          async () => {
            const [now] = await compose.of(part);
            return now?.running && now.pid !== victim.pid;
          },
          comesBackMs,
        );
        await ready(`the product after a kill of ${part}`);
        await liveRepaidLoan(await join());
      });
  });

  test('three replicas of lending all follow the clock, and loans go on', async () => {
    await compose.try('scale', 'lending=3');
    await waitFor('three replicas', async () => (await compose.of('lending')).length === 3);
    await ready('the product with three replicas');
    world = await join();
    const { quiet, parts } = await world.outside.advance('1h');
    assert.equal(quiet, true);
    const lending = parts.find(({ name }: { name: string }) => name === 'lending');
    assert.deepEqual(lending, { name: 'lending', gone: false, replicas: 3 });
    await liveRepaidLoan(world);
  });

  test('everything but the database’s stand-in runs as in production', async () => {
    for (const { part, name } of await compose.containers()) {
      if (![...ours, 'sandbox', 'mongo'].includes(part)) continue;
      const [{ Config }] = JSON.parse(await compose.podman('inspect', name));
      assert.equal(Config.Env.includes('NODE_ENV=production'), part !== 'mongo', part);
    }
  });
});

test('without .env the start ends with a sentence that says what to do', {
  skip: toolsMissing,
}, async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'nameloan-empty-'));
  const file = path.resolve(import.meta.dirname, '../../docker-compose.yml');
  const { promise, resolve: done } = Promise.withResolvers<string>();
  execFile('cp', [file, empty], () =>
    execFile(
      'podman-compose',
      ['-f', 'docker-compose.yml', 'up', '-d'],
      { cwd: empty },
      (error, _out, words) => done(error ? words : 'it started'),
    ),
  );
  assert.match(await promise, /Secrets are missing. Run npm run env first./);
  rmSync(empty, { recursive: true });
});
