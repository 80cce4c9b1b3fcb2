/**
 * How many listings are open, kept beside them in the same transactions: counting a million walks a million keys. The
 * sum lies in several records, so that openings and closings rarely meet in one of them.
 */

import { createHash } from 'node:crypto';
import { WriteLost } from '@nameloan/service/store/model.ts';
import { isDuplicate } from '@nameloan/service/store/store.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { commit, defineModel } from '../service-context.ts';
import { listings } from './listing.model.ts';

interface OpenCount {
  id: string;
  version: number;
  /** May be below zero: what was opened in one share may have been closed in another. */
  count: number;
}

export const openCounts = defineModel<OpenCount>('open_counts', {
  called: 'share of the count',
  fields: { version: Number, count: Number },
});

const shardIds = Array.from({ length: 8 }, (_, at) => `open-${at}`);
const counted = ['count'] as const;

export function findShard(listingId: string): string {
  const [byte = 0] = createHash('sha256').update(listingId).digest();
  return shardIds[byte % shardIds.length] ?? '';
}

/** A listing is opened (1) or closed (-1) by this transaction. */
export async function adjustOpenCount(listingId: string, by: 1 | -1, tx: Tx): Promise<void> {
  await change(findShard(listingId), by, tx);
}

/** As of the last commit, wherever that was made; a release that counts no openings may run beside this one. */
export async function readOpenCount(): Promise<number> {
  return Math.max(0, sum((await openCounts.findByIds(shardIds, counted)).values()));
}

/** Both as they stand at one moment. */
export function compareOpenCount(): Promise<{ kept: number; there: number }> {
  return commit(compare);
}

/**
 * Brings the sum to what is there: at each start, since a release that kept none may have run until now or still runs
 * beside this one. Openings meanwhile count in their own shares, and in this one they conflict. Answers what was off.
 */
export function repairOpenCount(): Promise<number> {
  return commit(async (tx) => {
    const { kept, there } = await compare(tx);
    if (kept !== there) await change(shardIds[0] ?? '', there - kept, tx);
    return there - kept;
  });
}

async function compare(tx: Tx): Promise<{ kept: number; there: number }> {
  const kept = sum(await openCounts.findMany({ _id: { $in: shardIds } }, { tx }));
  return { kept, there: await listings.count({ status: 'OPEN' }, tx) };
}

async function change(id: string, by: number, tx: Tx): Promise<void> {
  const share = await openCounts.find(id, tx);
  if (share) {
    await openCounts.move(share, { ...share, count: share.count + by }, tx);
    return;
  }
  try {
    await openCounts.add({ id, version: 1, count: by }, tx);
  } catch (error) {
    // The first one in this share at this very moment was another's.
    if (isDuplicate(error, '_id')) throw new WriteLost('open_counts', id);
    throw error;
  }
}

function sum(counts: Iterable<Pick<OpenCount, 'count'>>): number {
  return [...counts].reduce((total, { count }) => total + count, 0);
}
