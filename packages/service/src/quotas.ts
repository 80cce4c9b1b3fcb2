/** Takes from an account's quotas in the transaction of the use case, so that what is refused costs nothing. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Quota } from '@nameloan/contracts/quotas.ts';
import { quotas } from '@nameloan/contracts/quotas.ts';
import type { ServiceContext } from './service-context.ts';
import type { Entity } from './store/entity.ts';
import type { Model } from './store/model.ts';
import { ConcurrentUpdateError } from './store/model.ts';
import { isDuplicate } from './store/store.ts';
import type { Tx } from './store/tx.ts';

/** One quota of one account; a row that is no more there is a quota that is whole. */
interface QuotaLeft extends Entity {
  /** Wall time at which all of it has come back. */
  wholeAt: Date;
}

const collection = 'quotas';

export class Quotas {
  readonly #context: ServiceContext;
  readonly #rows: Model<QuotaLeft>;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#rows = context.defineModel<QuotaLeft>(collection, {
      label: 'quota',
      fields: { version: Number, wholeAt: Date },
      indexes: [[{ wholeAt: 1 }, { expireAfterSeconds: 3600 }]],
    });
  }

  /**
   * Takes one of `quota`; `key` says whose it is (an account's id, a network). Two takes of one key at once
   * conflict in the database, and one starts over. TOO_MANY_REQUESTS with the seconds until the next has come back.
   */
  take = async (quota: Quota, key: string, tx: Tx): Promise<void> => {
    if (!this.#context.rateLimits) return;
    const { most, seconds, called } = quotas[quota];
    const nowMs = Date.now();
    const id = `${quota} ${key}`;
    const row = await this.#rows.find(id, tx);
    const wholeAt = Math.max(row?.wholeAt.getTime() ?? 0, nowMs) + (seconds * 1000) / most;
    const waitMs = wholeAt - nowMs - seconds * 1000;
    // A fraction of a millisecond is no reason to refuse the last one.
    if (waitMs >= 1) throw usedUp(called, Math.ceil(waitMs / 1000));
    await this.#write(row, { id, version: 1, wholeAt: new Date(wholeAt) }, tx);
  };

  async #write(before: QuotaLeft | undefined, after: QuotaLeft, tx: Tx): Promise<void> {
    if (before) {
      await this.#rows.update(before, after, tx);
      return;
    }
    try {
      await this.#rows.add(after, tx);
    } catch (error) {
      // Another first one of this account was faster.
      if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError(collection, after.id);
      throw error;
    }
  }
}

function usedUp(called: string, retryAfterSeconds: number): DomainError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new DomainError(
    'TOO_MANY_REQUESTS',
    `These were too many ${called} for one hour. Please try again in ${wait}.`,
    { retryAfterSeconds },
  );
}
