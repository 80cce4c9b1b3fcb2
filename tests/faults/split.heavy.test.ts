/** The ways between brokers are what they are said to be: who is struck there is alone, whoever else goes on. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import { makePlan } from '../flows/world/many-processes.ts';
import { brokerPart } from './cluster.ts';
import { addressed, brokers, openDoors, portOf } from './routes.ts';

const databaseUrl = 'mongodb://127.0.0.1:1';
/** On a machine that has much to do. */
const patienceMs = 60_000;

test('a broker that is split off is alone and without a leader, the others go on, and it comes back', {
  skip: natsMissing,
  timeout: 400_000,
}, async (t) => {
  const plan = await makePlan(addressed);
  t.after(() => rmSync(plan.folder, { recursive: true, force: true }));
  const { ways, close } = await openDoors(plan, databaseUrl);
  t.after(close);
  const parts = brokers.map((number) => brokerPart(plan, number));
  t.after(() => Promise.all(parts.map((part) => part.kill())));
  await Promise.all(parts.map((part) => part.start()));

  // biome-ignore lint/suspicious/noExplicitAny: the server's own shape
  const ask = async (number: number, what: string): Promise<any> =>
    (await fetch(`http://127.0.0.1:${portOf(plan, `nats-${number} monitor`)}/${what}`)).json();
  const peersOf = async (number: number): Promise<string[]> => {
    const { routes } = await ask(number, 'routez');
    return [
      ...new Set<string>((routes ?? []).map((one: { remote_name: string }) => one.remote_name)),
    ];
  };
  // biome-ignore lint/suspicious/noExplicitAny: the server's own shape
  const metaOf = async (number: number): Promise<any> =>
    (await ask(number, 'jsz')).meta_cluster ?? {};
  const leaderOf = async (number: number): Promise<string> => (await metaOf(number)).leader ?? '';
  const whole = async () => {
    const seen = await Promise.all(brokers.map(async (one) => (await peersOf(one)).length === 2));
    const metas = await Promise.all(brokers.map(metaOf));
    // One that is founded knows of two before it knows of three, and would need the two it began with.
    const sizes = metas.map(({ cluster_size }) => cluster_size);
    const [leader] = metas.map((one) => one.leader ?? '');
    const leading = metas[brokers.findIndex((number) => `nats-${number}` === leader)];
    return (
      seen.every(Boolean) &&
      sizes.every((size) => size === brokers.length) &&
      metas.every((one) => one.leader === leader) &&
      leading?.replicas?.every(({ current }: { current: boolean }) => current) === true
    );
  };
  await waitFor('a whole cluster', whole, patienceMs);

  for (const number of brokers) {
    const way = ways.find(({ name }) => name === `one broker from its peers-${number}`);
    const others = brokers.filter((one) => one !== number);
    for (const state of ['cut', 'dead'] as const) {
      way?.become(state);
      await waitFor(
        `nats-${number} to be ${state} off`,
        async () => {
          const [first, second] = await Promise.all(others.map(leaderOf));
          return (
            (await leaderOf(number)) === '' &&
            first !== '' &&
            first === second &&
            first !== `nats-${number}`
          );
        },
        patienceMs,
      );
      if (state === 'cut') assert.deepEqual(await peersOf(number), []);
      way?.become('open');
      await waitFor(`nats-${number} to be back`, whole, patienceMs);
    }
  }
});
