/** Creates the stream, adds subjects and raises its replicas; never removes subjects or replicas. */

import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { mergeSubjects, missingSubjects } from '../subjects.ts';

export const defaultRetentionDays = 14;
const nanosPerMs = 1_000_000;
const nameTaken = 10058;
/** Codes of a single server, and of a cluster with fewer nodes than replicas. */
const tooFewNodes = [10074, 10005];

export interface StreamSpec {
  name: string;
  /** Subjects that the stream must accept. */
  subjects: readonly string[];
  /** Minimum number of replicas. */
  replicas: number;
  retentionDays: number;
}

/** Result of a check of the broker, in sentences. */
export interface BrokerCheck {
  changes: string[];
  /** What is wrong and cannot be repaired from here. */
  problems: string[];
}

export function isApiError(error: unknown, ...codes: number[]): boolean {
  return error instanceof JetStreamApiError && codes.includes(error.code);
}

/** One request if nothing must change. Throws the broker's errors when it has no leader or is unreachable. */
export async function ensureStream(
  manager: JetStreamManager,
  spec: StreamSpec,
): Promise<BrokerCheck> {
  const check: BrokerCheck = { changes: [], problems: [] };
  const config = await findStream(manager, spec.name);
  if (!config) {
    check.changes.push(`stream ${spec.name} was created`);
    const made = await createStream(manager, spec);
    if (made)
      return made < spec.replicas
        ? { ...check, problems: [describeMissingReplicas(spec, made)] }
        : check;
    // Another process created it first, perhaps with fewer subjects.
    return ensureStream(manager, spec);
  }
  check.problems.push(...findConfigProblems(config));
  await widenStream(manager, { spec, config, check });
  await increaseReplicas(manager, { spec, config, check });
  return check;
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

/** Uses as many replicas as there are nodes; resolves to their number, or to undefined if the stream exists. */
async function createStream(
  manager: JetStreamManager,
  spec: StreamSpec,
): Promise<number | undefined> {
  const counts = [5, 3, 1].filter((count) => count <= spec.replicas);
  for (const replicas of counts) {
    try {
      await manager.streams.add({
        name: spec.name,
        subjects: [...spec.subjects],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        num_replicas: replicas,
        max_age: spec.retentionDays * 86_400_000 * nanosPerMs,
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
  const errors: string[] = [];
  if (retention !== RetentionPolicy.Limits)
    errors.push(
      `stream ${name} has retention ${retention}, not limits: events may be deleted before all consumers have read them`,
    );
  if (storage !== StorageType.File)
    errors.push(`stream ${name} is kept in ${storage}, not in files: a restart loses events`);
  return errors;
}

interface StreamState {
  spec: StreamSpec;
  config: StreamConfig;
  check: BrokerCheck;
}

async function widenStream(
  manager: JetStreamManager,
  { spec, config, check }: StreamState,
): Promise<void> {
  const present = config.subjects ?? [];
  const lacking = missingSubjects(present, spec.subjects);
  if (lacking.length === 0) return;
  const which = `stream ${spec.name} lacked the subjects ${lacking.join(', ')}`;
  try {
    await manager.streams.update(spec.name, { subjects: mergeSubjects(present, spec.subjects) });
    check.changes.push(`${which}: it accepts them now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    check.problems.push(`${which} and cannot be widened: ${error.message}`);
  }
}

/** Consumers inherit the number of replicas. */
async function increaseReplicas(
  manager: JetStreamManager,
  { spec, config, check }: StreamState,
): Promise<void> {
  if (config.num_replicas >= spec.replicas) return;
  try {
    await manager.streams.update(spec.name, { num_replicas: spec.replicas });
    check.changes.push(`stream ${spec.name} is kept on ${spec.replicas} nodes now`);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    check.problems.push(
      tooFewNodes.includes(error.code)
        ? describeMissingReplicas(spec, config.num_replicas)
        : `stream ${spec.name} cannot be kept on ${spec.replicas} nodes: ${error.message}`,
    );
  }
}

function describeMissingReplicas({ name, replicas }: StreamSpec, present: number): string {
  return `NATS_REPLICAS is ${replicas}, but stream ${name} is kept on ${present}: the broker has too few nodes`;
}
