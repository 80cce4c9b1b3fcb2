/** The product on a real Kubernetes: it comes up by one command, lives loans while pods die, and is released without a lost call. */

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runLoans, printOutcome, findViolations } from '../faults/run-loans.ts';
import { liveRepaidLoan } from '../flows/journeys/repaid-loan.ts';
import { accepted } from '../flows/world/loans.ts';
import type { World } from '../flows/world/world.ts';
import { Chat } from './chat.ts';
import { Cluster, clusterMissing } from './cluster.ts';
import { Logs } from './logs.ts';
import { everybody, programs, sandboxUrl, selectorOf, startProduct } from './product.ts';
import { k6Missing, Traffic } from './traffic.ts';

const root = resolve(import.meta.dirname, '../..');
const longestMs = 2_400_000;
const loans = 8;
/** At least so many pods are deleted while loans live: everybody's, and some twice. */
const leastDeleted = everybody.length + 2;
/** Messages that cross before what disturbs, and after. */
const fewMessages = 10;
const rolledOutWithin = '--timeout=240s';

if (clusterMissing) console.log(`Kubernetes is not tried: ${clusterMissing}`);

describe('the product on Kubernetes', { skip: clusterMissing, timeout: longestMs }, () => {
  let cluster: Cluster;
  let world: World;
  let logs: Logs;

  before(
    async () => {
      cluster = await Cluster.start();
      const began = performance.now();
      await cluster.loadImages();
      const loaded = performance.now();
      logs = new Logs(cluster, programs);
      world = await startProduct(cluster);
      const seconds = (ms: number) => Math.round(ms / 1000);
      console.log(
        `images built and loaded in ${seconds(loaded - began)} s, all available in ${seconds(performance.now() - loaded)} s`,
      );
    },
    { timeout: longestMs },
  );
  after(
    async () => {
      await logs?.end();
      await cluster?.stop();
    },
    { timeout: 180_000 },
  );

  test('the API server takes every base and every overlay without a warning', async () => {
    const words = await cluster.kubectlWithWords('apply', '-f', 'tests/kubernetes/fake-kinds.yaml');
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
    const outcome = await runLoans(world, loans, async (busy) => {
      for (let turn = 0; busy() || turn < leastDeleted; turn++) {
        const any = everybody[Math.floor(Math.random() * everybody.length)] as string;
        const name = everybody[turn] ?? any;
        const [pod] = await cluster.podsOf(selectorOf(name));
        assert.ok(pod, `${name} has no pod`);
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
    assert.deepEqual(
      everybody.filter((name) => !deleted.has(name)),
      [],
      'whose pods were spared',
    );
    assert.ok([...deleted.values()].reduce((sum, count) => sum + count, 0) >= leastDeleted);
    assert.deepEqual(findViolations(outcome), []);
  });

  test('every program shows its figures', async () => {
    const memory: string[] = [];
    for (const name of programs) {
      const [pod] = await cluster.podsOf(selectorOf(name));
      const figures = await (await fetch(`http://${pod.status.podIP}:9464/metrics`)).text();
      const bytes = /^process_resident_memory_bytes (\d+)/m.exec(figures)?.[1];
      assert.ok(bytes, name);
      memory.push(`${name} ${Math.round(Number(bytes) / 1e6)}`);
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

    /** People read, list, offer, lend and write to each other while `work` is done, and before and after it. */
    async function undisturbed(what: string, work: () => Promise<void>): Promise<void> {
      chat = new Chat(await accepted(world));
      await chat.begin();
      const traffic = await Traffic.start({ url: world.url, sandboxUrl });
      const allGoOn = () => Promise.all([traffic.goesOn(), chat.goesOn(fewMessages)]);
      try {
        await allGoOn();
        await work();
        await cluster.nobodyLeaves();
        await allGoOn();
      } finally {
        const { rows, chat: talks, words } = await traffic.end();
        const told = await chat.end();
        const people = rows.map(
          ({ scenario, journeys, calls, writes, failed, retried, brokenOff }) =>
            `${scenario} ${journeys} journeys (${brokenOff} broken off), ${calls} calls, ${writes} of them writes, ${retried} tried again, ${failed} failed`,
        );
        console.log(`${what}: ${people.join('; ')}`);
        console.log(
          `${what}: chats ${JSON.stringify(talks)}, the watched one ${JSON.stringify(told)}`,
        );
        for (const { scenario, failed, brokenOff } of rows)
          assert.deepEqual([failed, brokenOff], [0, 0], `${scenario}: ${words}`);
        assert.equal(talks?.wrong, 0, words);
        assert.deepEqual([told.lost, told.twice], [[], 0]);
        assert.ok(told.breaks > 0, 'no gateway has closed a socket');
      }
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

  test('each line that any pod has logged until its end is one JSON object; none tells of a crash or a 500', () => {
    const starts = [...logs.starts].map(([name, count]) => `${name} ${count}`);
    const errors = [...logs.errors()].map(([words, count]) => `${count} times “${words}”`);
    console.log(`logs of so many starts: ${starts.join(', ')}`);
    console.log(`at error level: ${errors.join(', ') || 'nothing'}`);
    // The pods that were deleted too.
    for (const name of programs) assert.ok((logs.starts.get(name) ?? 0) > 1, name);
    assert.deepEqual(logs.wrong(), []);
  });
});
