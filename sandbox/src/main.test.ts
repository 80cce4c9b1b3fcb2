/** The sandbox as a process: ready line, settings, kill -9, SIGTERM. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { call, ok, until } from './control/test-control.ts';
import {
  codeOf,
  domainXml,
  statusesOf,
  TestRegistrar,
  textOf,
  transferXml,
} from './epp/test-registrar.ts';
import type { RunningSandbox } from './server.ts';
import { startSandbox } from './server.ts';
import { startTestProduct } from './webhook/test-product.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(folder, { recursive: true });
});

interface SandboxProcess {
  readonly sandbox: RunningSandbox;
  readonly child: ChildProcess;
}

function run(settings: Record<string, string>): ChildProcess {
  const main = join(import.meta.dirname, 'main.ts');
  const environment = { SANDBOX_PORT: '0', DATA_DIR: folder, ...settings };
  const child = spawn(process.execPath, [main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function start(settings: Record<string, string> = {}): Promise<SandboxProcess> {
  const child = run(settings);
  let line = '';
  for await (const chunk of child.stdout ?? []) {
    line += chunk;
    if (line.includes('\n')) break;
  }
  const ready = JSON.parse(line);
  assert.equal(ready.ready, true);
  return { sandbox: ready, child };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

test('kill -9 loses nothing that was acknowledged: registry, DNS, checkouts, clock, certificate, settings', async () => {
  const one = await start();
  const { sandbox } = one;
  const { authCode } = await ok(sandbox, 'GET', '/registry/domains/kept.com');
  const registrar = await TestRegistrar.loggedIn(sandbox);
  assert.equal(codeOf(await registrar.command(transferXml('request', 'kept.com', authCode))), 1001);
  await ok(sandbox, 'PUT', '/dns/_x.kept.com', { txt: ['proof'] });
  await ok(sandbox, 'PUT', '/settings', { autoApproveSeconds: 3600 });
  await ok(sandbox, 'POST', '/clock', { advance: '2d', accounts: '3d' });
  registrar.close();
  await end(one.child, 'SIGKILL');

  const two = await start();
  assert.equal(two.sandbox.epp.caPem, sandbox.epp.caPem);
  assert.equal(two.sandbox.epp.password, sandbox.epp.password);
  const { offsetMs, accountsOffsetMs } = await ok(two.sandbox, 'GET', '/clock');
  assert.deepEqual([offsetMs, accountsOffsetMs], [2 * 86_400_000, 3 * 86_400_000]);
  assert.equal((await ok(two.sandbox, 'GET', '/settings')).autoApproveSeconds, 3600);
  const records: { name: string; txt: string[] }[] = await ok(two.sandbox, 'GET', '/dns');
  assert.deepEqual(records.find(({ name }) => name === '_x.kept.com')?.txt, ['proof']);
  const again = await TestRegistrar.loggedIn(two.sandbox);
  const info = await again.command(domainXml('info', '<domain:name>kept.com</domain:name>'));
  assert.deepEqual(statusesOf(info), ['pendingTransfer']);
  await ok(two.sandbox, 'POST', '/clock', { advance: '3d' });
  assert.equal(textOf(await again.command('<poll op="req"/>'), 'trStatus'), 'serverApproved');
  again.close();
  await end(two.child, 'SIGKILL');

  const three = await start();
  const last = await TestRegistrar.loggedIn(three.sandbox);
  assert.equal(
    codeOf(await last.command('<poll op="req"/>')),
    1301,
    'unread messages outlive the process',
  );
  last.close();
});

test('every acknowledged write of many concurrent ones survives a kill -9', async () => {
  const { sandbox, child } = await start();
  const answered: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const name = `w${writer}-${n}.example.com`;
      await ok(sandbox, 'PUT', `/dns/${name}`, { txt: [name] });
      answered.push(name);
    }
  });
  const ended = Promise.allSettled(writers);
  await until(() => answered.length > 200);
  await end(child, 'SIGKILL');
  await ended;
  const again = await start();
  const kept = new Set(
    ((await ok(again.sandbox, 'GET', '/dns')) as { name: string }[]).map(({ name }) => name),
  );
  assert.deepEqual(
    answered.filter((name) => !kept.has(name)),
    [],
  );
});

test('a webhook that was not delivered before a kill -9 is delivered after the restart', async (t) => {
  const product = await startTestProduct();
  t.after(() => product.close());
  product.answers.push(...Array<number>(50).fill(503));
  const settings = { PRODUCT_URL: product.url, STRIPE_WEBHOOK_SECRET: 'whsec_kept' };
  const one = await start(settings);
  const invoice = await fetch(`${one.sandbox.nowpayments.url}/v1/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({ price_amount: 5, price_currency: 'usd', order_id: 'd1' }),
  });
  const { id } = (await invoice.json()) as { id: string };
  await ok(one.sandbox, 'POST', `/checkouts/${id}/fail`);
  await until(() => product.calls.length > 0);
  await end(one.child, 'SIGKILL');
  product.answers.length = 0;
  const before = product.calls.length;
  const two = await start(settings);
  await until(() => product.calls.length > before);
  assert.equal(product.calls.at(-1)?.path, '/api/webhooks/nowpayments');
  assert.equal(product.calls.at(-1)?.body, product.calls[0]?.body);
  await until(
    async () =>
      (await ok(two.sandbox, 'GET', `/checkouts/${id}`)).webhooks[0].state === 'delivered',
  );
});

test('SIGTERM stops it cleanly with exit code 0, even with open connections', async () => {
  const { sandbox, child } = await start();
  const registrar = await TestRegistrar.loggedIn(sandbox);
  await call(sandbox, 'GET', '/clock');
  assert.equal(await end(child, 'SIGTERM'), 0);
  assert.equal(await registrar.next(), null);
});

test('a second signal waits for the shutdown and does not interrupt it', async () => {
  const sandbox = await startSandbox();
  const order: string[] = [];
  await Promise.all([
    sandbox.close().then(() => order.push('first')),
    sandbox.close().then(() => order.push('second')),
  ]);
  assert.deepEqual(order, ['first', 'second']);
});

test('invalid settings fail the start with one line that names each of them', async () => {
  const child = run({
    EPP_PORT: 'epp',
    SMTP_PORT: '70000',
    PRODUCT_URL: 'nowhere',
    AUTO_APPROVE_SECONDS: 'x',
  });
  let errorOutput = '';
  for await (const chunk of child.stderr ?? []) errorOutput += chunk;
  assert.equal(errorOutput.trim().split('\n').length, 1);
  for (const name of ['EPP_PORT', 'SMTP_PORT', 'PRODUCT_URL', 'AUTO_APPROVE_SECONDS']) {
    assert.match(errorOutput, new RegExp(name));
  }
});
