/**
 * Temporary durables that read events again. Widening a filter affects only future events: the broker does not
 * return to messages that a durable has passed. So a second durable is created first, for the new subjects alone.
 */

import { randomInt } from 'node:crypto';
import { newId } from '@nameloan/runtime/id';
import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { covers } from '../subjects.ts';
import { isDenied } from './broker-change.ts';
import { isApiError } from './ensure-stream.ts';

export const nanosPerMs = 1_000_000;
/** Per replica. Low, so that a backfill does not delay new events. */
export const maxBackfillInFlight = 32;
export const consumerExists = 10148;
const namesMs = 2000;

/** The stream that holds the durables. */
export interface DurableLocation {
  connection: NatsConnection;
  manager: JetStreamManager;
  stream: string;
}

export interface Backfill {
  /** Name of the service's main durable. */
  service: string;
  subjects: readonly string[];
  /** First stream sequence that the main durable may have skipped. */
  fromSeq: number;
  ackWaitMs: number;
}

export async function findConsumer(
  manager: JetStreamManager,
  stream: string,
  name: string,
): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.info(stream, name);
  } catch (error) {
    if (isApiError(error, JetStreamApiCodes.ConsumerNotFound)) return undefined;
    throw error;
  }
}

/** Subjects that a durable reads; all if it has no filter. */
export function filterOf({ config }: Pick<ConsumerInfo, 'config'>): string[] {
  const { filter_subject, filter_subjects } = config;
  if (filter_subjects && filter_subjects.length > 0) return filter_subjects;
  return [filter_subject || '>'];
}

/**
 * Each process that widens creates its own backfill, because another process may drain and remove its own at any
 * time. The backfill exists before the filter is widened, so that a crash in between loses no event.
 */
export async function widenWithBackfill(
  manager: JetStreamManager,
  stream: string,
  { backfill, widen }: { backfill: Backfill; widen: () => Promise<unknown> },
): Promise<void> {
  const names = startAnywhere(backfillNames(backfill.service));
  const writer = newId();
  const created = await createBackfill(manager, stream, { names, backfill, writer });
  try {
    await widen();
  } catch (error) {
    // A rejected update did not widen the filter; after any other error it may be widened.
    if (error instanceof JetStreamApiError) await removeDurable(manager, stream, created);
    throw error;
  }
  // Another process may have found it drained and removed it if this one stalled in between.
  const again = [created.name, ...names.filter((other) => other !== created.name)];
  await createBackfill(manager, stream, { names: again, backfill, writer });
}

const prefixOf = (service: string): string => `${service}-back-`;

/** Enough for a cluster whose replicas all widen the filter at once, since each needs its own for a minute at most. */
const maxBackfills = 8;

/** The broker's permissions can only name whole durables, so the names are fixed. */
export const backfillNames = (service: string): string[] =>
  Array.from({ length: maxBackfills }, (_, at) => `${prefixOf(service)}${at + 1}`);

/** A name that was just freed is not taken at once, while a slow process may still want to remove its durable. */
function startAnywhere<T>(list: readonly T[]): T[] {
  const at = randomInt(list.length);
  return [...list.slice(at), ...list.slice(0, at)];
}

export const isBackfillOf = (service: string, name: string): boolean =>
  name.startsWith(prefixOf(service));

/** Takes the first free name, and again its own if it still exists: the same `writer` makes it the same durable. */
async function createBackfill(
  manager: JetStreamManager,
  stream: string,
  { names, backfill, writer }: { names: readonly string[]; backfill: Backfill; writer: string },
): Promise<ConsumerInfo> {
  for (const name of names) {
    const info = await addBackfill(manager, stream, { name, backfill, writer });
    if (info) return info;
  }
  throw new Error(`all backfills of ${backfill.service} are in use`);
}

/** Undefined if another process uses the name. */
async function addBackfill(
  manager: JetStreamManager,
  stream: string,
  { name, backfill, writer }: { name: string; backfill: Backfill; writer: string },
): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.add(stream, {
      durable_name: name,
      description: writer,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: backfill.fromSeq,
      max_deliver: -1,
      max_ack_pending: 8 * maxBackfillInFlight,
      ack_wait: backfill.ackWaitMs * nanosPerMs,
      filter_subjects: [...backfill.subjects],
    });
  } catch (error) {
    if (!isApiError(error, consumerExists)) throw error;
    return undefined;
  }
}

/** One durable: another that is created later under the same name has another time. */
export type DurableIdentity = Pick<ConsumerInfo, 'name' | 'created'>;

/** False if the durable was removed; its name may be that of a new one. */
export async function exists(
  manager: JetStreamManager,
  stream: string,
  { name, created }: DurableIdentity,
): Promise<boolean> {
  return (await findConsumer(manager, stream, name))?.created === created;
}

/**
 * Whether it removed the durable; false if another process has. The broker deletes by name only, so the durable is
 * compared directly before: a process that stalled since it read it would otherwise remove a new one.
 */
export async function removeDurable(
  manager: JetStreamManager,
  stream: string,
  durable: DurableIdentity,
): Promise<boolean> {
  if (!(await exists(manager, stream, durable))) return false;
  try {
    return await manager.consumers.delete(stream, durable.name);
  } catch (error) {
    if (!isApiError(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
    return false;
  }
}

/** Backfills of a service that deliver at least one of the subjects; all without `subjects`. */
export async function findBackfills(
  { connection, manager, stream }: DurableLocation,
  service: string,
  subjects?: readonly string[],
): Promise<ConsumerInfo[]> {
  // The full list waits for the leader of every durable; the list of names needs only the meta leader.
  const answer = await connection.request(`$JS.API.CONSUMER.NAMES.${stream}`, undefined, {
    timeout: namesMs,
  });
  const { consumers } = answer.json<{ consumers?: string[] | null }>();
  if (!consumers) throw new Error(`the broker does not list the durables: ${answer.string()}`);
  const names = consumers.filter((name) => isBackfillOf(service, name));
  const infos = await Promise.all(
    names.map((name) =>
      findConsumer(manager, stream, name).catch((error) => {
        // Of a former release, with a random name that this login may not read.
        if (isDenied(error)) return undefined;
        throw error;
      }),
    ),
  );
  return infos
    .filter((info) => info !== undefined)
    .filter((info) => !subjects || subjects.some((one) => delivers(info, one)));
}

/** Whether the durable delivers events of `subject`. */
export function delivers(info: Pick<ConsumerInfo, 'config'>, subject: string): boolean {
  return filterOf(info).some((pattern) => covers(pattern, subject));
}

/** Number of events that a service has not acknowledged yet, including its backfills. */
export async function unacknowledged(
  place: DurableLocation,
  service: string,
  subjects?: readonly string[],
): Promise<number> {
  // In this order: once the main durable is widened, its backfill exists.
  const own = await place.manager.consumers.info(place.stream, service);
  const backfills = await findBackfills(place, service, subjects);
  const counts = [own, ...backfills].map((info) => info.num_pending + info.num_ack_pending);
  return counts.reduce((sum, count) => sum + count, 0);
}
