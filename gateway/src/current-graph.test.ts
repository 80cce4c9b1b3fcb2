/** A new supergraph is loaded while the gateway runs; an invalid one is rejected. */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { composeServices } from '@apollo/composition';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import { escrowTopic } from '@nameloan/contracts/topics';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { until } from '@nameloan/testkit/until';
import type { DocumentNode } from 'graphql';
import { parse, visit } from 'graphql';
import { register } from 'prom-client';
import { subgraphSdl } from './compose.ts';
import { hashOf } from './graph.ts';
import { readCommittedSupergraph } from './supergraph.ts';
import { startTestGateway } from './testing/gateway.ts';
import { onMessage } from './testing/live-loan.ts';

const timeout = 120_000;
const whole = readCommittedSupergraph();
const askNow = { body: { query: '{ now }' } };

/** The supergraph without one field of Query, or with an additional service. */
function compose({ without, more = '' }: { without?: string; more?: string }): string {
  const services: { name: string; typeDefs: DocumentNode }[] = serviceNames.map((name) => ({
    name,
    typeDefs: leaveOut(parse(subgraphSdl(name as ServiceName)), without),
  }));
  if (more) services.push({ name: 'strangers', typeDefs: parse(more) });
  const all = services.map((one) => ({ ...one, url: `http://${one.name}/graphql` }));
  const { supergraphSdl, errors } = composeServices(all);
  assert.ok(supergraphSdl, String(errors));
  return supergraphSdl;
}

function leaveOut(document: DocumentNode, field: string | undefined): DocumentNode {
  const inQuery = (node: { name: { value: string } }) => {
    if (node.name.value !== 'Query') return undefined;
    return visit(node as never, {
      FieldDefinition: ({ name }) => (name.value === field ? null : undefined),
    });
  };
  return visit(document, { ObjectTypeDefinition: inQuery, ObjectTypeExtension: inQuery });
}

/** A folder like a ConfigMap mounted by Kubernetes: the file links to another link, which is replaced. */
function mountedFile(t: TestContext, sdl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-graph-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const mount = (text: string) => {
    const version = `..${count++}`;
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'supergraph.graphql'), text);
    symlinkSync(version, join(folder, '..new'));
    renameSync(join(folder, '..new'), join(folder, '..data'));
  };
  mount(sdl);
  const file = join(folder, 'supergraph.graphql');
  symlinkSync('..data/supergraph.graphql', file);
  return { file, mount };
}

function plainFile(t: TestContext, sdl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-graph-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'supergraph.graphql');
  writeFileSync(file, sdl);
  return file;
}

const figures = async () => {
  const text = await register.metrics();
  const refused = /^nameloan_supergraph_rejected_total (\d+)$/m.exec(text)?.[1];
  const now = /^nameloan_supergraph_rejected (\d)$/m.exec(text)?.[1];
  const hash = /^nameloan_supergraph_info\{hash="(\w+)"\} 1$/m.exec(text)?.[1];
  return { refused: Number(refused), now: Number(now), hash };
};

test('a field of a new supergraph is served, no call fails during the change, and subscriptions continue', {
  timeout,
}, async (t) => {
  const { file, mount } = mountedFile(t, compose({ without: 'now' }));
  const messages = [{ id: 'm1', message: 'before' }];
  const gateway = await startTestGateway(
    {
      environment: { SUPERGRAPH_FILE: file, RATE_LIMITS: 'off' },
      replies: {
        'Query.escrowMessages': ({ args }) =>
          messages.slice(messages.findIndex(({ id }) => id === args.after) + 1),
      },
    },
    t,
  );
  const token = await gateway.token();
  const subscriber = connectSubscriber(gateway.url, token);
  t.after(() => subscriber.dispose());
  const watching = subscriber.watch(onMessage, { id: 'e1', after: '' });
  await until(async () => watching.events.length > 0);
  assert.equal((await gateway.call('POST', '/graphql', askNow)).status, 400);
  const known = { body: { query: '{ listings { total } }' } };
  const statuses = new Map<number, number>();
  let going = true;
  const traffic = async (call: () => Promise<{ status: number; body: { errors?: unknown } }>) => {
    while (going) {
      const { status, body } = await call();
      const shown = body.errors ? 500 : status;
      statuses.set(shown, (statuses.get(shown) ?? 0) + 1);
    }
  };
  const all = Promise.all([
    traffic(() => gateway.call('GET', '/api/listings')),
    traffic(() => gateway.call('GET', '/api/users/self', { token })),
    traffic(() => gateway.call('POST', '/graphql', known)),
  ]);
  mount(whole);
  try {
    await until(async () => {
      return (await gateway.call('POST', '/graphql', askNow)).status === 200;
    });
  } finally {
    going = false;
    await all;
  }
  assert.deepEqual([...statuses.keys()], [200]);
  assert.equal((await figures()).hash, hashOf(whole));
  messages.push({ id: 'm2', message: 'after' });
  gateway.bus.publishSignal(escrowTopic('e1'), { what: 'message', id: 'm2' });
  await until(async () => watching.events.length > 1);
  assert.deepEqual(watching.events.at(-1), { data: { added: { message: 'after' } } });
  console.log(`${statuses.get(200)} calls during the change, none failed`);
});

test('a supergraph that is invalid, incomplete, names an unknown service or lacks a needed field is rejected', {
  timeout,
}, async (t) => {
  const first = compose({ without: 'now' });
  const file = plainFile(t, first);
  const environment = { SUPERGRAPH_FILE: file, RATE_LIMITS: 'off' };
  const gateway = await startTestGateway({ environment }, t);
  const strange = 'type Query { strange: Int }';
  const bad = {
    'no supergraph': 'type Query { a: Int }',
    nothing: '',
    'half of one': whole.slice(0, whole.length / 2),
    'with a stranger': compose({ more: strange }),
    'without what REST needs': compose({ without: 'listings' }),
    'without what a live field needs': compose({ without: 'notificationCenter' }),
  };
  for (const [what, sdl] of Object.entries(bad)) {
    const before = (await figures()).refused;
    writeFileSync(file, sdl);
    await until(async () => (await figures()).refused > before);
    const kept = { refused: before + 1, now: 1, hash: hashOf(first) };
    assert.deepEqual(await figures(), kept, what);
    assert.equal((await gateway.call('GET', '/api/listings')).status, 200, what);
    assert.equal((await gateway.call('GET', '/readyz')).status, 200, what);
  }
  // The current supergraph is not counted as rejected.
  writeFileSync(file, first);
  await until(async () => (await figures()).now === 0);
  writeFileSync(file, 'not one');
  await until(async () => (await figures()).now === 1);
  writeFileSync(file, whole);
  await until(async () => (await figures()).hash === hashOf(whole));
  assert.equal((await figures()).now, 0);
  assert.equal((await gateway.call('POST', '/graphql', askNow)).status, 200);
  // A file that disappears changes nothing, and one that returns is loaded.
  rmSync(file);
  assert.equal((await gateway.call('POST', '/graphql', askNow)).status, 200);
  writeFileSync(file, first);
  await until(async () => (await figures()).hash === hashOf(first));
});

test('a start with a missing or invalid file names it', async (t) => {
  for (const file of [join(tmpdir(), 'not-there.graphql'), plainFile(t, 'type Query { a: Int }')]) {
    const start = startTestGateway({ environment: { SUPERGRAPH_FILE: file } });
    await assert.rejects(start, (error: Error) => {
      assert.equal(error.name, 'SettingsError');
      assert.match(error.message, /^SUPERGRAPH_FILE [^\n]+$/);
      assert.ok(error.message.includes(file));
      return true;
    });
  }
});
