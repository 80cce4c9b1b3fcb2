/** A list that only grows, as its watchers follow it: each from its own place on, with one read for all at the same place. */

import type { LiveItem, Watch } from './watch.ts';

/** Where one watcher is. */
interface Place {
  /** It has this one and all before it; empty: none. */
  after: string;
  /** Something was told that its last read may have been too early for. */
  behind: boolean;
  /** Its own first read is not done yet, and no other is made for it. */
  coming: boolean;
}

export interface GrowingListOptions {
  /** What follows `after`, oldest first, as one of these may see it; what is shown to all of them is the same. */
  read(watches: readonly Watch[], after: string): Promise<LiveItem[]>;
  /** An answer as long as this may have been cut by its service. */
  longAnswer?: number;
}

export class GrowingList {
  readonly #read: GrowingListOptions['read'];
  readonly #longAnswer: number;
  readonly #places = new Map<Watch, Place>();

  constructor({ read, longAnswer = 500 }: GrowingListOptions) {
    this.#read = read;
    this.#longAnswer = longAnswer;
  }

  /**
   * Something may have come. Who told it, when, and whether it was told before says nothing: signals are lost, late and
   * repeated, and only the list itself knows what follows what.
   */
  tell(): void {
    for (const place of this.#places.values()) place.behind = true;
  }

  /**
   * Brings a watcher to the present: from `after`, or where it named none to `newest` without showing what was before.
   * Resolves to whether something was told meanwhile, which `readOn` then shows. Throws what the reads throw.
   */
  async admit(
    watch: Watch,
    { after, newest }: { after: string | undefined; newest(): Promise<string> },
  ): Promise<boolean> {
    const place: Place = { after: after ?? '', behind: false, coming: true };
    this.#places.set(watch, place);
    watch.onEnded(() => this.#places.delete(watch));
    if (after === undefined) place.after = await newest();
    else await this.#advance([watch], after);
    place.coming = false;
    return place.behind;
  }

  /** Shows what was told to those who are behind. One at a time: whoever calls sees to that. */
  async readOn(): Promise<void> {
    const behind = [...this.#places].filter(([, { behind, coming }]) => behind && !coming);
    const together = Map.groupBy(behind, ([, { after }]) => after);
    for (const [after, at] of together)
      await this.#advance(
        at.map(([watch]) => watch),
        after,
      );
  }

  /** Who ends on the way is not read for any more. */
  async #advance(watches: readonly Watch[], from: string): Promise<void> {
    let after = from;
    for (;;) {
      const following = watches.filter((watch) => this.#places.has(watch));
      if (following.length === 0) return;
      // What is told from now on may not be in the answer.
      for (const watch of following) this.#set(watch, { behind: false });
      const items = await this.#read(following, after);
      for (const item of items) for (const watch of following) watch.replay(item);
      const last = items.at(-1)?.id;
      if (last === undefined) return;
      after = last;
      for (const watch of following) this.#set(watch, { after });
      if (items.length < this.#longAnswer) return;
    }
  }

  #set(watch: Watch, change: Partial<Place>): void {
    const place = this.#places.get(watch);
    if (place) Object.assign(place, change);
  }
}
