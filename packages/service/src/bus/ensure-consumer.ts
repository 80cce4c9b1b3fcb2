/** The durable of a service at the broker: made where it is missing, and its filter only ever widened. */

import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import {
  alreadyThere,
  filterOf,
  findConsumer,
  nanosPerMs,
  readingBack,
} from './backfill-durable.ts';
import type { Looked } from './ensure-stream.ts';
import { isApiError } from './ensure-stream.ts';
import { lackingIn, widened } from './subjects.ts';

/** In hand of one replica. */
export const mostInHand = 128;
/** Room for eight replicas that hold their fill; fewer than that would leave the others idle. */
const mostHeldByAll = 8 * mostInHand;
const mostTries = 5;
export const standardAckWaitMs = 10_000;

/** A durable as it was last seen with all subjects: what lies up to here has been handled, or is read back. */
export interface Whole {
  /** One that is made anew under the same name has another time here. */
  created: string;
  untilSeq: number;
}

export interface ConsumerWish {
  name: string;
  subjects: readonly string[];
  ackWaitMs: number;
  /** Undefined: never seen so. */
  whole: Whole | undefined;
}

export type ConsumerLooked = Looked & { made: boolean; whole: Whole | undefined };

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  wish: ConsumerWish,
): Promise<ConsumerLooked> {
  const looked: Looked = { mended: [], faults: [] };
  let made = false;
  // Others write the same durable at the same time: what counts is what stands there afterwards.
  for (let tries = 1; tries <= mostTries; tries++) {
    const info = await findConsumer(manager, stream, wish.name);
    if (!info) {
      await makeConsumer(manager, stream, wish);
      looked.mended.push(`consumer ${wish.name} was made`);
      made = true;
      continue;
    }
    const lacking = lackingIn(filterOf(info), wish.subjects);
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
    const fromSeq = wish.whole?.created === info.created ? wish.whole.untilSeq + 1 : 1;
    const back = { service: wish.name, subjects: lacking, fromSeq, ackWaitMs: wish.ackWaitMs };
    await readingBack(manager, stream, { back, widen: update });
    looked.mended.push(
      `consumer ${wish.name} lacked ${lacking.join(', ')}: it reads them now, back to message ${fromSeq}`,
    );
  }
  looked.faults.push(`consumer ${wish.name} does not keep its subjects: somebody takes them away`);
  return { ...looked, made, whole: wish.whole };
}

async function makeConsumer(
  manager: JetStreamManager,
  stream: string,
  wish: ConsumerWish,
): Promise<void> {
  try {
    await manager.consumers.add(stream, {
      durable_name: wish.name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: mostHeldByAll,
      ack_wait: wish.ackWaitMs * nanosPerMs,
      filter_subjects: [...wish.subjects],
    });
  } catch (error) {
    if (!isApiError(error, alreadyThere)) throw error;
  }
}

/** Only ever more: two releases side by side must not take anything from each other, nor write in turns for ever. */
function changeOf(
  info: ConsumerInfo,
  wish: ConsumerWish,
  lacking: readonly string[],
): Partial<ConsumerConfig> | undefined {
  const change: Partial<ConsumerConfig> = {};
  if (lacking.length > 0) {
    // A durable made by hand may have the older form with one subject, which cannot stand beside the list.
    Object.assign(change, { filter_subject: undefined });
    change.filter_subjects = widened(filterOf(info), wish.subjects);
  }
  if ((info.config.max_ack_pending ?? 0) < mostHeldByAll) change.max_ack_pending = mostHeldByAll;
  const ackWait = wish.ackWaitMs * nanosPerMs;
  if (Number(info.config.ack_wait ?? 0) < ackWait) change.ack_wait = ackWait;
  return Object.keys(change).length > 0 ? change : undefined;
}
