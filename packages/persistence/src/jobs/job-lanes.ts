/** The places of a group of jobs: all of the group, or so many for each lane. */

import type { IsolatedJobs } from './job-groups.ts';

export class JobLanes {
  readonly group: IsolatedJobs;
  readonly #running = new Map<string, number>();

  constructor(group: IsolatedJobs) {
    this.group = group;
  }

  /** The lanes without a free place. */
  full(): string[] {
    const { maxConcurrency } = this.group;
    return [...this.#running].flatMap(([lane, count]) => (count >= maxConcurrency ? lane : []));
  }

  /** Takes a place; false if the lane has none. */
  enter(lane: string): boolean {
    const count = this.#running.get(lane) ?? 0;
    if (count >= this.group.maxConcurrency) return false;
    this.#running.set(lane, count + 1);
    return true;
  }

  /** Frees a place; true if the lane had none. */
  leave(lane: string): boolean {
    const count = this.#running.get(lane) ?? 0;
    if (count > 1) this.#running.set(lane, count - 1);
    else this.#running.delete(lane);
    return count >= this.group.maxConcurrency;
  }
}
