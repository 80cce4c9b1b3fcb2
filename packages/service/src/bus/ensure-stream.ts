/** The stream as the product needs it: made, widened and given more copies, never narrowed or given fewer. */

import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { mergeSubjects, missingSubjects } from './subjects.ts';

export const defaultRetentionDays = 14;
const nanosPerMs = 1_000_000;
const nameTaken = 10058;
/** A server alone; a cluster with fewer nodes than copies are wanted. */
const tooFewNodes = [10074, 10005];

export interface StreamSpec {
  name: string;
  /** All of them must be taken in. */
  subjects: readonly string[];
  /** Nodes that hold every fact, at the least. */
  replicas: number;
  retentionDays: number;
}

/** What a look at the broker led to, in sentences. */
export interface BrokerCheck {
  changes: string[];
  /** What is not as it should be and cannot be mended from here. */
  problems: string[];
}

export function isApiError(error: unknown, ...codes: number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureStream(
  manager: JetStreamManager,
  wish: StreamSpec,
): Promise<BrokerCheck> {
  const looked: BrokerCheck = { changes: [], problems: [] };
  const config = await findStream(manager, wish.name);
  if (!config) {
    looked.changes.push(`stream ${wish.name} was made`);
    const made = await createStream(manager, wish);
    if (made)
      return made < wish.replicas
        ? { ...looked, problems: [describeMissingReplicas(wish, made)] }
        : looked;
    // A rival was faster, perhaps one with fewer subjects.
    return ensureStream(manager, wish);
  }
  looked.problems.push(...findConfigProblems(config));
  await widenStream(manager, { wish, config, check });
  await increaseReplicas(manager, { wish, config, check });
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
async function createStream(
  manager: JetStreamManager,
  wish: StreamSpec,
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
        max_age: wish.retentionDays * 86_400_000 * nanosPerMs,
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

function findConfigProblems({ name, retention, storage }: StreamConfig): string[] {
  const faults: string[] = [];
  if (retention !== RetentionPolicy.Limits)
    faults.push(
      `stream ${name} has retention ${retention}, not limits: facts may go before all have read them`,
    );
  if (storage !== StorageType.File)
    faults.push(`stream ${name} is kept in ${storage}, not in files: a restart loses facts`);
  return faults;
}

interface StreamState {
  wish: StreamSpec;
  config: StreamConfig;
  check: BrokerCheck;
}

async function widenStream(
  manager: JetStreamManager,
  { wish, config, check }: StreamState,
): Promise<void> {
  const present = config.subjects ?? [];
  const lacking = missingSubjects(present, wish.subjects);
  if (lacking.length === 0) return;
  const which = `stream ${wish.name} lacked the subjects ${lacking.join(', ')}`;
  try {
    await manager.streams.update(wish.name, { subjects: mergeSubjects(present, wish.subjects) });
    check.changes.push(`${which}: it takes them now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    check.problems.push(`${which} and cannot be widened: ${error.message}`);
  }
}

/** Its consumers follow: theirs are as many as the stream has. */
async function increaseReplicas(
  manager: JetStreamManager,
  { wish, config, check }: StreamState,
): Promise<void> {
  if (config.num_replicas >= wish.replicas) return;
  try {
    await manager.streams.update(wish.name, { num_replicas: wish.replicas });
    check.changes.push(`stream ${wish.name} is kept on ${wish.replicas} nodes now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    check.problems.push(
      tooFewNodes.includes(error.code)
        ? describeMissingReplicas(wish, config.num_replicas)
        : `stream ${wish.name} cannot be kept on ${wish.replicas} nodes: ${error.message}`,
    );
  }
}

function describeMissingReplicas({ name, replicas }: StreamSpec, present: number): string {
  return `NATS_REPLICAS is ${replicas}, but stream ${name} is kept on ${present}: the broker has no more nodes to give`;
}
