/** The durable of a service at the broker: made where it is missing, and its filter only ever widened. */

import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import {
  consumerExists,
  filterOf,
  findConsumer,
  nanosPerMs,
  widenWithBackfill,
} from './backfill-durable.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { isApiError } from './ensure-stream.ts';
import { mergeSubjects, missingSubjects } from './subjects.ts';

/** In hand of one replica. */
export const maxInFlight = 128;
/** Room for eight replicas that hold their fill; fewer than that would leave the others idle. */
const maxAckPending = 8 * maxInFlight;
const maxAttempts = 5;
export const defaultAckWaitMs = 10_000;

/** A durable as it was last seen with all subjects: what lies up to here has been handled, or is read back. */
export interface DurablePosition {
  /** One that is made anew under the same name has another time here. */
  created: string;
  untilSeq: number;
}

export interface ConsumerSpec {
  name: string;
  subjects: readonly string[];
  ackWaitMs: number;
  /** Undefined: never seen so. */
  position: DurablePosition | undefined;
}

export type ConsumerCheck = BrokerCheck & { made: boolean; position: DurablePosition | undefined };

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  spec: ConsumerSpec,
): Promise<ConsumerCheck> {
  const check: BrokerCheck = { changes: [], problems: [] };
  let made = false;
  // Others write the same durable at the same time: what counts is what stands there afterwards.
  for (let tries = 1; tries <= maxAttempts; tries++) {
    const info = await findConsumer(manager, stream, spec.name);
    if (!info) {
      await createConsumer(manager, stream, spec);
      check.changes.push(`consumer ${spec.name} was made`);
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
      `consumer ${spec.name} lacked ${missing.join(', ')}: it reads them now, back to message ${fromSeq}`,
    );
  }
  check.problems.push(
    `consumer ${spec.name} does not keep its subjects: somebody takes them away`,
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

/** Only ever more: two releases side by side must not take anything from each other, nor write in turns for ever. */
function changeOf(
  info: ConsumerInfo,
  spec: ConsumerSpec,
  missing: readonly string[],
): Partial<ConsumerConfig> | undefined {
  const change: Partial<ConsumerConfig> = {};
  if (missing.length > 0) {
    // A durable made by hand may have the older form with one subject, which cannot stand beside the list.
    Object.assign(change, { filter_subject: undefined });
    change.filter_subjects = mergeSubjects(filterOf(info), spec.subjects);
  }
  if ((info.config.max_ack_pending ?? 0) < maxAckPending) change.max_ack_pending = maxAckPending;
  const ackWait = spec.ackWaitMs * nanosPerMs;
  if (Number(info.config.ack_wait ?? 0) < ackWait) change.ack_wait = ackWait;
  return Object.keys(change).length > 0 ? change : undefined;
}
