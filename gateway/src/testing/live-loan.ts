/** A loan with its chat behind a real gateway, for the tests of live subscriptions with either bus. */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { endedSessionsTopic } from '@nameloan/contracts/ended-sessions';
import { DomainError } from '@nameloan/contracts/errors';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Subscriber } from '@nameloan/driver/connect-subscriber';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import type { Replies, ReplyContext } from './fake-services.ts';
import type { TestGateway } from './gateway.ts';
import { startTestGateway } from './gateway.ts';

export const onMessage =
  'subscription($id: ID!, $after: ID) { added: escrowMessageAdded(escrowId: $id, after: $after) { message } }';
export const onChange =
  'subscription($id: ID!) { escrowChanged(escrowId: $id) { id status role } }';

/** The page size of lending's lists. */
const pageSize = 1000;

/** Both bus adapters, with the reason if one cannot run here. */
export const busKinds = [
  { kind: 'in this process', skip: false as string | false },
  { kind: 'over NATS', skip: natsMissing },
];

export interface LiveLoan {
  gateway: TestGateway;
  messages: { id: string; message: string }[];
  status: string;
  /** The owner of the domain; null: it has none any more. */
  domainStatus: string | null;
  offerStatus: string;
  balanceCents: number;
  unread: number;
  mayNotSee: Set<string>;
  /** How often the messages were read. */
  lists: number;
  /** How often a domain was read. */
  domainReads: number;
  /** Runs during a read: simulates changes between query and subscription. */
  whileListing: () => void | Promise<void>;
  /** This many of the next reads fail. */
  down: number;
  /** The current bus subscriptions by topic. */
  subscriptionCounts: Map<string, number>;
  say(id: string): void;
  connect(
    accountId: string,
    wish?: { sessionId?: string; lifeSeconds?: number },
  ): Promise<Subscriber>;
  /** Resets the loan and disconnects all clients. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

async function openBus(kind: string): Promise<{ bus: Bus; close(): Promise<void> }> {
  if (kind !== 'over NATS') {
    const bus = new LocalBus();
    return { bus, close: () => bus.close() };
  }
  const nats = await startTestNats();
  const bus = await NatsBus.connect({
    url: nats.url,
    name: 'gateway',
    stream: 'TEST',
    roots: ['lending'],
  });
  return {
    bus,
    close: async () => {
      await bus.close();
      await nats.stop();
    },
  };
}

function counted(bus: Bus, subscriptionCounts: Map<string, number>): Bus {
  const add = (topic: string, by: number) =>
    subscriptionCounts.set(topic, (subscriptionCounts.get(topic) ?? 0) + by);
  const subscribe: Bus['subscribe'] = async (topic, handler) => {
    add(topic, 1);
    const stop = await bus.subscribe(topic, handler);
    return async () => {
      add(topic, -1);
      await stop();
    };
  };
  return new Proxy(bus, {
    get: (target, name) => {
      if (name === 'subscribe') return subscribe;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const accountOf = ({ actor }: ReplyContext) => (actor.kind === 'account' ? actor.accountId : '');

/** Lists a chat like lending: from the start, after a message, or the last ones before a message or of all. */
function listed(messages: LiveLoan['messages'], given: ReplyContext['args']) {
  const { after, before, limit } = given as Record<string, unknown>;
  const most = typeof limit === 'number' ? limit : pageSize;
  const placeOf = (id: unknown) => {
    const at = messages.findIndex((one) => one.id === id);
    if (at < 0) throw new DomainError('NOT_FOUND', 'There is no such message.');
    return at;
  };
  if (typeof after === 'string') {
    const from = after === '' ? 0 : placeOf(after) + 1;
    return messages.slice(from, from + most);
  }
  const to = typeof before === 'string' ? placeOf(before) : messages.length;
  return messages.slice(Math.max(0, to - most), to);
}

function answersOf(loan: LiveLoan): Replies {
  const mayRead = (given: ReplyContext) => {
    if (loan.down-- > 0) throw new DomainError('UNAVAILABLE', 'A service is down.');
    if (!loan.mayNotSee.has(accountOf(given))) return;
    throw new DomainError('NOT_FOUND', 'There is no such loan.');
  };
  return {
    'Query.escrow': (given) => {
      mayRead(given);
      const role = accountOf(given) === 'lender' ? 'LENDER' : 'BORROWER';
      return { id: given.args.id, status: loan.status, role };
    },
    'Query.escrowMessages': async (given) => {
      mayRead(given);
      loan.lists++;
      const found = listed(loan.messages, given.args);
      await loan.whileListing();
      return found;
    },
    'Query.domain': (given) => {
      mayRead(given);
      loan.domainReads++;
      if (!loan.domainStatus) throw new DomainError('NOT_FOUND', 'There is no such domain.');
      return { id: given.args.id, status: loan.domainStatus };
    },
    'Query.offer': (given) => ({ id: given.args.id, status: loan.offerStatus }),
    'Query.self': (given) => ({ id: accountOf(given) }),
    'User.balance': () => loan.balanceCents,
    'Query.notificationCenter': (given) => ({
      id: accountOf(given),
      unreadCounts: { id: accountOf(given), alerts: 0, notifications: loan.unread },
    }),
    'Query.notifications': () =>
      [...loan.messages].reverse().map((one) => ({ id: one.id, body: one.message })),
    'Query.notification': (given) => {
      const found = loan.messages.find((one) => one.id === given.args.id);
      return { id: given.args.id, body: found?.message ?? `to ${accountOf(given)}` };
    },
  };
}

export async function startLiveLoan(kind: string): Promise<LiveLoan> {
  const { bus, close } = await openBus(kind);
  const subscriptionCounts = new Map<string, number>();
  const connected: Subscriber[] = [];
  const loan: LiveLoan = {
    gateway: undefined as unknown as TestGateway,
    messages: [],
    status: 'NEW',
    domainStatus: 'EXTERNAL_VERIFIED',
    offerStatus: 'PENDING',
    balanceCents: 0,
    unread: 0,
    mayNotSee: new Set(),
    lists: 0,
    domainReads: 0,
    whileListing: () => {},
    down: 0,
    subscriptionCounts,
    say: (id) => {
      loan.messages.push({ id, message: `message ${id}` });
      bus.publishSignal(escrowTopic('e1'), { what: 'message', id });
    },
    connect: async (accountId, wish = {}) => {
      const token = await loan.gateway.token({ accountId, ...wish });
      const subscriber = connectSubscriber(loan.gateway.url, token);
      connected.push(subscriber);
      return subscriber;
    },
    reset: async () => {
      await Promise.all(connected.splice(0).map((one) => one.dispose()));
      // The gateway notices the close a little later. Its subscription to ended sessions always stays.
      const ofWatchers = () =>
        [...subscriptionCounts].filter(([topic]) => topic !== endedSessionsTopic);
      await eventually('all subscribers have left', () =>
        ofWatchers().every(([, count]) => count === 0),
      );
      Object.assign(loan, {
        messages: [],
        status: 'NEW',
        domainStatus: 'EXTERNAL_VERIFIED',
        offerStatus: 'PENDING',
        balanceCents: 0,
        unread: 0,
        lists: 0,
        domainReads: 0,
        whileListing: () => {},
        down: 0,
      });
      loan.mayNotSee.clear();
    },
    stop: async () => {
      await loan.gateway.stop();
      await close();
    },
  };
  loan.gateway = await startTestGateway({
    replies: answersOf(loan),
    bus: counted(bus, subscriptionCounts),
  });
  return loan;
}

/** Waits for a condition that no event signals. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const untilMs = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > untilMs) assert.fail(`never: ${what}`);
    await pause(5);
  }
}
