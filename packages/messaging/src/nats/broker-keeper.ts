/** The keeper's side: makes the changes that other components request, for their own durables only. */

import type { Msg, Subscription } from '@nats-io/transport-node';
import type { DurableLocation } from './backfill-durable.ts';
import { findConsumer, isBackfillOf, removeDurable } from './backfill-durable.ts';
import { lastOf } from './broker-admin.ts';
import type { BrokerChange, BrokerChangeReply } from './broker-change.ts';
import { brokerChange, changeSubject, isInbox } from './broker-change.ts';
import { ensureConsumer } from './ensure-consumer.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { makeLimitsBucket } from './limits-bucket.ts';
import { narrowDurable } from './narrow-durable.ts';

export interface KeeperOptions {
  place: DurableLocation;
  /** Ensures the stream as the keeper itself needs it. */
  ensureStream(): Promise<BrokerCheck>;
}

/** Replicas share the requests. */
export function startKeeper(options: KeeperOptions): Subscription {
  const prefix = changeSubject('');
  return options.place.connection.subscribe(changeSubject('*'), {
    queue: 'keepers',
    callback: (error, message) => {
      if (!error) void handleChange(message.subject.slice(prefix.length), message, options);
    },
  });
}

/** The subject names the component: the broker lets nothing but its login publish there. */
async function handleChange(
  component: string,
  message: Msg,
  options: KeeperOptions,
): Promise<void> {
  if (!isInbox(message.reply)) return;
  let reply: BrokerChangeReply;
  try {
    const data = await makeChange(component, brokerChange.parse(message.json()), options);
    reply = { ok: true, data: data ?? null };
  } catch (error) {
    reply = { ok: false, reason: String(error) };
  }
  if (!options.place.connection.isClosed()) message.respond(JSON.stringify(reply));
}

async function makeChange(
  component: string,
  change: BrokerChange,
  { place, ensureStream }: KeeperOptions,
): Promise<unknown> {
  const { connection, manager, stream } = place;
  switch (change.what) {
    case 'stream':
      return ensureStream();
    case 'durable': {
      const { subjects, ackWaitMs, position } = change;
      return ensureConsumer(manager, stream, { name: component, subjects, ackWaitMs, position });
    }
    case 'narrow':
      return narrowDurable(place, { name: component, subjects: change.subjects });
    case 'last':
      return lastOf(place, change.subjects);
    case 'remove':
      if (!isBackfillOf(component, change.durable))
        throw new Error(`${change.durable} is no backfill of ${component}`);
      return removeBackfill(change, place);
    case 'bucket':
      return makeLimitsBucket(connection, stream);
  }
}

async function removeBackfill(
  { durable: name, created }: Extract<BrokerChange, { what: 'remove' }>,
  { manager, stream }: DurableLocation,
): Promise<boolean> {
  const known = created ?? (await findConsumer(manager, stream, name))?.created;
  return known !== undefined && removeDurable(manager, stream, { name, created: known });
}
