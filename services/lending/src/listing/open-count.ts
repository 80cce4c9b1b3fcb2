/**
 * Maintains the number of open listings in the transactions that open and close them, since counting scans every key. The
 * count is split over several records, so that concurrent transactions rarely conflict.
 */

import { createHash } from 'node:crypto';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { commit, defineModel } from '../service-context.ts';
import { listings } from './listing.model.ts';

interface OpenCount {
  id: string;
  version: number;
  /** May be negative in a single shard. */
  count: number;
}

export const openCounts = defineModel<OpenCount>('open_counts', {
  label: 'open count shard',
  fields: { version: Number, count: Number },
});

const shardIds = Array.from({ length: 8 }, (_, at) => `open-${at}`);
const counted = ['count'] as const;

function findShard(listingId: string): string {
  const [byte = 0] = createHash('sha256').update(listingId).digest();
  return shardIds[byte % shardIds.length] ?? '';
}

/** Called by the transaction that opens (1) or closes (-1) a listing. */
export async function adjustOpenCount(listingId: string, by: 1 | -1, tx: Tx): Promise<void> {
  await adjustShard(findShard(listingId), by, tx);
}

/** The count as of the last commit of any replica. */
export async function readOpenCount(): Promise<number> {
  return Math.max(0, sumCounts((await openCounts.findByIds(shardIds, counted)).values()));
}

/** Both counts in one transaction. */
export function compareOpenCount(): Promise<{ stored: number; actual: number }> {
  return commit(compareInTransaction);
}

/**
 * Corrects the stored count and returns the difference. Runs at each start, because a release without the count may have
 * run before or may still run. Concurrent changes go to their own shards, or conflict in this one.
 */
export function repairOpenCount(): Promise<number> {
  return commit(async (tx) => {
    const { stored, actual } = await compareInTransaction(tx);
    if (stored !== actual) await adjustShard(shardIds[0] ?? '', actual - stored, tx);
    return actual - stored;
  });
}

async function compareInTransaction(tx: Tx): Promise<{ stored: number; actual: number }> {
  const stored = sumCounts(await openCounts.findMany({ _id: { $in: shardIds } }, { tx }));
  return { stored, actual: await listings.count({ status: 'OPEN' }, tx) };
}

async function adjustShard(id: string, by: number, tx: Tx): Promise<void> {
  const shard = await openCounts.find(id, tx);
  if (shard) {
    await openCounts.update(shard, { ...shard, count: shard.count + by }, tx);
    return;
  }
  try {
    await openCounts.add({ id, version: 1, count: by }, tx);
  } catch (error) {
    // A concurrent transaction created the shard.
    if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError('open_counts', id);
    throw error;
  }
}

function sumCounts(counts: Iterable<Pick<OpenCount, 'count'>>): number {
  return [...counts].reduce((total, { count }) => total + count, 0);
}
