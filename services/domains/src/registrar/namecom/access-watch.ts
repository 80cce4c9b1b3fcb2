/** Notices that the account may not do something (403), which only staff can resolve. */

import { NamecomRejection } from './client.ts';
import type { Attempt } from './rejections.ts';

/** Where a 403 means the account and not the name. */
export type GuardedAttempt = Extract<Attempt, 'READ' | 'RENEW' | 'TRANSFER'>;

export class AccessWatch {
  readonly #report: (attempt: GuardedAttempt, isDenied: boolean) => void;
  /** As last reported. */
  readonly #denied = new Map<GuardedAttempt, boolean>();

  constructor(report: (attempt: GuardedAttempt, isDenied: boolean) => void) {
    this.#report = report;
  }

  async watch<T>(attempt: GuardedAttempt, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      this.#note(attempt, false);
      return result;
    } catch (error) {
      if (error instanceof NamecomRejection && error.status === 403) this.#note(attempt, true);
      throw error;
    }
  }

  #note(attempt: GuardedAttempt, isDenied: boolean): void {
    if (this.#denied.get(attempt) === isDenied) return;
    this.#denied.set(attempt, isDenied);
    this.#report(attempt, isDenied);
  }
}
