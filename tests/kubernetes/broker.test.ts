/** The broker of infra: its users, the logins that components get, and three nodes that only join with a password. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { brokerUsers } from '@nameloan/messaging/nats/broker-users';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { freePort } from '@nameloan/runtime/free-port';
import { endNats, launchNats, natsMissing } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { parse, parseAllDocuments } from 'yaml';
import { kubernetesSecrets } from '../../tools/env/kubernetes-secrets.ts';
import { makeSecrets } from '../../tools/env/make-secrets.ts';
import { brokerPasswordOf } from '../../tools/manifest/broker-config.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folder = 'infra/k8s/base/nats';
const users = brokerUsers().map(({ name }) => name);
const components = [...serviceNames, 'gateway'];
const values = Object.fromEntries(await makeSecrets());
const secrets = kubernetesSecrets(values, { namespace: 'nameloan', mongoUrl: () => 'mongodb://x' });
const secretOf = (name: string) =>
  secrets.find(({ metadata }) => metadata.name === name)?.stringData ?? {};

test('both brokers have the same users, each with its own password', () => {
  const text = read(`${folder}/users.conf`);
  assert.equal(text, read('infra/docker/nats-users.conf'));
  const passwords = [...text.matchAll(/^ +password: (.+)$/gm)].map(([, value]) => value);
  assert.deepEqual(
    passwords,
    users.map((name) => `$${brokerPasswordOf(name)}`),
  );
  for (const file of [`${folder}/nats.conf`, 'infra/docker/nats.conf']) {
    assert.match(read(file), /^include \.\/(nats-)?users\.conf$/m, file);
    assert.doesNotMatch(read(file), /^authorization/m, file);
  }
});

test('every component logs in as its own user, with Compose and on Kubernetes', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true });
  for (const name of [...components, 'migrate']) {
    const { NATS_USER, NATS_PASSWORD } = services[name].environment;
    assert.equal(NATS_USER, name);
    assert.ok(NATS_PASSWORD.startsWith(`\${${brokerPasswordOf(name)}:?`), NATS_PASSWORD);
  }
  const known = Object.keys(services.nats.environment).sort();
  assert.deepEqual(known, users.map(brokerPasswordOf).sort());
  for (const name of components) {
    const { NATS_USER, NATS_PASSWORD } = secretOf(name);
    assert.deepEqual([NATS_USER, NATS_PASSWORD], [name, values[brokerPasswordOf(name)]]);
  }
});

interface Node {
  url: string;
  route: string;
  /** Writes its configuration and starts it. */
  start(environment: Record<string, string>): ReturnType<typeof launchNats>;
}

/** The configuration of Kubernetes on free ports of this machine. */
async function planNode(at: string, index: number): Promise<Node> {
  const [client, monitor, route] = [await freePort(), await freePort(), await freePort()];
  const own = join(at, `node-${index}`);
  mkdirSync(own);
  writeFileSync(join(own, 'users.conf'), read(`${folder}/users.conf`));
  const text = read(`${folder}/nats.conf`)
    .replace('0.0.0.0:4222', `127.0.0.1:${client}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${monitor}`)
    .replace('0.0.0.0:6222', `127.0.0.1:${route}`)
    .replace('/tmp/nats.pid', join(own, 'pid'))
    .replace('store_dir: /data', `store_dir: ${JSON.stringify(join(own, 'data'))}`);
  writeFileSync(join(own, 'nats.conf'), text);
  return {
    url: `nats://127.0.0.1:${client}`,
    route: `127.0.0.1:${route}`,
    start: (environment) => {
      Object.assign(process.env, environment, { POD_NAME: `nats-${index}` });
      return launchNats(['-c', join(own, 'nats.conf')]);
    },
  };
}

/** The value of NATS_ROUTES in the pods, for these nodes and this password. */
function routesOf(nodes: readonly Node[], password: string): string {
  const [set] = parseAllDocuments(read(`${folder}/stateful-set.yaml`)).map((one) => one.toJS());
  const { env } = set.spec.template.spec.containers[0];
  const { value } = env.find(({ name }: { name: string }) => name === 'NATS_ROUTES');
  return nodes.reduce(
    (text: string, { route }, index) => text.replace(`nats-${index}.nats-nodes:6222`, route),
    value.replaceAll('$(NATS_CLUSTER_PASSWORD)', password),
  );
}

test('three nodes form a cluster, and a node without the password does not join', {
  skip: natsMissing,
}, async (t) => {
  const at = mkdtempSync(join(tmpdir(), 'nameloan-broker-'));
  const nodes = await Promise.all([0, 1, 2, 3].map((index) => planNode(at, index)));
  const [first, second, third, stranger] = nodes as [Node, Node, Node, Node];
  const secret = secretOf('nats');
  const routes = routesOf([first, second, third], secret.NATS_CLUSTER_PASSWORD ?? '');
  const before = { ...process.env };
  const children: Awaited<ReturnType<typeof launchNats>>[] = [];
  t.after(async () => {
    for (const name of Object.keys(secret)) delete process.env[name];
    Object.assign(process.env, before);
    await Promise.all(children.map((child) => endNats(child, 'SIGKILL')));
    rmSync(at, { recursive: true, force: true });
  });
  for (const node of [first, second, third])
    children.push(await node.start({ ...secret, NATS_ROUTES: routes }));
  const open = (name: string, url: string) =>
    NatsBus.connect({
      url,
      login: { user: name, password: secret[brokerPasswordOf(name)] },
      name,
      stream: 'NAMELOAN',
      roots: serviceNames,
      replicas: 3,
    });
  const identity = await open('identity', first.url);
  const domains = await open('domains', third.url);
  t.after(() => Promise.all([identity.close(), domains.close()]));
  const got: unknown[] = [];
  const stop = await domains.consume({
    name: 'domains',
    subjects: ['identity.account.changed'],
    handle: async (raw) => {
      got.push(raw);
      return { done: true };
    },
  });
  const event = makeEvent('identity.account.changed', { accountId: 'a', operator: false }, {});
  const published = () =>
    identity.publish(event).then(
      () => true,
      () => false,
    );
  await until(published);
  await until(() => got.length > 0);
  const wrong = routesOf([first, second, third], randomBytes(8).toString('hex'));
  const child = await stranger.start({
    ...secret,
    NATS_CLUSTER_PASSWORD: 'wrong',
    NATS_ROUTES: wrong,
  });
  children.push(child);
  let log = '';
  child.stderr?.on('data', (data) => (log += data));
  await until(() => /Authorization Violation|authentication error/i.test(log));
  assert.doesNotMatch(log, /JetStream cluster new metadata leader/);
  await stop();
});
