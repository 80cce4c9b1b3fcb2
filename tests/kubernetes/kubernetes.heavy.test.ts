/** The product on a real Kubernetes: one command starts it, loans run while pods are deleted, and releases lose no call. */

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findViolations, printOutcome, runLoans } from '../faults/run-loans.ts';
import { createAcceptedLoan } from '../flows/environment/loans.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { liveRepaidLoan } from '../flows/journeys/repaid-loan.ts';
import { Chat } from './chat.ts';
import { Cluster, clusterMissing } from './cluster.ts';
import { Logs } from './logs.ts';
import { allWorkloads, components, sandboxUrl, selectorOf, startProduct } from './product.ts';
import { k6Missing, Traffic } from './traffic.ts';

const root = resolve(import.meta.dirname, '../..');
const timeoutMs = 2_400_000;
const loans = 8;
/** Minimum number of pods deleted while loans run: one of each workload, and some twice. */
const minDeleted = allWorkloads.length + 2;
/** Messages that must arrive before and after a disruption. */
const minMessages = 10;
const rolloutTimeout = '--timeout=240s';

if (clusterMissing) console.log(`Kubernetes tests are skipped: ${clusterMissing}`);

describe('the product on Kubernetes', { skip: clusterMissing, timeout: timeoutMs }, () => {
  let cluster: Cluster;
  let environment: TestEnvironment;
  let logs: Logs;

  before(
    async () => {
      cluster = await Cluster.start();
      const began = performance.now();
      await cluster.loadImages();
      const loaded = performance.now();
      logs = new Logs(cluster, components);
      environment = await startProduct(cluster);
      const seconds = (ms: number) => Math.round(ms / 1000);
      console.log(
        `images built and loaded in ${seconds(loaded - began)} s, all available in ${seconds(performance.now() - loaded)} s`,
      );
    },
    { timeout: timeoutMs },
  );
  after(
    async () => {
      await logs?.stop();
      await cluster?.stop();
    },
    { timeout: 180_000 },
  );

  test('the API server accepts every base and every overlay without a warning', async () => {
    const result = await cluster.kubectlWithStderr(
      'apply',
      '-f',
      'tests/kubernetes/fake-kinds.yaml',
    );
    assert.equal(result.stderr, '');
    await cluster.kubectl('wait', '--for=condition=Established', 'crd', '--all');
    // As before a release within a minute of another one: Jobs are immutable.
    const migrations = ['-l', 'app.kubernetes.io/component=migration', '--ignore-not-found'];
    await cluster.kubectl('-n', 'nameloan', 'delete', 'jobs', ...migrations);
    await cluster.apply([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'nameloan-staging' } },
    ]);
    const folders = globSync('infra/k8s/{base,overlays}/*/kustomization.yaml', { cwd: root });
    assert.ok(folders.length > 12);
    for (const folder of folders.map(dirname)) {
      const { stdout, stderr } = await cluster.kubectlWithStderr(
        'apply',
        '--dry-run=server',
        '-k',
        join(root, folder),
      );
      assert.equal(stderr, '', folder);
      assert.match(stdout, /\(server dry run\)/, folder);
    }
  });

  test('a pod with more privileges than ours is rejected', async () => {
    const asRoot = ['-n', 'nameloan', 'run', 'intruder', '--image=any', '--dry-run=server'];
    await assert.rejects(cluster.kubectl(...asRoot), /violates PodSecurity "restricted/);
  });

  test('a loan with a chat over websockets runs through the gateway’s Service', () =>
    liveRepaidLoan(environment));

  test('loans of many scenarios end correctly while pods of all workloads are deleted at random', async () => {
    const deleted = new Map<string, number>();
    const outcome = await runLoans(environment, loans, async (busy) => {
      for (let turn = 0; busy() || turn < minDeleted; turn++) {
        const any = allWorkloads[Math.floor(Math.random() * allWorkloads.length)] as string;
        const name = allWorkloads[turn] ?? any;
        const [pod] = await cluster.podsOf(selectorOf(name));
        assert.ok(pod, `${name} has no pod`);
        // Killed or terminated. Never with --force: a StatefulSet's volume would have two owners for a moment.
        const options = Math.random() < 0.5 ? ['--grace-period=1'] : [];
        await cluster.kubectl(
          '-n',
          'nameloan',
          'delete',
          'pod',
          pod.metadata.name,
          '--wait=false',
          ...options,
        );
        deleted.set(name, (deleted.get(name) ?? 0) + 1);
        await cluster.waitUntilAvailable(180);
        await pause(2_000 * Math.random());
      }
    });
    console.log(`deleted: ${[...deleted].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    printOutcome(outcome);
    assert.deepEqual(
      allWorkloads.filter((name) => !deleted.has(name)),
      [],
      'workloads without a deleted pod',
    );
    assert.ok([...deleted.values()].reduce((sum, count) => sum + count, 0) >= minDeleted);
    assert.deepEqual(findViolations(outcome), []);
  });

  test('every component exports its metrics', async () => {
    const memory: string[] = [];
    for (const name of components) {
      const [pod] = await cluster.podsOf(selectorOf(name));
      const metrics = await (await fetch(`http://${pod.status.podIP}:9464/metrics`)).text();
      const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1];
      assert.ok(bytes, name);
      memory.push(`${name} ${Math.round(Number(bytes) / 1e6)}`);
    }
    console.log(`MB of memory: ${memory.join(', ')}`);
  });

  describe('releases with two replicas of every component', { skip: k6Missing }, () => {
    let chat: Chat;
    const deployments = components.map((name) => `deployment/${name}`);
    const rollout = (verb: string, ...more: string[]) =>
      cluster.kubectl('-n', 'nameloan', 'rollout', verb, ...more);
    const rolledOut = () =>
      Promise.all(deployments.map((name) => rollout('status', name, rolloutTimeout)));

    before(async () => {
      await cluster.kubectl('-n', 'nameloan', 'scale', ...deployments, '--replicas=2');
      await rolledOut();
    });

    /** Runs `work` under traffic and a chat, which must continue before, during and after it. */
    async function assertUndisturbed(what: string, work: () => Promise<void>): Promise<void> {
      chat = new Chat(await createAcceptedLoan(environment));
      await chat.start();
      const traffic = await Traffic.start({ url: environment.url, sandboxUrl });
      const waitForTraffic = () =>
        Promise.all([traffic.waitForGrowth(), chat.waitForMore(minMessages)]);
      try {
        await waitForTraffic();
        await work();
        await cluster.waitForTerminations();
        await waitForTraffic();
      } finally {
        const { rows, chat: trafficChats, output } = await traffic.stop();
        const watchedChat = await chat.stop();
        const results = rows.map(
          ({ scenario, journeys, calls, writes, failed, retried, brokenOff }) =>
            `${scenario} ${journeys} journeys (${brokenOff} broken off), ${calls} calls, ${writes} of them writes, ${retried} retried, ${failed} failed`,
        );
        console.log(`${what}: ${results.join('; ')}`);
        console.log(
          `${what}: chats ${JSON.stringify(trafficChats)}, the watched one ${JSON.stringify(watchedChat)}`,
        );
        for (const { scenario, failed, brokenOff } of rows)
          assert.deepEqual([failed, brokenOff], [0, 0], `${scenario}: ${output}`);
        assert.equal(trafficChats?.wrong, 0, output);
        assert.deepEqual([watchedChat.lost, watchedChat.duplicates], [[], 0]);
        assert.ok(watchedChat.reconnects > 0, 'no gateway closed a socket');
      }
    }

    test('restarted one after another: no call fails permanently, no message is lost', () =>
      assertUndisturbed('one after another', async () => {
        for (const name of deployments) {
          await rollout('restart', name);
          await rollout('status', name, rolloutTimeout);
        }
      }));

    test('all restarted at once', () =>
      assertUndisturbed('all at once', async () => {
        await rollout('restart', ...deployments);
        await rolledOut();
      }));

    test('all rolled back at once', () =>
      assertUndisturbed('rollback', async () => {
        await Promise.all(deployments.map((name) => rollout('undo', name)));
        await rolledOut();
      }));
  });

  test('each log line of any pod is one JSON object; none reports a crash or a 500', () => {
    const starts = [...logs.starts].map(([name, count]) => `${name} ${count}`);
    const errors = [...logs.countErrors()].map(([message, count]) => `${count} times “${message}”`);
    console.log(`collected logs by start: ${starts.join(', ')}`);
    console.log(`at error level: ${errors.join(', ') || 'nothing'}`);
    // Includes the deleted pods.
    for (const name of components) assert.ok((logs.starts.get(name) ?? 0) > 1, name);
    assert.deepEqual(logs.findFailures(), []);
  });
});
