/** A service's database: its models, and `commit`, the only way to write. */

import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import { LoopHealth, stalledLoops } from '@nameloan/runtime/loop-health';
import type { StateMachine } from '@nameloan/runtime/state-machine';
import { traced } from '@nameloan/runtime/trace';
import type { ClientSession, Collection, Connection } from 'mongoose';
import mongoose from 'mongoose';
import { connectDatabase } from './connect-database.ts';
import type { DataUpgrade } from './data-upgrade.ts';
import { upgradeData } from './data-upgrade.ts';
import { DatabaseClock } from './database-clock.ts';
import {
  asUnavailable,
  databaseDeadlineMs,
  hasLabel,
  inTime,
  isAborted,
  isTransient,
  unavailable,
} from './database-unavailable.ts';
import type { Entity } from './entity.ts';
import { DeadLetters } from './events/dead-letters.ts';
import { DeferredEvents } from './events/deferred-events.ts';
import { Outbox } from './events/outbox.ts';
import { observeStore } from './gauges.ts';
import { Jobs } from './jobs/jobs.ts';
import type { ModelDefinition } from './model.ts';
import { ConcurrentUpdateError, Model } from './model.ts';
import { openRows } from './open-rows.ts';
import { OpenTx } from './open-tx.ts';
import { ReplicaSignals } from './replica-signals.ts';
import type { Index, SchemaOptions } from './schema.ts';
import { ensureCollection, setSchema } from './schema.ts';
import type { Tx } from './tx.ts';

const healthDeadlineMs = 2_000;
/** Between two attempts of a commit, reached after about ten conflicts. */
const maxPauseMs = 500;

export interface StoreOptions {
  mongoUrl: string;
  database: string;
  /** Connection that the host process of several services shares and closes. */
  connection?: Connection | undefined;
  /** Default: creates what is missing and reports nothing. */
  schema?: SchemaOptions;
}

/** A handled event. */
export type InboxRow = { _id: string; at: Date };
const inboxDays = 30;

export class Store {
  readonly service: string;
  readonly #upgrade: DataUpgrade;
  readonly #clock = new DatabaseClock();
  readonly #peers: ReplicaSignals;
  readonly outbox: Outbox;
  readonly deferredEvents: DeferredEvents;
  readonly jobs: Jobs;
  readonly deadLetters = new DeadLetters();
  /** Handling of events that cannot be stored as handled, deferred or dead. */
  readonly inboxHealth = new LoopHealth('The inbox');
  /** Called after a commit whose outcome is unknown. */
  onUncertainCommit: () => void = () => {};
  readonly #models: { open(connection: Connection): Promise<void> }[] = [];
  /** The state machines of its models, for the documents. */
  readonly machines: StateMachine[] = [];
  readonly #begun = new Set<Promise<unknown>>();
  #connection: Connection | undefined;
  #ownsConnection = true;
  #hide: () => void = () => {};
  #isClosed = false;
  #inbox: Collection<InboxRow> | undefined;

