/** The doors of a cluster, at the addresses that parts are told, each with what stands behind it. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { Sandbox } from '../../scripts/start/external-systems.ts';
import { mongoUrl } from '../flows/world/config.ts';
import type { Plan } from '../flows/world/many-processes.ts';
import type { DoorState } from './proxy.ts';
import { Door } from './proxy.ts';

/** What can be struck as one: a door, or all of those that lead to the same. */
export interface Way {
  name: string;
  become(state: DoorState): void;
}

export const replicas = [1, 2] as const;
export const brokers = [1, 2, 3] as const;
export const servers = [...serviceNames, 'gateway'];
/** Parties that the sandbox plays, with a door of their own. */
const parties = ['registry', 'mail', 'providers'] as const;

const pairs = brokers.flatMap((from) =>
  brokers
    .filter((to) => to !== from)
    .map((to) => ({ from, to, name: `nats-${from} to nats-${to}` })),
);

/** Everything beside the engines that has an address. */
export const addressed = [
  ...servers,
  ...servers.flatMap((name) => replicas.map((number) => `${name}-${number}`)),
  ...serviceNames.map((name) => `${name} to mongo`),
  ...brokers.flatMap((number) =>
    ['', ' route', ' door', ' monitor'].map((of) => `nats-${number}${of}`),
  ),
  ...pairs.map(({ name }) => name),
  ...parties,
  'nowhere',
];

export const portOf = ({ ports }: Plan, name: string): number => ports[name] ?? 0;

/** Where a broker finds the others: behind a door for each. */
export const peersOf = (plan: Plan, number: number): string[] =>
  pairs
    .filter(({ from }) => from === number)
    .map(({ name }) => `nats://127.0.0.1:${portOf(plan, name)}`);

/** The sandbox as services are told of it: registry, mail server and providers behind their doors. */
export function outsideThrough(plan: Plan, there: Sandbox): Sandbox {
  const behindDoor = (url: string) => {
    const moved = new URL(url);
    moved.port = String(portOf(plan, 'providers'));
    return moved.href.replace(/\/$/, '');
  };
  return {
    ...there,
    epp: { ...there.epp, port: portOf(plan, 'registry') },
    smtp: { ...there.smtp, port: portOf(plan, 'mail') },
    stripe: { url: behindDoor(there.stripe.url) },
    nowpayments: { url: behindDoor(there.nowpayments.url) },
  };
}

export interface Doors {
  /** What strikes may choose from. */
  ways: Way[];
  close(): void;
}

/** Opens all of them; `databaseUrl`: what stands behind the doors to it. */
export async function openDoors(plan: Plan, databaseUrl: string): Promise<Doors> {
  const doors: Door[] = [];
  const open = async (name: string, at: string, behind: string[]) => {
    const door = new Door(
      name,
      behind.map((one) => portOf(plan, one)),
    );
    doors.push(door);
    await door.listen(portOf(plan, at));
    return door;
  };
  const ways: Way[] = [];
  for (const name of servers)
    ways.push(
      await open(
        name,
        name,
        replicas.map((number) => `${name}-${number}`),
      ),
    );
  for (const number of brokers)
    ways.push(await open(`nats-${number}`, `nats-${number} door`, [`nats-${number}`]));
  ways.push(await open('registry', 'registry', ['epp']));
  ways.push(await open('mail', 'mail', ['smtp']));
  ways.push(await open('providers', 'providers', ['control']));
  // A real server is reached as it says itself.
  for (const name of mongoUrl() ? [] : serviceNames) {
    const door = new Door(`${name} to mongo`, [Number(new URL(databaseUrl).port)]);
    doors.push(door);
    await door.listen(portOf(plan, door.name));
    ways.push(door);
  }
  const between = await Promise.all(
    pairs.map(async (pair) => ({
      ...pair,
      door: await open(pair.name, pair.name, [`nats-${pair.to} route`]),
    })),
  );
  for (const number of brokers) {
    const own = between.filter(({ from, to }) => from === number || to === number);
    // The other two are a majority without it, while its own clients still reach it.
    ways.push({
      name: `one broker from its peers-${number}`,
      become: (state) => {
        for (const { door } of own) door.become(state);
      },
    });
  }
  return {
    ways,
    close: () => {
      for (const door of doors) void door.close();
    },
  };
}
