/** The buses of the services and the gateway: inside this process, over one login, or one per user of the broker. */

import { serviceNames } from '@nameloan/contracts/platform';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { brokerKeeper } from '@nameloan/messaging/nats/broker-change';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import type { NatsAccess } from '@nameloan/messaging/nats/nats-settings';
import type { Log } from '@nameloan/runtime/log';

export interface Broker {
  url: string;
  /** Password of each user, if this process started the broker; otherwise the login of the settings is used. */
  passwords?: ReadonlyMap<string, string>;
}

export interface Buses {
  of(component: string): Bus;
  /** Lets the bus inside this process deliver, once every reader is there. */
  open(): void;
  close(): Promise<void>;
}

const withoutPassword = (urls: string) => urls.replace(/\/\/[^@/]*@/g, '//');

export async function connectBuses(
  broker: Broker | undefined,
  access: NatsAccess & { log: Log },
): Promise<Buses> {
  if (!broker) {
    const local = new LocalBus({ hold: true });
    return { of: () => local, open: () => local.open(), close: () => local.close() };
  }
  const { url, passwords } = broker;
  const connect = (name: string, login = access.login) =>
    NatsBus.connect({
      ...access,
      login,
      url,
      name,
      stream: 'NAMELOAN',
      roots: serviceNames,
      onWaiting: (reason) =>
        process.stderr.write(
          `NATS_URL ${withoutPassword(url)} does not answer yet (${reason}); trying for up to a minute.\n`,
        ),
    });
  const open = () => undefined;
  if (!passwords) {
    const bus = await connect('nameloan');
    return { of: () => bus, open, close: () => bus.close() };
  }
  const buses = new Map<string, Bus>();
  const connectUser = async (name: string) =>
    buses.set(name, await connect(name, { user: name, password: passwords.get(name) }));
  // The keeper creates the stream that the others need.
  await connectUser(brokerKeeper);
  const others = [...serviceNames, 'gateway'].filter((name) => name !== brokerKeeper);
  await Promise.all(others.map(connectUser));
  return {
    of: (component) => {
      const bus = buses.get(component);
      if (!bus) throw new Error(`the broker has no user ${component}`);
      return bus;
    },
    open,
    close: async () => {
      await Promise.all([...buses.values()].map((bus) => bus.close()));
    },
  };
}
