/**
 * The durable of a service at the broker: made where it is missing, its filter only ever widened, and led back
 * to facts that it passed while their subject was not in the filter.
 */

import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { Looked } from './ensure-stream.ts';
import { isApiError } from './ensure-stream.ts';
import { lackingIn, widened } from './subjects.ts';

export const nanosPerMs = 1_000_000;
/** Room for eight replicas that hold their fill; fewer than that would leave the others idle. */
const maxHeldByAll = 1024;
const mostTries = 5;
export const standardAckWaitMs = 10_000;
const alreadyThere = 10148;
/** Key of the durable's own notes: stands from the widening until what was passed is read. */
const noteKey = 'nameloan-read-back';

export interface ConsumerWish {
  name: string;
  subjects: readonly string[];
  ackWaitMs: number;
  /** Place in the stream up to which the durable was last seen with all these subjects; 0: never. */
  wholeUntilSeq: number;
}

interface Note {
  subjects: string[];
  fromSeq: number;
}

interface Durable {
  stream: string;
  wish: ConsumerWish;
  looked: Looked;
}

/** `wholeUntilSeq`: as far as the durable has handed out facts, with all of its subjects. */
export type ConsumerLooked = Looked & { made: boolean; wholeUntilSeq: number };

/** One call where all is well. Throws what the broker says when it has no leader or is away. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  wish: ConsumerWish,
): Promise<ConsumerLooked> {
  const looked: Looked = { mended: [], faults: [] };
  const durable = { stream, wish, looked };
  let made = false;
  let note: Note | undefined;
  // Others write the same durable at the same time: what counts is what stands there afterwards.
  for (let tries = 1; tries <= mostTries; tries++) {
    const info = await findConsumer(manager, stream, wish.name);
    if (!info) {
      await makeConsumer(manager, stream, wish);
      looked.mended.push(`consumer ${wish.name} was made`);
      made = true;
      continue;
    }
    // One's own is kept here too: a rival who has finished his may have removed it there.
    note = together(note, noteOf(info.config));
    const lacking = lackingIn(filterOf(info.config), wish.subjects);
    if (lacking.length > 0)
      note = together(note, { subjects: lacking, fromSeq: wish.wholeUntilSeq + 1 });
    const change = changeOf(info.config, { wish, lacking, note });
    if (!change) {
      if (note) await readBack(manager, note, durable);
      return { ...looked, made, wholeUntilSeq: info.delivered.stream_seq };
    }
    await manager.consumers.update(stream, wish.name, change);
    if (lacking.length > 0)
      looked.mended.push(`consumer ${wish.name} lacked ${lacking.join(', ')}: it reads them now`);
  }
  looked.faults.push(`consumer ${wish.name} does not keep its subjects: somebody takes them away`);
  return { ...looked, made, wholeUntilSeq: wish.wholeUntilSeq };
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
export function filterOf({ filter_subject, filter_subjects }: ConsumerConfig): string[] {
  if (filter_subjects && filter_subjects.length > 0) return filter_subjects;
  return [filter_subject || '>'];
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
      max_ack_pending: maxHeldByAll,
      ack_wait: wish.ackWaitMs * nanosPerMs,
      filter_subjects: [...wish.subjects],
    });
  } catch (error) {
    if (!isApiError(error, alreadyThere)) throw error;
  }
}

/** Only ever more: two releases side by side must not take anything from each other, nor write in turns for ever. */
function changeOf(
  config: ConsumerConfig,
  { wish, lacking, note }: { wish: ConsumerWish; lacking: string[]; note: Note | undefined },
): Partial<ConsumerConfig> | undefined {
  const change: Partial<ConsumerConfig> = {};
  if (lacking.length > 0) {
    // A durable made by hand may have the older form with one subject, which cannot stand beside the list.
    Object.assign(change, { filter_subject: undefined });
    change.filter_subjects = widened(filterOf(config), wish.subjects);
    change.metadata = { ...config.metadata, [noteKey]: JSON.stringify(note) };
  }
  if ((config.max_ack_pending ?? 0) < maxHeldByAll) change.max_ack_pending = maxHeldByAll;
  const ackWait = wish.ackWaitMs * nanosPerMs;
  if (Number(config.ack_wait ?? 0) < ackWait) change.ack_wait = ackWait;
  return Object.keys(change).length > 0 ? change : undefined;
}

function noteOf({ metadata }: ConsumerConfig): Note | undefined {
  const text = metadata?.[noteKey];
  return text ? (JSON.parse(text) as Note) : undefined;
}

function together(one: Note | undefined, other: Note | undefined): Note | undefined {
  if (!one || !other) return one ?? other;
  return {
    subjects: [...new Set([...one.subjects, ...other.subjects])],
    fromSeq: Math.min(one.fromSeq, other.fromSeq),
  };
}

/**
 * A wider filter is for what comes; the broker does not go back to what it has passed. So the durable is set back to
 * the first fact that it passed, and hands out again what follows: the inbox knows what has had its effect.
 */
async function readBack(
  manager: JetStreamManager,
  note: Note,
  { stream, wish, looked }: Durable,
): Promise<void> {
  const firsts = await Promise.all(
    note.subjects.map(async (subject) => {
      const query = { seq: note.fromSeq, next_by_subj: subject };
      return (await manager.streams.getMessage(stream, query))?.seq ?? Number.POSITIVE_INFINITY;
    }),
  );
  const info = await manager.consumers.info(stream, wish.name);
  const { delivered, ack_floor: floor, config } = info;
  // What is handed out and not yet acknowledged must not be passed by.
  const backTo = Math.min(...firsts, floor.stream_seq + 1);
  if (Math.min(...firsts) <= delivered.stream_seq) {
    try {
      await manager.consumers.reset(stream, wish.name, backTo);
      looked.mended.push(`consumer ${wish.name} reads again from message ${backTo}`);
    } catch (error) {
      if (error instanceof JetStreamApiError) throw error;
      looked.faults.push(
        `consumer ${wish.name} has passed facts of ${note.subjects.join(', ')} that only nats-server 2.14 or newer can hand out again`,
      );
    }
  }
  const stands = noteOf(config);
  // One that says more is of somebody who comes after us, and reads back himself.
  if (!stands || JSON.stringify(together(note, stands)) !== JSON.stringify(note)) return;
  const { [noteKey]: _done, ...metadata } = config.metadata ?? {};
  await manager.consumers.update(stream, wish.name, { metadata });
}