  constructor(service: string, upgrade: DataUpgrade = {}) {
    this.service = service;
    this.#upgrade = upgrade;
    this.#peers = new ReplicaSignals(service);
    this.outbox = new Outbox(this.#clock, this.#peers);
    this.deferredEvents = new DeferredEvents(this.#clock, this.#peers);
    this.jobs = new Jobs(service, this.#clock, this.#peers);
  }

  /** Starts exchanging signals with the other replicas of the service. */
  joinReplicaSignals(bus: Bus): Promise<Stop> {
    return this.#peers.join(bus);
  }

  defineModel<T extends Entity>(name: string, definition: ModelDefinition<T>): Model<T> {
    const model = new Model<T>(name, definition);
    this.#models.push(model);
    this.machines.push(...(definition.states ?? []).map(({ machine }) => machine));
    return model;
  }

  /** A collection without a model, for a library's data. */
  defineRows(name: string, indexes: readonly Index[]): void {
    this.#models.push({ open: (connection) => ensureCollection(connection, name, indexes) });
  }

  async open(options: StoreOptions): Promise<void> {
    const { mongoUrl, database, connection: shared } = options;
    this.#isClosed = false;
    this.#ownsConnection = !shared;
    this.#connection = shared?.useDb(database) ?? (await connectDatabase(mongoUrl, { database }));
    const connection = this.#connection;
    if (options.schema) setSchema(connection, options.schema);
    await upgradeData(
      connection,
      this.#upgrade,
      options.schema ?? { mode: 'create', report: () => {} },
    );
    this.#clock.open(connection);
    await this.#clock.check();
    await this.outbox.open(connection);
    await this.jobs.open(connection);
    await this.deferredEvents.open(connection);
    await this.deadLetters.open(connection);
    this.#inbox = await openRows<InboxRow>(connection, 'inbox', [
      { keys: { at: 1 }, expireAfterSeconds: inboxDays * 86_400 },
    ]);
    for (const model of this.#models) await model.open(connection);
    this.#hide = observeStore(this);
  }

  get connection(): Connection {
    if (!this.#connection) throw new Error(`the store of ${this.service} is used before the start`);
    return this.#connection;
  }

  get inbox(): Collection<InboxRow> {
    if (!this.#inbox) throw new Error(`the inbox of ${this.service} is used before the start`);
    return this.#inbox;
  }

  /** One sentence for each loop of the outbox, the inbox or the jobs that has only failed for this long. */
  stalled(afterMs?: number): string[] {
    const { outbox, deferredEvents, jobs } = this;
    const loops = [...outbox.health, ...deferredEvents.health, ...jobs.health(), this.inboxHealth];
    return stalledLoops(loops, afterMs);
  }

  async healthy(): Promise<boolean> {
    try {
      const ping = this.connection.db?.admin().command({ ping: 1 });
      await inTime(Promise.resolve(ping), healthDeadlineMs);
      return true;
    } catch {
      return false;
    }
  }

  /** Commits that start later throw UNAVAILABLE at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hide();
    if (this.#ownsConnection) await this.#connection?.close();
  }

  /**
   * Runs one use case in one transaction: load, decide, write, emit. Retries after a conflict, so that the decision is
   * always based on the state at the commit. `work` may run several times and must have no other effects. DomainErrors
   * pass through and nothing is written. Ends within ten seconds: UNAVAILABLE if the database does not answer or
   * conflicts never stop.
   */
  commit = <R>(work: (tx: Tx) => Promise<R>): Promise<R> =>
    traced(
      'commit',
      { kind: 'internal', service: this.service, errorsHandledBy: 'caller' },
      (span) => this.#commit(work, (attempts) => span?.setAttribute('nameloan.attempts', attempts)),
    );

  async #commit<R>(work: (tx: Tx) => Promise<R>, count: (attempts: number) => unknown): Promise<R> {
    const deadlineMs = performance.now() + databaseDeadlineMs;
    const leftMs = () => deadlineMs - performance.now();
    for (let attempts = 1; ; attempts++) {
      count(attempts);
      try {
        return await inTime(this.#begin(this.#attempt(work, leftMs)), leftMs());
      } catch (error) {
        if (!(error instanceof ConcurrentUpdateError || isTransient(error)))
          throw asUnavailable(error);
        if (leftMs() <= 0) {
          throw new DomainError('UNAVAILABLE', 'This is busy right now. Please try again.', {
            retryAfterSeconds: 1,
          });
        }
        await pause(Math.random() * Math.min(maxPauseMs, 4 * attempts * attempts));
      }
    }
  }

  #begin<R>(attempt: Promise<R>): Promise<R> {
    this.#begun.add(attempt);
    const end = () => this.#begun.delete(attempt);
    attempt.then(end, end);
    return attempt;
  }

  /** Resolves once all commits that are open now have settled. */
  async openCommitsSettled(): Promise<void> {
    await Promise.allSettled([...this.#begun]);
  }

  async #attempt<R>(work: (tx: Tx) => Promise<R>, leftMs: () => number): Promise<R> {
    // Mongoose would wait ten seconds for a connection.
    if (this.#isClosed) throw unavailable();
    const session = await this.connection.startSession();
    try {
      // Transactions read from the primary, whatever the URL prefers (MongoDB manual, "Transactions").
      session.startTransaction({ writeConcern: { w: 'majority' }, readPreference: 'primary' });
      const tx = new OpenTx(session, this.jobs);
      const result = await work(tx);
      await this.outbox.add(tx.events, session);
      try {
        // The caller has already received an error.
        if (leftMs() <= 0) throw new Error('the time of this commit is over');
        // Also after an unknown outcome, since the commit may have happened.
        await commitWithRetry(session)
          .catch((error) => {
            this.onUncertainCommit();
            throw error;
          })
          .finally(() => this.jobs.scheduleWakeUp(tx.scheduled));
      } catch (error) {
        this.outbox.failed(tx.events);
        throw error;
      }
      // Live signals first: users wait for them.
      for (const after of tx.afterCommitCallbacks) this.#afterwards(after);
      this.outbox.committed(tx.events);
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
      throw error;
    } finally {
      await session.endSession();
    }
  }

  /** The use case is committed, so a live signal that fails must not fail it. */
  #afterwards(work: () => void): void {
    try {
      work();
    } catch (error) {
      process.emitWarning(`after a commit of ${this.service}: ${String(error)}`);
    }
  }
}

/**
 * Repeats a commit with an unknown outcome; the server recognises it by its transaction number. UNAVAILABLE if the
 * outcome remains unknown, since a retry of the use case could apply it twice.
 */
async function commitWithRetry(session: ClientSession): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      const unclear = hasLabel(error, 'UnknownTransactionCommitResult') || isTransient(error);
      if (!unclear || isAborted(error)) throw error;
      if (attempts >= 5) throw asUnavailable(error);
      await pause(50 * attempts);
    }
  }
}

/** True for a violation of a unique index; `index` names a key of that index. */
export function isDuplicate(error: unknown, index?: string): boolean {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== 11000) return false;
  const pattern = (error.keyPattern ?? {}) as Record<string, unknown>;
  return index === undefined || Object.hasOwn(pattern, index);
}
