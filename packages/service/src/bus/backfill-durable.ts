/**
 * Durables for a while. A wider filter is only for what comes: the broker does not go backfill to what a durable has
 * passed. So whoever widens makes another one beside it first, which hands out the facts of the new subjects alone.
 */

import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { newId } from '../id.ts';
import { isApiError } from './ensure-stream.ts';
import { covers } from './subjects.ts';

export const nanosPerMs = 1_000_000;
/** What is read backfill waits for what is new, in each of eight replicas. */
export const maxBackfillInFlight = 32;
export const consumerExists = 10148;
const namesMs = 2000;

/** Where durables stand. */
export interface DurableLocation {
  connection: NatsConnection;
  manager: JetStreamManager;
  stream: string;
}

export interface Backfill {
  /** Name of the service's own durable. */
  service: string;
  subjects: readonly string[];
  /** First place in the stream that may have been passed. */
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

/** What a durable reads; one without a filter reads all. */
export function filterOf({ config }: Pick<ConsumerInfo, 'config'>): string[] {
  const { filter_subject, filter_subjects } = config;
  if (filter_subjects && filter_subjects.length > 0) return filter_subjects;
  return [filter_subject || '>'];
}

/**
 * Each one who widens makes its own: what another made may be found drained, and be removed, at any moment. It stands
 * at the broker before the filter is wide, so that a crash in between loses nothing.
 */
export async function widenWithBackfill(
  manager: JetStreamManager,
  stream: string,
  { backfill, widen }: { backfill: Backfill; widen: () => Promise<unknown> },
): Promise<void> {
  const name = `${prefixOf(backfill.service)}${newId()}`;
  await createBackfill(manager, stream, { name, backfill });
  try {
    await widen();
  } catch (error) {
    // What the broker has refused is not wide; after anything else it may be.
    if (error instanceof JetStreamApiError) await removeDurable(manager, stream, name);
    throw error;
  }
  // Whoever stood still in between may find it drained and removed.
  await createBackfill(manager, stream, { name, backfill });
}

const prefixOf = (service: string): string => `${service}-back-`;

async function createBackfill(
  manager: JetStreamManager,
  stream: string,
  { name, backfill }: { name: string; backfill: Backfill },
): Promise<void> {
  try {
    await manager.consumers.add(stream, {
      durable_name: name,
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
  }
}

/** Removes a durable that others may have removed already. */
export async function removeDurable(
  manager: JetStreamManager,
  stream: string,
  name: string,
): Promise<void> {
  try {
    await manager.consumers.delete(stream, name);
  } catch (error) {
    if (!isApiError(error, JetStreamApiCodes.ConsumerNotFound)) throw error;
  }
}

/** Those of a service that hand out at least one of the subjects; without subjects: all of them. */
export async function findBackfills(
  { connection, manager, stream }: DurableLocation,
  service: string,
  subjects?: readonly string[],
): Promise<ConsumerInfo[]> {
  // The list with all particulars waits for the leader of each durable; names are known to the cluster's own.
  const answer = await connection.request(`$JS.API.CONSUMER.NAMES.${stream}`, undefined, {
    timeout: namesMs,
  });
  const { consumers } = answer.json<{ consumers?: string[] | null }>();
  if (!consumers) throw new Error(`the broker does not name the durables: ${answer.string()}`);
  const names = consumers.filter((name) => name.startsWith(prefixOf(service)));
  const infos = await Promise.all(names.map((name) => findConsumer(manager, stream, name)));
  return infos
    .filter((info) => info !== undefined)
    .filter((info) => !subjects || subjects.some((one) => delivers(info, one)));
}

/** Whether the durable hands out what `subject` names. */
export function delivers(info: Pick<ConsumerInfo, 'config'>, subject: string): boolean {
  return filterOf(info).some((pattern) => covers(pattern, subject));
}

/** Facts that a service has yet to acknowledge, also those that it reads backfill. */
export async function unacknowledged(
  place: DurableLocation,
  service: string,
  subjects?: readonly string[],
): Promise<number> {
  // In this order: a filter that is wide at the first answer has had its second durable by then.
  const own = await place.manager.consumers.info(place.stream, service);
  const backfills = await findBackfills(place, service, subjects);
  const counts = [own, ...backfills].map((info) => info.num_pending + info.num_ack_pending);
  return counts.reduce((sum, count) => sum + count, 0);
}
