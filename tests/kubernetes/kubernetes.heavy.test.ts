/** The product on a real Kubernetes: it comes up by one command, lives loans while pods die, and is released without a lost call. */

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { liveThrough, printOutcome, wrongIn } from '../faults/live-through.ts';
import { liveRepaidLoan } from '../flows/journeys/repaid-loan.ts';
import { accepted } from '../flows/world/loans.ts';
import type { World } from '../flows/world/world.ts';
import { Chat } from './chat.ts';
import type { Found } from './cluster.ts';
import { Cluster, clusterMissing } from './cluster.ts';
import { everybody, programs, selectorOf, startProduct } from './product.ts';
import { browse, k6Missing } from './visitors.ts';

const root = resolve(import.meta.dirname, '../..');
const longestMs = 2_400_000;
const loans = 8;
/** At least so many pods are deleted while loans live: everybody's, and some twice. */
const leastDeleted = everybody.length + 2;
const rolledOutWithin = '--timeout=240s';

if (clusterMissing) console.log(`Kubernetes is not tried: ${clusterMissing}`);

describe('the product on Kubernetes', { skip: clusterMissing, timeout: longestMs }, () => {
  let cluster: Cluster;
  let world: World;

  before(
    async () => {
      cluster = await Cluster.start();
      const began = performance.now();
      await cluster.loadImages();
      const loaded = performance.now();
      world = await startProduct(cluster);
      const seconds = (ms: number) => Math.round(ms / 1000);
      console.log(
        `images built and loaded in ${seconds(loaded - began)} s, all available in ${seconds(performance.now() - loaded)} s`,
      );
    },
    { timeout: longestMs },
  );
  after(() => cluster?.stop(), { timeout: 180_000 });

  test('the API server takes every base and every overlay without a warning', async () => {
    const words = await cluster.kubectlWithWords(
      'apply',
      '-f',
      'tests/kubernetes/stand-in-kinds.yaml',
    );
    assert.equal(words.stderr, '');
    await cluster.kubectl('wait', '--for=condition=Established', 'crd', '--all');
    // As before a release that follows another within a minute: Jobs cannot be changed.
    const migrations = ['-l', 'app.kubernetes.io/component=migration', '--ignore-not-found'];
    await cluster.kubectl('-n', 'nameloan', 'delete', 'jobs', ...migrations);
    await cluster.apply([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'nameloan-staging' } },
    ]);
    const folders = globSync('infra/k8s/{base,overlays}/*/kustomization.yaml', { cwd: root });
    assert.ok(folders.length > 12);
    for (const folder of folders.map(dirname)) {
      const { stdout, stderr } = await cluster.kubectlWithWords(
        'apply',
        '--dry-run=server',
        '-k',
        join(root, folder),
      );
      assert.equal(stderr, '', folder);
      assert.match(stdout, /\(server dry run\)/, folder);
    }
  });

  test('a pod with more rights than ours is not let in', async () => {
    const asRoot = ['-n', 'nameloan', 'run', 'intruder', '--image=any', '--dry-run=server'];
    await assert.rejects(cluster.kubectl(...asRoot), /violates PodSecurity "restricted/);
  });

  test('a loan is lived, with a chat over websockets, through the gateway’s Service', () =>
    liveRepaidLoan(world));

  test('loans on many branches end well while pods of everybody are deleted at random', async () => {
    const deleted = new Map<string, number>();
    const outcome = await liveThrough(world, loans, async (busy) => {
      for (let turn = 0; busy() || turn < leastDeleted; turn++) {
        const any = everybody[Math.floor(Math.random() * everybody.length)] as string;
        const name = everybody[turn] ?? any;
        const [pod] = await cluster.podsOf(selectorOf(name));
        if (!pod) continue;
        // Killed, or asked to leave. Never by force: a StatefulSet's disk would have two owners for a moment.
        const how = Math.random() < 0.5 ? ['--grace-period=1'] : [];
        await cluster.kubectl(
          '-n',
          'nameloan',
          'delete',
          'pod',
          pod.metadata.name,
          '--wait=false',
          ...how,
        );
        deleted.set(name, (deleted.get(name) ?? 0) + 1);
        await cluster.available(180);
        await pause(2_000 * Math.random());
      }
    });
    console.log(`deleted: ${[...deleted].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    printOutcome(outcome);
    assert.deepEqual(wrongIn(outcome), []);
  });

  test('every program shows its figures, and logs one JSON object a line with nothing fatal', async () => {
    const memory: string[] = [];
    for (const name of programs) {
      const [pod] = await cluster.podsOf(selectorOf(name));
      const figures = await (await fetch(`http://${pod.status.podIP}:9464/metrics`)).text();
      const bytes = /^process_resident_memory_bytes (\d+)/m.exec(figures)?.[1];
      assert.ok(bytes, name);
      memory.push(`${name} ${Math.round(Number(bytes) / 1e6)}`);
      const lines = (await cluster.kubectl('-n', 'nameloan', 'logs', pod.metadata.name))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      assert.ok(lines.length > 0, name);
      assert.deepEqual(
        lines.filter((line: Found) => line.level >= 60),
        [],
        name,
      );
    }
    console.log(`MB of memory: ${memory.join(', ')}`);
  });

  describe('releases, with two replicas of everybody', { skip: k6Missing }, () => {
    let chat: Chat;
    const deployments = programs.map((name) => `deployment/${name}`);
    const rollout = (verb: string, ...more: string[]) =>
      cluster.kubectl('-n', 'nameloan', 'rollout', verb, ...more);
    const rolledOut = () =>
      Promise.all(deployments.map((name) => rollout('status', name, rolledOutWithin)));

    before(async () => {
      await cluster.kubectl('-n', 'nameloan', 'scale', ...deployments, '--replicas=2');
      await rolledOut();
    });

    /** Visitors browse and two chat while `work` is done. */
    async function undisturbed(what: string, work: () => Promise<void>): Promise<void> {
      chat = new Chat(await accepted(world));
      await chat.begin();
      const stopBrowsing = browse(world.url);
      await pause(3_000);
      await work();
      await cluster.nobodyLeaves();
      await pause(3_000);
      const { words, ...reads } = await stopBrowsing();
      const told = await chat.end();
      console.log(`${what}: ${JSON.stringify(reads)}; chat ${JSON.stringify(told)}`);
      assert.equal(reads.failed, 0, words);
      assert.ok(reads.read > 50);
      assert.deepEqual([told.lost, told.twice], [[], 0]);
      assert.ok(told.taken > 10);
      assert.ok(told.breaks > 0, 'no gateway has closed a socket');
    }

    test('each restarted after the other: no call fails for good, no message is lost', () =>
      undisturbed('one after another', async () => {
        for (const name of deployments) {
          await rollout('restart', name);
          await rollout('status', name, rolledOutWithin);
        }
      }));

    test('all restarted at once', () =>
      undisturbed('all at once', async () => {
        await rollout('restart', ...deployments);
        await rolledOut();
      }));

    test('all rolled back at once', () =>
      undisturbed('rollback', async () => {
        await Promise.all(deployments.map((name) => rollout('undo', name)));
        await rolledOut();
      }));
  });
});
