/** Creates a service's durable consumer if it is missing, and widens its filter but never narrows it. */

import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { mergeSubjects, missingSubjects } from '../subjects.ts';
import {
  consumerExists,
  filterOf,
  findConsumer,
  nanosPerMs,
  widenWithBackfill,
} from './backfill-durable.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { isApiError } from './ensure-stream.ts';

/** Per replica. */
export const maxInFlight = 128;
/** Enough for eight replicas at their limit; less would leave some idle. */
const maxAckPending = 8 * maxInFlight;
const maxAttempts = 5;
export const defaultAckWaitMs = 10_000;

/** A durable when it last had all subjects: events up to this position are handled or covered by a backfill. */
export interface DurablePosition {
  /** Identifies the durable: a recreated one of the same name has another time. */
  created: string;
  untilSeq: number;
}

export interface ConsumerSpec {
  name: string;
  subjects: readonly string[];
  ackWaitMs: number;
  /** Undefined if it never had all subjects. */
  position: DurablePosition | undefined;
}

export type ConsumerCheck = BrokerCheck & { made: boolean; position: DurablePosition | undefined };

/** One request if nothing must change. Throws the broker's errors when it has no leader or is unreachable. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  spec: ConsumerSpec,
): Promise<ConsumerCheck> {
  const check: BrokerCheck = { changes: [], problems: [] };
  let made = false;
  // Other processes may write the same durable concurrently, so read it again after each write.
  for (let attempts = 1; attempts <= maxAttempts; attempts++) {
    const info = await findConsumer(manager, stream, spec.name);
    if (!info) {
      await createConsumer(manager, stream, spec);
      check.changes.push(`consumer ${spec.name} was created`);
      made = true;
      continue;
    }
    const missing = missingSubjects(filterOf(info), spec.subjects);
    const change = changeOf(info, spec, missing);
    if (!change) {
      const position = { created: info.created, untilSeq: info.ack_floor.stream_seq };
      return { ...check, made, position };
    }
    const update = () => manager.consumers.update(stream, spec.name, change);
    if (missing.length === 0) {
      await update();
      continue;
    }
    const fromSeq = spec.position?.created === info.created ? spec.position.untilSeq + 1 : 1;
    const backfill = { service: spec.name, subjects: missing, fromSeq, ackWaitMs: spec.ackWaitMs };
    await widenWithBackfill(manager, stream, { backfill, widen: update });
    check.changes.push(
      `consumer ${spec.name} lacked ${missing.join(', ')}: it reads them now, from message ${fromSeq}`,
    );
  }
  check.problems.push(
    `consumer ${spec.name} does not keep its subjects: another process removes them`,
  );
  return { ...check, made, position: spec.position };
}

async function createConsumer(
  manager: JetStreamManager,
  stream: string,
  spec: ConsumerSpec,
): Promise<void> {
  try {
    await manager.consumers.add(stream, {
      durable_name: spec.name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: maxAckPending,
      ack_wait: spec.ackWaitMs * nanosPerMs,
      filter_subjects: [...spec.subjects],
    });
  } catch (error) {
    if (!isApiError(error, consumerExists)) throw error;
  }
}

/** Only adds: two releases that run at the same time must not remove each other's subjects in turns. */
function changeOf(
  info: ConsumerInfo,
  spec: ConsumerSpec,
  missing: readonly string[],
): Partial<ConsumerConfig> | undefined {
  const change: Partial<ConsumerConfig> = {};
  if (missing.length > 0) {
    // A durable created by hand may have the older single-subject form, which excludes the list.
    Object.assign(change, { filter_subject: undefined });
    change.filter_subjects = mergeSubjects(filterOf(info), spec.subjects);
  }
  if ((info.config.max_ack_pending ?? 0) < maxAckPending) change.max_ack_pending = maxAckPending;
  const ackWait = spec.ackWaitMs * nanosPerMs;
  if (Number(info.config.ack_wait ?? 0) < ackWait) change.ack_wait = ackWait;
  return Object.keys(change).length > 0 ? change : undefined;
}
