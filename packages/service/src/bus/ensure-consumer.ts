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

export type ConsumerCheck = BrokerCheck & { made: boolean; whole: DurablePosition | undefined };

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  wish: ConsumerSpec,
): Promise<ConsumerCheck> {
  const looked: BrokerCheck = { changes: [], problems: [] };
  let made = false;
  // Others write the same durable at the same time: what counts is what stands there afterwards.
  for (let tries = 1; tries <= maxAttempts; tries++) {
    const info = await findConsumer(manager, stream, wish.name);
    if (!info) {
      await createConsumer(manager, stream, wish);
      looked.changes.push(`consumer ${wish.name} was made`);
      made = true;
      continue;
    }
    const lacking = missingSubjects(filterOf(info), wish.subjects);
    const change = changeOf(info, wish, lacking);
    if (!change) {
      const whole = { created: info.created, untilSeq: info.ack_floor.stream_seq };
      return { ...looked, made, whole };
    }
    const update = () => manager.consumers.update(stream, wish.name, change);
    if (lacking.length === 0) {
      await update();
      continue;
    }
    const fromSeq = wish.position?.created === info.created ? wish.position.untilSeq + 1 : 1;
    const back = { service: wish.name, subjects: lacking, fromSeq, ackWaitMs: wish.ackWaitMs };
    await widenWithBackfill(manager, stream, { back, widen: update });
    looked.changes.push(
      `consumer ${wish.name} lacked ${lacking.join(', ')}: it reads them now, back to message ${fromSeq}`,
    );
  }
  looked.problems.push(
    `consumer ${wish.name} does not keep its subjects: somebody takes them away`,
  );
  return { ...looked, made, whole: wish.position };
}

async function createConsumer(
  manager: JetStreamManager,
  stream: string,
  wish: ConsumerSpec,
): Promise<void> {
  try {
    await manager.consumers.add(stream, {
      durable_name: wish.name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: maxAckPending,
      ack_wait: wish.ackWaitMs * nanosPerMs,
      filter_subjects: [...wish.subjects],
    });
  } catch (error) {
    if (!isApiError(error, consumerExists)) throw error;
  }
}

/** Only ever more: two releases side by side must not take anything from each other, nor write in turns for ever. */
function changeOf(
  info: ConsumerInfo,
  wish: ConsumerSpec,
  lacking: readonly string[],
): Partial<ConsumerConfig> | undefined {
  const change: Partial<ConsumerConfig> = {};
  if (lacking.length > 0) {
    // A durable made by hand may have the older form with one subject, which cannot stand beside the list.
    Object.assign(change, { filter_subject: undefined });
    change.filter_subjects = mergeSubjects(filterOf(info), wish.subjects);
  }
  if ((info.config.max_ack_pending ?? 0) < maxAckPending) change.max_ack_pending = maxAckPending;
  const ackWait = wish.ackWaitMs * nanosPerMs;
  if (Number(info.config.ack_wait ?? 0) < ackWait) change.ack_wait = ackWait;
  return Object.keys(change).length > 0 ? change : undefined;
}
