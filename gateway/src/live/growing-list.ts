/** A list that only grows, followed by subscribers from their own positions; one read serves all at the same position. */

import type { LiveItem, Subscriber } from './subscriber.ts';

/** The position of one subscriber. */
interface Position {
  /** The id of the last item it has; empty: none. */
  after: string;
  /** Whether a signal arrived that its last read may not include. */
  behind: boolean;
  /** Whether its first read is still running; no other read is made for it until then. */
  catchingUp: boolean;
  /** Whether its start is known: it gave `after`, or received an item. */
  hasStart: boolean;
  /** For a subscriber without `after`: the first signalled item, until it is delivered. */
  first: string | undefined;
}

/** Reads on behalf of subscribers that see the same data. Subscribers without access are ended. */
export interface GrowingListReads {
  /** The items after `after`, oldest first; empty if none of them has access. */
  following(subscribers: readonly Subscriber[], after: string): Promise<LiveItem[]>;
  /** The id of the last item, or of the last one before `before`; empty if there is none. */
  last(subscribers: readonly Subscriber[], before?: string): Promise<string>;
}

export class GrowingList {
  readonly #reads: GrowingListReads;
  readonly #maxItemsPerRead: number;
  readonly #positions = new Map<Subscriber, Position>();

  /** A read that returns `maxItemsPerRead` items may be incomplete. */
  constructor(
    reads: GrowingListReads,
    { maxItemsPerRead = 500 }: { maxItemsPerRead?: number } = {},
  ) {
    this.#reads = reads;
    this.#maxItemsPerRead = maxItemsPerRead;
  }

  /**
   * Notes that there may be new items. Signals can be lost, late or repeated, so the list itself determines the order.
   * Only a subscriber without `after` depends on the signalled item: it starts with the first one.
   */
  noteNewItem(id?: string): void {
    for (const position of this.#positions.values()) {
      position.behind = true;
      if (!position.hasStart) position.first ??= id;
    }
  }

  /** Adds a subscriber, which receives all signals from now on. */
  join(subscriber: Subscriber, after: string | undefined): void {
    const hasStart = after !== undefined;
    const position = {
      after: after ?? '',
      behind: false,
      catchingUp: true,
      hasStart,
      first: undefined,
    };
    this.#positions.set(subscriber, position);
    subscriber.onEnded(() => this.#positions.delete(subscriber));
  }

  /**
   * Brings a new subscriber up to date: delivers what follows its `after`, or without one moves it to the end of the
   * list. Signals that arrive during this are left to the next `readOn`.
   */
  async catchUp(subscriber: Subscriber): Promise<void> {
    const position = this.#positions.get(subscriber);
    if (!position) return;
    const { after, hasStart } = position;
    if (hasStart) await this.#advance([subscriber], after);
    else position.after = await this.#reads.last([subscriber]);
    position.catchingUp = false;
  }

  /** Delivers new items to the subscribers that are behind. The caller must not run it concurrently. */
  async readOn(): Promise<void> {
    const behind = [...this.#positions].filter(
      ([, { behind, catchingUp }]) => behind && !catchingUp,
    );
    const together = Map.groupBy(behind, ([, { after, first = '' }]) => `${after} ${first}`);
    for (const group of together.values()) {
      const [one] = group;
      const subscribers = group.map(([subscriber]) => subscriber);
      if (one) await this.#advance(subscribers, one[1].after, one[1].first);
    }
  }

  /**
   * Delivers what follows `from` to subscribers with the same position and the same `first`. A subscriber that ends is
   * dropped; one whose start becomes known only now waits for the next call.
   */
  async #advance(subscribers: readonly Subscriber[], from: string, first?: string): Promise<void> {
    let [after, signalled, active] = [from, first, subscribers];
    for (let searched = false; ; ) {
      active = active.filter((subscriber) => this.#positions.has(subscriber));
      if (active.length === 0) return;
      // Signals from now on may not be included in this read.
      this.#set(active, { behind: false });
      const items = await this.#reads.following(active, after);
      if (signalled !== undefined && !searched && !has(items, signalled)) {
        searched = true;
        after = await this.#before(active, { signalled, after });
        continue;
      }
      active = active.filter((subscriber) => this.#positions.get(subscriber)?.first === signalled);
      this.#set(active, { first: undefined });
      signalled = undefined;
      for (const item of items) for (const subscriber of active) subscriber.send(item);
      const last = items.at(-1)?.id;
      if (last === undefined) return;
      after = last;
      this.#set(active, { after, hasStart: true });
      if (items.length < this.#maxItemsPerRead) return;
    }
  }

  /**
   * The start for a subscriber that joined before the item `signalled` existed, but read the end of the list after it: right
   * before that item. An old signal that does not concern the end of the list changes nothing.
   */
  async #before(
    subscribers: readonly Subscriber[],
    { signalled, after }: { signalled: string; after: string },
  ): Promise<string> {
    const before = await this.#reads.last(subscribers, signalled);
    return has(await this.#reads.following(subscribers, before), after) ? before : after;
  }

  #set(subscribers: readonly Subscriber[], change: Partial<Position>): void {
    for (const subscriber of subscribers) {
      const position = this.#positions.get(subscriber);
      if (position) Object.assign(position, change);
    }
  }
}

const has = (items: readonly LiveItem[], wanted: string) => items.some(({ id }) => id === wanted);
