/** The transaction of each logical session: begun, continued, committed or aborted, each at most once. */
import { fault, MongoFault, transient } from '../errors.ts';
import { sessionTimeoutMs } from '../store/retry.ts';
import type { Store } from './store.ts';
import type { Transaction } from './transaction.ts';

/** The real server's transactionLifetimeLimitSeconds. */
const transactionLifetimeMs = 60_000;

type State = {
  number: bigint;
  status: 'open' | 'committed' | 'aborted';
  transaction: Transaction | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Connections that have taken part; when all are gone, so is the client. */
  peers: Set<number>;
  usedAt: number;
};

export type TransactionId = { session: string; number: bigint; peer: number };

function noSuch(number: bigint): MongoFault {
  const error = new MongoFault(
    251,
    `Given transaction number ${number} does not match any in-progress transactions.`,
  );
  error.labels = [transient];
  return error;
}

export class Sessions {
  readonly #store: Store;
  readonly #states = new Map<string, State>();
  readonly #onEnd: (transaction: Transaction) => void;

  constructor(store: Store, onEnd: (transaction: Transaction) => void) {
    this.#store = store;
    this.#onEnd = onEnd;
  }

  #latest(session: string): bigint {
    const number = this.#states.get(session)?.number ?? -1n;
    const retried = this.#store.retries.last(session)?.number ?? -1n;
    return number > retried ? number : retried;
  }

  /** Begins a transaction; an older open one of the session is aborted. */
  begin({ session, number, peer }: TransactionId): Transaction {
    const latest = this.#latest(session);
    if (number < latest) throw this.#tooOld(session, number);
    const state = this.#states.get(session);
    if (number === latest)
      throw fault(
        117,
        `Only servers in a sharded cluster can start a new transaction at the active transaction number ${number}`,
      );
    if (state?.status === 'open') this.#abort(state);
    const transaction = this.#store.begin();
    const opened: State = {
      number,
      status: 'open',
      transaction,
      timer: undefined,
      peers: new Set([peer]),
      usedAt: Date.now(),
    };
    opened.timer = setTimeout(() => this.#abort(opened), transactionLifetimeMs);
    opened.timer.unref();
    this.#states.set(session, opened);
    return transaction;
  }

  #tooOld(session: string, number: bigint): MongoFault {
    return fault(
      225,
      `Cannot start transaction ${number} on session ${session} because a newer transaction ${this.#latest(session)} has already started.`,
    );
  }

  /** The open transaction that a statement belongs to. */
  current({ session, number, peer }: TransactionId): Transaction {
    if (number < this.#latest(session)) throw this.#tooOld(session, number);
    const state = this.#states.get(session);
    if (!state || state.number !== number) throw noSuch(number);
    if (state.status === 'committed')
      throw fault(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    if (!state.transaction) throw this.#aborted(number);
    state.peers.add(peer);
    state.usedAt = Date.now();
    return state.transaction;
  }

  #aborted(number: bigint): MongoFault {
    const error = new MongoFault(
      251,
      `Transaction with { txnNumber: ${number} } has been aborted.`,
    );
    error.labels = [transient];
    return error;
  }

  /** Commits; a repeat of a commit that went through is a success, also after a restart. */
  commit(id: TransactionId, durable: boolean): void {
    const { session, number } = id;
    const state = this.#states.get(session);
    const kept = this.#store.retries.last(session);
    if (state?.number === number && state.status === 'committed') return;
    if (!state && kept?.number === number && kept.reply.committed === true) return;
    const transaction = this.current(id);
    this.#store.commit(transaction, { session, number }, durable);
    if (state) this.#settle(state, 'committed');
  }

  abort(id: TransactionId): void {
    const state = this.#states.get(id.session);
    this.current(id);
    if (state) this.#abort(state);
  }

  /** After a failed statement. */
  abortQuietly(session: string): void {
    const state = this.#states.get(session);
    if (state?.status === 'open') this.#abort(state);
  }

  #abort(state: State): void {
    if (!state.transaction) return;
    this.#store.end(state.transaction);
    this.#settle(state, 'aborted');
  }

  #settle(state: State, status: 'committed' | 'aborted'): void {
    clearTimeout(state.timer);
    if (state.transaction) this.#onEnd(state.transaction);
    state.status = status;
    state.transaction = undefined;
  }

  /** The client said that it is done with the session. */
  end(session: string): void {
    this.abortQuietly(session);
    this.#states.delete(session);
  }

  /** Aborts transactions that only the lost connection used: no client can finish them. */
  lost(peer: number): void {
    for (const state of this.#states.values()) {
      if (!state.transaction || !state.peers.delete(peer)) continue;
      if (state.peers.size === 0) this.#abort(state);
    }
  }

  expire(now: number): void {
    for (const [session, state] of this.#states)
      if (!state.transaction && now - state.usedAt > sessionTimeoutMs) this.#states.delete(session);
  }

  close(): void {
    for (const state of this.#states.values()) this.#abort(state);
  }
}
