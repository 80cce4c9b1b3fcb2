/** The stream as the product needs it: made, widened and given more copies, never narrowed or given fewer. */

import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { lackingIn, widened } from './subjects.ts';

export const standardKeepDays = 14;
const nanosPerMs = 1_000_000;
const nameTaken = 10058;
/** A server alone; a cluster with fewer nodes than copies are wanted. */
const tooFewNodes = [10074, 10005];

export interface StreamWish {
  name: string;
  /** All of them must be taken in. */
  subjects: readonly string[];
  /** Nodes that hold every fact, at the least. */
  replicas: number;
  keepDays: number;
}

/** What a look at the broker led to, in sentences. */
export interface Looked {
  mended: string[];
  /** What is not as it should be and cannot be mended from here. */
  faults: string[];
}

export function isApiError(error: unknown, ...codes: number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureStream(manager: JetStreamManager, wish: StreamWish): Promise<Looked> {
  const looked: Looked = { mended: [], faults: [] };
  const config = await findStream(manager, wish.name);
  if (!config) {
    looked.mended.push(`stream ${wish.name} was made`);
    const made = await makeStream(manager, wish);
    if (made) return made < wish.replicas ? { ...looked, faults: [fewCopies(wish, made)] } : looked;
    // A rival was faster, perhaps one with fewer subjects.
    return ensureStream(manager, wish);
  }
  looked.faults.push(...misfits(config));
  await widenStream(manager, { wish, config, looked });
  await raiseStream(manager, { wish, config, looked });
  return looked;
}

async function findStream(
  manager: JetStreamManager,
  name: string,
): Promise<StreamConfig | undefined> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (error) {
    if (isApiError(error, JetStreamApiCodes.StreamNotFound)) return undefined;
    throw error;
  }
}

/** With as many copies as there are nodes for; resolves to how many, or to undefined when the name was taken. */
async function makeStream(
  manager: JetStreamManager,
  wish: StreamWish,
): Promise<number | undefined> {
  const counts = [5, 3, 1].filter((count) => count <= wish.replicas);
  for (const replicas of counts) {
    try {
      await manager.streams.add({
        name: wish.name,
        subjects: [...wish.subjects],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        num_replicas: replicas,
        max_age: wish.keepDays * 86_400_000 * nanosPerMs,
        duplicate_window: 120_000 * nanosPerMs,
      });
      return replicas;
    } catch (error) {
      if (isApiError(error, nameTaken)) return undefined;
      if (replicas === 1 || !isApiError(error, ...tooFewNodes)) throw error;
    }
  }
  return undefined;
}

function misfits({ name, retention, storage }: StreamConfig): string[] {
  const faults: string[] = [];
  if (retention !== RetentionPolicy.Limits)
    faults.push(
      `stream ${name} has retention ${retention}, not limits: facts may go before all have read them`,
    );
  if (storage !== StorageType.File)
    faults.push(`stream ${name} is kept in ${storage}, not in files: a restart loses facts`);
  return faults;
}

interface Found {
  wish: StreamWish;
  config: StreamConfig;
  looked: Looked;
}

async function widenStream(
  manager: JetStreamManager,
  { wish, config, looked }: Found,
): Promise<void> {
  const present = config.subjects ?? [];
  const lacking = lackingIn(present, wish.subjects);
  if (lacking.length === 0) return;
  const which = `stream ${wish.name} lacked the subjects ${lacking.join(', ')}`;
  try {
    await manager.streams.update(wish.name, { subjects: widened(present, wish.subjects) });
    looked.mended.push(`${which}: it takes them now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    looked.faults.push(`${which} and cannot be widened: ${error.message}`);
  }
}

/** Its consumers follow: theirs are as many as the stream has. */
async function raiseStream(
  manager: JetStreamManager,
  { wish, config, looked }: Found,
): Promise<void> {
  if (config.num_replicas >= wish.replicas) return;
  try {
    await manager.streams.update(wish.name, { num_replicas: wish.replicas });
    looked.mended.push(`stream ${wish.name} is kept on ${wish.replicas} nodes now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    looked.faults.push(
      tooFewNodes.includes(error.code)
        ? fewCopies(wish, config.num_replicas)
        : `stream ${wish.name} cannot be kept on ${wish.replicas} nodes: ${error.message}`,
    );
  }
}

function fewCopies({ name, replicas }: StreamWish, present: number): string {
  return `NATS_REPLICAS is ${replicas}, but stream ${name} is kept on ${present}: the broker has no more nodes to give`;
}
