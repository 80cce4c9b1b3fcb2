/** Takes from an account's quotas in the transaction of the use case, so that a rejected request costs nothing. */

import type { DomainError } from '@nameloan/contracts/errors';
import { tooManyRequests } from '@nameloan/contracts/errors';
import type { Quota } from '@nameloan/contracts/quotas';
import { describePeriod, quotas } from '@nameloan/contracts/quotas';
import type { Entity } from '@nameloan/persistence/entity';
import type { Model } from '@nameloan/persistence/model';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import type { ServiceContext } from './service-context.ts';

/** One quota of one account; without a row the quota is unused. */
interface QuotaLeft extends Entity {
  /** Wall time at which the quota is fully restored. */
  wholeAt: Date;
}

/** `key`: an account's id. */
export interface QuotaUnits {
  key: string;
  units: number;
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
   * Takes one unit of `quota` for `key` (an account's id or a network). Concurrent takes for one key conflict in the
   * database and one is retried. TOO_MANY_REQUESTS has the seconds until the next unit is restored.
   */
  take = (quota: Quota, key: string, tx: Tx): Promise<void> =>
    this.takeMany(quota, { key, units: 1 }, tx);

  /** Takes several units at once, or none. */
  takeMany = async (
    quota: Quota,
    { key, units }: { key: string; units: number },
    tx: Tx,
  ): Promise<void> => {
    if (!this.#context.rateLimits) return;
    const { max, seconds } = quotas[quota];
    const nowMs = Date.now();
    const id = `${quota} ${key}`;
    const row = await this.#rows.find(id, tx);
    const wholeAt = Math.max(row?.wholeAt.getTime() ?? 0, nowMs) + (units * seconds * 1000) / max;
    const waitMs = wholeAt - nowMs - seconds * 1000;
    // Rounding must not reject the last unit.
    if (waitMs >= 1) throw quotaExceeded(quota, waitMs / 1000);
    await this.#write(row, { id, version: 1, wholeAt: new Date(wholeAt) }, tx);
  };

  /**
   * Takes up to `units` at once and resolves to how many there were, for rows of a bulk call that would conflict if each
   * took its unit. What they do not use is returned by `giveBack`.
   */
  takeUpTo = async (quota: Quota, account: QuotaUnits, tx: Tx): Promise<number> => {
    const { key, units } = account;
    if (!this.#context.rateLimits) return units;
    const { max, seconds } = quotas[quota];
    const nowMs = Date.now();
    const id = `${quota} ${key}`;
    const row = await this.#rows.find(id, tx);
    const usedUntilMs = Math.max(row?.wholeAt.getTime() ?? 0, nowMs);
    const unitMs = (seconds * 1000) / max;
    const left = Math.floor((nowMs + seconds * 1000 - usedUntilMs + 1) / unitMs);
    const taken = Math.max(0, Math.min(units, left));
    if (taken === 0) return 0;
    const wholeAt = new Date(usedUntilMs + taken * unitMs);
    await this.#write(row, { id, version: 1, wholeAt }, tx);
    return taken;
  };

  giveBack = async (quota: Quota, { key, units }: QuotaUnits, tx: Tx): Promise<void> => {
    if (!this.#context.rateLimits || units === 0) return;
    const { max, seconds } = quotas[quota];
    const row = await this.#rows.find(`${quota} ${key}`, tx);
    if (!row) return;
    const wholeAt = new Date(row.wholeAt.getTime() - (units * seconds * 1000) / max);
    await this.#rows.update(row, { ...row, wholeAt }, tx);
  };

  async #write(before: QuotaLeft | undefined, after: QuotaLeft, tx: Tx): Promise<void> {
    if (before) {
      await this.#rows.update(before, after, tx);
      return;
    }
    try {
      await this.#rows.add(after, tx);
    } catch (error) {
      // A concurrent request has inserted the row.
      if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError(collection, after.id);
      throw error;
    }
  }
}

function quotaExceeded(quota: Quota, waitSeconds: number): DomainError {
  const { label, seconds } = quotas[quota];
  return tooManyRequests(
    `These were too many ${label} for ${describePeriod(seconds)}.`,
    waitSeconds,
  );
}
