/** A list that only grows, as its watchers follow it: each from its own place on, with one read for all at the same place. */

import type { LiveItem, Watch } from './subscriber.ts';

/** Where one watcher is. */
interface Place {
  /** It has this one and all before it; empty: none. */
  after: string;
  /** Something was told that its last read may have been too early for. */
  behind: boolean;
  /** Its own first read is not done yet, and no other is made for it. */
  coming: boolean;
  /** It is known where it begins: it named a place, or was shown something. */
  named: boolean;
  /** What was told first to one who named no place, until it is shown. */
  first: string | undefined;
}

/** Reads as one of these may see it; what is shown to all of them is the same. Who may not see it any more is ended. */
export interface GrowingListReads {
  /** What follows `after`, oldest first; nothing where none of them may see it. */
  following(watches: readonly Watch[], after: string): Promise<LiveItem[]>;
  /** The last of all, or the last before one of them; empty where there is none. */
  last(watches: readonly Watch[], before?: string): Promise<string>;
}

export class GrowingList {
  readonly #reads: GrowingListReads;
  readonly #longAnswer: number;
  readonly #places = new Map<Watch, Place>();

  /** An answer of `longAnswer` items or more may have been cut by its service. */
  constructor(reads: GrowingListReads, { longAnswer = 500 }: { longAnswer?: number } = {}) {
    this.#reads = reads;
    this.#longAnswer = longAnswer;
  }

  /**
   * Something may have come. Signals are lost, late and repeated, so the list itself says what follows what. Only who
   * named no place depends on which item was told: with the first of them it begins.
   */
  tell(id?: string): void {
    for (const place of this.#places.values()) {
      place.behind = true;
      if (!place.named) place.first ??= id;
    }
  }

  /** From now on what is told is for this watcher, too. */
  enter(watch: Watch, after: string | undefined): void {
    const named = after !== undefined;
    const place = { after: after ?? '', behind: false, coming: true, named, first: undefined };
    this.#places.set(watch, place);
    watch.onEnded(() => this.#places.delete(watch));
  }

  /**
   * Brings a watcher that has entered to the present: from its place, or where it named none to where the list ends,
   * showing nothing yet. What is told meanwhile is left to the next `readOn`.
   */
  async admit(watch: Watch): Promise<void> {
    const place = this.#places.get(watch);
    if (!place) return;
    const { after, named } = place;
    if (named) await this.#advance([watch], after);
    else place.after = await this.#reads.last([watch]);
    place.coming = false;
  }

  /** Shows what was told to those who are behind. One at a time: whoever calls sees to that. */
  async readOn(): Promise<void> {
    const behind = [...this.#places].filter(([, { behind, coming }]) => behind && !coming);
    const together = Map.groupBy(behind, ([, { after, first = '' }]) => `${after} ${first}`);
    for (const those of together.values()) {
      const [one] = those;
      const watches = those.map(([watch]) => watch);
      if (one) await this.#advance(watches, one[1].after, one[1].first);
    }
  }

  /**
   * Shows what follows `from` to all of these, who have the same place and the same `first`. Who ends on the way is not
   * read for any more; who is told only now where to begin is left to the next time.
   */
  async #advance(watches: readonly Watch[], from: string, first?: string): Promise<void> {
    let [after, told, going] = [from, first, watches];
    for (let sought = false; ; ) {
      going = going.filter((watch) => this.#places.has(watch));
      if (going.length === 0) return;
      // What is told from now on may not be in the answer.
      this.#set(going, { behind: false });
      const items = await this.#reads.following(going, after);
      if (told !== undefined && !sought && !has(items, told)) {
        sought = true;
        after = await this.#before(going, { told, after });
        continue;
      }
      going = going.filter((watch) => this.#places.get(watch)?.first === told);
      this.#set(going, { first: undefined });
      told = undefined;
      for (const item of items) for (const watch of going) watch.show(item);
      const last = items.at(-1)?.id;
      if (last === undefined) return;
      after = last;
      this.#set(going, { after, named: true });
      if (items.length < this.#longAnswer) return;
    }
  }

  /**
   * Where to begin for who came before `told` was there while the end was read after: right before it. An old signal that
   * has nothing to do with the end changes no place.
   */
  async #before(
    watches: readonly Watch[],
    { told, after }: { told: string; after: string },
  ): Promise<string> {
    const before = await this.#reads.last(watches, told);
    return has(await this.#reads.following(watches, before), after) ? before : after;
  }

  #set(watches: readonly Watch[], change: Partial<Place>): void {
    for (const watch of watches) {
      const place = this.#places.get(watch);
      if (place) Object.assign(place, change);
    }
  }
}

const has = (items: readonly LiveItem[], wanted: string) => items.some(({ id }) => id === wanted);
