/** Runs one service for its tests: with a real database and an in-process bus, called as any actor. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@nameloan/contracts/actor';
import type { PayeeChange, Quote } from '@nameloan/contracts/errors';
import type { Event, EventData, Subject } from '@nameloan/contracts/events';
import { events } from '@nameloan/contracts/events';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { watchReads } from '@nameloan/persistence/reads/read-watch';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Environment } from '@nameloan/runtime/settings';
import type { ServiceDefinition } from '@nameloan/subgraph/service';
import { startService } from '@nameloan/subgraph/service';
import { startTestDatabase, withCommandEvents } from '../database/database.ts';
import { QueryPlans } from '../database/query-plans.ts';
import { strictRecord } from '../database/strict-records.ts';

/** Accounts whose address is not verified, in identity's replies to the service under test. */
export const restrictedAccounts = new Set<string>();
/** Accounts whose sessions are not fresh. */
export const staleAccounts = new Set<string>();
/** Accounts whose address is being changed. */
export const changingAccounts = new Set<string>();
/** Accounts under the rules of `ACCOUNT_RULES=strict`. */
export const strictAccounts = new Set<string>();
/** When identity verified addresses and opened sessions, in its replies. */
const verifiedAt = '2026-01-01T10:00:00.000Z';
const readTestAccess = async (payload: unknown) => {
  const { accountId } = payload as { accountId: string };
  const freshUntil = staleAccounts.has(accountId) ? null : '9999-01-01T00:00:00.000Z';
  const emailChangingUntil = changingAccounts.has(accountId) ? '9999-01-01T00:00:00.000Z' : null;
  const restricted = restrictedAccounts.has(accountId);
  const proof = freshUntil && { emailVerifiedAt: verifiedAt, withMfa: false, provenAt: verifiedAt };
  const strict = strictAccounts.has(accountId);
  const data = { verified: !restricted, restricted, freshUntil, emailChangingUntil, strict, proof };
  return { ok: true, data };
};

export const testSecret = 'test secret of thirty-two letters or more';

export interface TestResult {
  // biome-ignore lint/suspicious/noExplicitAny: results are untyped; the tests assert their content
  data: any;
  /** Code of the first error, if any. */
  code: string | undefined;
  /** Message of the first error, if any. */
  message: string | undefined;
  fields: Record<string, string> | undefined;
  /** Reason of a CONFLICT. */
  reason: string | undefined;
  /** New quote of PRICE_CHANGED. */
  quote: Quote | undefined;
  /** Of PAYEE_CHANGED. */
  payeeChange: PayeeChange | undefined;
  /** Of CONTRACT_CHANGED. */
  sha256: string | undefined;
}

/** The client of a call; absent values have defaults. */
export interface ClientDetails {
  sessionId?: string;
  ip?: string;
  userAgent?: string;
}

export type Caller = (query: string, variables?: Record<string, unknown>) => Promise<TestResult>;

export interface TestService {
  url: string;
  bus: LocalBus;
  /** Calls as a signed-in account (null: as a visitor). */
  as(accountId: string | null, client?: ClientDetails): Caller;
  /** Delivers an event to the service as the bus would; resolves when its handler has committed. */
  deliver<S extends Subject>(
    subject: S,
    data: EventData<S>,
    ids?: { id?: string; aggregateId?: string; version?: number },
  ): Promise<void>;
  /** Every event published so far, oldest first. */
  publishedEvents: Event[];
  /** Waits for a published event of this subject that matches. */
  event<S extends Subject>(
    subject: S,
    matches?: (data: EventData<S>) => boolean,
  ): Promise<Event<S>>;
  /** Runs jobs and relays events until nothing is left to do at the current business time. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const eventDeadlineMs = 60_000;

export async function startTestService(
  definition: ServiceDefinition,
  environment: Environment = {},
): Promise<TestService> {
  const database = await startTestDatabase();
  const bus = new LocalBus();
  const recorded = await recordEvents(bus);
  const { store } = definition.context;
  if (definition.requestHandlers?.['identity.account-access'] === undefined)
    await bus.handleRequests('identity.account-access', readTestAccess);
  const running = await startService(
    definition,
    {
      MONGODB_URL: withCommandEvents(database.url),
      DATABASE_PREFIX: database.prefix,
      INTERNAL_SECRET: testSecret,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ...environment,
    },
    { bus },
  );
  const plans = new QueryPlans(store.connection);
  watchReads(strictRecord);
  await running.begin();
  return {
    url: running.url,
    bus,
    ...recorded,
    as: (accountId, client) => createCaller(definition.context.name, testActor(accountId, client)),
    deliver: async (subject, data, ids = {}) => {
      const event = makeEvent(subject, data, ids);
      await bus.publish(event);
      while (await store.deferredEvents.holds(event.id)) await pause(10);
    },
    settle: async () => {
      for (let idleRounds = 0; idleRounds < 2; ) {
        const ran = await store.jobs.runDue();
        const retried = await store.deferredEvents.runDue();
        const relayed = await store.outbox.settle();
        idleRounds = ran || retried || relayed ? 0 : idleRounds + 1;
      }
    },
    stop: async () => {
      await plans.check().finally(() => running.stop());
      await bus.close();
      await database.close();
    },
  };
}

export function testActor(accountId: string | null, client: ClientDetails = {}): Actor {
  const { ip = '192.0.2.1', userAgent = 'test browser' } = client;
  const details = { ip, userAgent, requestId: newId() };
  if (accountId === null) return { kind: 'anonymous', ...details };
  return {
    kind: 'account',
    accountId,
    sessionId: client.sessionId ?? `session-of-${accountId}`,
    ...details,
  };
}

export function makeEvent<S extends Subject>(
  subject: S,
  data: EventData<S>,
  ids: { id?: string; aggregateId?: string; version?: number },
): Event<S> {
  return {
    id: ids.id ?? newId(),
    subject,
    v: events[subject].version,
    aggregateId: ids.aggregateId ?? newId(),
    aggregateVersion: ids.version ?? 1,
    at: now().toISOString(),
    data,
  };
}

function createCaller(name: string, actor: Actor): Caller {
  return async (query, variables) => {
    const service = findLocalService(name);
    if (!service) throw new Error(`${name} is not running`);
    const result = await service.prepare({ query })({ variables, actor });
    const plain = JSON.parse(JSON.stringify(result));
    const first = plain.errors?.[0];
    return {
      data: plain.data,
      code: first?.extensions?.code,
      message: first?.message,
      fields: first?.extensions?.fields,
      reason: first?.extensions?.reason,
      quote: first?.extensions?.quote,
      payeeChange: first?.extensions?.payeeChange,
      sha256: first?.extensions?.sha256,
    };
  };
}

async function recordEvents(bus: LocalBus) {
  const publishedEvents: Event[] = [];
  const waiters = new Set<() => void>();
  await bus.consume({
    name: 'test',
    subjects: Object.keys(events),
    handle: async (raw) => {
      publishedEvents.push(raw as Event);
      for (const check of waiters) check();
      return { done: true };
    },
  });
  const event = <S extends Subject>(
    subject: S,
    matches: (data: EventData<S>) => boolean = () => true,
  ) =>
    new Promise<Event<S>>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(check);
        reject(new Error(`no ${subject} was published`));
      }, eventDeadlineMs);
      const check = () => {
        const match = publishedEvents.find(
          (one) => one.subject === subject && matches(one.data as EventData<S>),
        );
        if (!match) return;
        clearTimeout(timer);
        waiters.delete(check);
        resolve(match as Event<S>);
      };
      waiters.add(check);
      check();
    });
  return { publishedEvents, event };
}
