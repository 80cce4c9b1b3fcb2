/** The proxies between brokers isolate the intended broker: it loses the cluster, and the other two keep working. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { natsMissing } from '@nameloan/testkit/nats';
import { makePlan } from '../flows/environment/many-processes.ts';
import { brokerProcess } from './cluster.ts';
import { brokers, openProxies, portNames, portOf } from './routes.ts';

const databaseUrl = 'mongodb://127.0.0.1:1';
/** Generous, for a busy machine. */
const deadlineMs = 60_000;

test('an isolated broker has no peers and no leader, the others keep working, and it rejoins', {
  skip: natsMissing,
  timeout: 400_000,
}, async (t) => {
  const plan = await makePlan(portNames);
  t.after(() => rmSync(plan.folder, { recursive: true, force: true }));
  const { routes, close } = await openProxies(plan, databaseUrl);
  t.after(close);
  const processes = brokers.map((number) => brokerProcess(plan, number));
  t.after(() => Promise.all(processes.map((broker) => broker.kill())));
  await Promise.all(processes.map((broker) => broker.start()));

  // biome-ignore lint/suspicious/noExplicitAny: the server's own shape
  const readMonitor = async (number: number, what: string): Promise<any> =>
    (await fetch(`http://127.0.0.1:${portOf(plan, `nats-${number} monitor`)}/${what}`)).json();
  const connectedPeers = async (number: number): Promise<string[]> => {
    const { routes } = await readMonitor(number, 'routez');
    return [
      ...new Set<string>((routes ?? []).map((one: { remote_name: string }) => one.remote_name)),
    ];
  };
  // biome-ignore lint/suspicious/noExplicitAny: the server's own shape
  const metaOf = async (number: number): Promise<any> =>
    (await readMonitor(number, 'jsz')).meta_cluster ?? {};
  const leaderOf = async (number: number): Promise<string> => (await metaOf(number)).leader ?? '';
  const isComplete = async () => {
    const haveAllPeers = await Promise.all(
      brokers.map(async (one) => (await connectedPeers(one)).length === 2),
    );
    const metas = await Promise.all(brokers.map(metaOf));
    // A forming cluster counts two members before three, and would then need a majority of those two.
    const sizes = metas.map(({ cluster_size }) => cluster_size);
    const [leader] = metas.map((one) => one.leader ?? '');
    const leading = metas[brokers.findIndex((number) => `nats-${number}` === leader)];
    return (
      haveAllPeers.every(Boolean) &&
      sizes.every((size) => size === brokers.length) &&
      metas.every((one) => one.leader === leader) &&
      leading?.replicas?.every(({ current }: { current: boolean }) => current) === true
    );
  };
  await waitFor('a complete cluster', isComplete, deadlineMs);

  for (const number of brokers) {
    const route = routes.find(({ name }) => name === `one broker from its peers-${number}`);
    const others = brokers.filter((one) => one !== number);
    for (const state of ['cut', 'dead'] as const) {
      route?.setState(state);
      await waitFor(
        `nats-${number} to be isolated (${state})`,
        async () => {
          const [first, second] = await Promise.all(others.map(leaderOf));
          return (
            (await leaderOf(number)) === '' &&
            first !== '' &&
            first === second &&
            first !== `nats-${number}`
          );
        },
        deadlineMs,
      );
      if (state === 'cut') assert.deepEqual(await connectedPeers(number), []);
      route?.setState('open');
      await waitFor(`nats-${number} to rejoin`, isComplete, deadlineMs);
    }
  }
});
