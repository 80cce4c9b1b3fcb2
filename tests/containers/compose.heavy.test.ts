/** The product of docker-compose.yml in real containers: loans run, every killed container recovers, and none has needless privileges. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { joinProduct } from '../flows/environment/running-product.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { liveRepaidLoan } from '../flows/journeys/repaid-loan.ts';
import { Compose, capabilitiesOf, toolsMissing } from './compose.ts';

const timeoutMs = 2_400_000;
const recoveryTimeoutMs = 180_000;
const components = ['web', 'gateway', ...serviceNames];
const allContainers = [...components, 'sandbox', 'mongo', 'nats', 'ingress'];

if (toolsMissing) console.log(`docker-compose.yml tests are skipped: ${toolsMissing}`);

describe('the product in containers', { skip: toolsMissing, timeout: timeoutMs }, () => {
  let compose: Compose;
  let environment: TestEnvironment;

  const waitUntilReady = (what: string) =>
    waitFor(what, () => compose.isReady(), recoveryTimeoutMs);
  /** Repeated after each kill because containers change their addresses. */
  const join = async () =>
    joinProduct({
      url: compose.url,
      sandboxUrl: compose.sandboxUrl,
      serviceUrls: await compose.internalUrls(),
      internalSecret: compose.secret('INTERNAL_SECRET'),
    });

  before(
    async () => {
      compose = await Compose.plan();
      const started = performance.now();
      console.log((await compose.runScript('up')).trim());
      await waitUntilReady('the product');
      console.log(`built and up in ${Math.round((performance.now() - started) / 1000)} s`);
      environment = await join();
    },
    { timeout: timeoutMs },
  );
  after(() => compose?.runScript('down'), { timeout: 120_000 });

  test('a loan runs from two registrations to the domain’s return to the borrower', () =>
    liveRepaidLoan(environment));

  test('the web server serves the front page, and API requests go to the gateway', async () => {
    const page = await fetch(`${compose.url}/`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-/);
    assert.equal((await fetch(`${compose.url}/api/users/self`)).status, 401);
    const nowhere = await fetch(`${compose.url}/graphql/nowhere`);
    assert.match(nowhere.headers.get('content-type') ?? '', /json/);
    assert.match(await (await fetch(`${compose.url}/developers`)).text(), /<h1>Developers/);
  });

  test('behind a proxy that terminates TLS, each caller has its own rate limit', async () => {
    const requestFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': `198.51.100.9, ${address}` };
      const response = await fetch(`${compose.url}/api/listings?limit=1`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    let status = 200;
    // The limit per minute, or the burst limit.
    for (let count = 0; count < 4_000 && status === 200; count += 20) {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, () => requestFrom('203.0.113.7')),
      );
      status = statuses.find((one) => one !== 200) ?? 200;
    }
    assert.equal(status, 429);
    assert.equal(await requestFrom('203.0.113.8'), 200);
  });

  test('none of our containers runs as root, writes to its image or has root capabilities, and each is healthy', async () => {
    const containers = (await compose.containers()).filter(({ service }) =>
      [...components, 'sandbox'].includes(service),
    );
    assert.equal(containers.length, components.length + 1);
    for (const { name, user, readOnly, pid } of containers) {
      assert.deepEqual([user, readOnly, capabilitiesOf(pid)], ['1000:1000', true, 0], name);
      // Fails if the container is unhealthy.
      await compose.podman('healthcheck', 'run', name);
    }
  });

  test('every component exports its metrics to Prometheus', async () => {
    for (const { service, address } of await compose.containers()) {
      if (!components.includes(service)) continue;
      const metrics = await (await fetch(`http://${address}:9464/metrics`)).text();
      assert.match(metrics, /^process_resident_memory_bytes \d+/m, service);
    }
  });

  describe('a killed container restarts automatically, and loans run', () => {
    for (const service of allContainers)
      test(service, async () => {
        const [victim] = await compose.of(service);
        assert.ok(victim);
        process.kill(victim.pid, 'SIGKILL');
        await waitFor(
          `${service} as a new process`,
          async () => {
            const [current] = await compose.of(service);
            return current?.running && current.pid !== victim.pid;
          },
          recoveryTimeoutMs,
        );
        await waitUntilReady(`the product after a kill of ${service}`);
        await liveRepaidLoan(await join());
      });
  });

  test('three replicas of lending all receive the clock, and loans run', async () => {
    await compose.runScript('scale', 'lending=3');
    await waitFor('three replicas', async () => (await compose.of('lending')).length === 3);
    await waitUntilReady('the product with three replicas');
    environment = await join();
    const { quiet, services } = await environment.sandbox.advanceClock('1h');
    assert.equal(quiet, true);
    const lending = services.find(({ name }: { name: string }) => name === 'lending');
    assert.deepEqual(lending, { name: 'lending', running: true, replicas: 3 });
    await liveRepaidLoan(environment);
  });

  test('everything except the embedded database runs as in production', async () => {
    for (const { service, name } of await compose.containers()) {
      if (![...components, 'sandbox', 'mongo'].includes(service)) continue;
      const [{ Config }] = JSON.parse(await compose.podman('inspect', name));
      assert.equal(Config.Env.includes('NODE_ENV=production'), service !== 'mongo', service);
    }
  });
});

test('without .env the start fails with a message that says what to do', {
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
      (error, _stdout, stderr) => done(error ? stderr : 'it started'),
    ),
  );
  assert.match(await promise, /Secrets are missing. Run npm run env first./);
  rmSync(empty, { recursive: true });
});
