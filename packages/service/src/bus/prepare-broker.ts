/** What a release needs of the broker, made ahead of its replicas: the stream, and the service's durable. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { DurableLocation } from './backfill-durable.ts';
import {
  delivers,
  filterOf,
  findBackfills,
  findConsumer,
  removeDurable,
} from './backfill-durable.ts';
import type { NatsOptions } from './connect-nats.ts';
import { connectNats, withRetry } from './connect-nats.ts';
import { defaultAckWaitMs, ensureConsumer } from './ensure-consumer.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { defaultRetentionDays, ensureStream } from './ensure-stream.ts';
import { missingSubjects } from './subjects.ts';

export interface Durable {
  name: string;
  /** What this release of its service reads. */
  subjects: readonly string[];
  /** Takes away what it does not read; for when no replica of the former release is left. */
  narrow: boolean;
}

/** Can be repeated, and run beside replicas of either release unless it narrows. Throws BusUnavailable. */
export async function prepareBroker(
  broker: Pick<NatsOptions, 'url' | 'login' | 'name' | 'stream' | 'replicas'>,
  durable: Durable,
): Promise<BrokerCheck> {
  const connection = await connectNats(broker);
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const { stream, replicas = 1 } = broker;
    const subjects = serviceNames.map((name) => `${name}.>`);
    const checks = [
      await withRetry(() =>
        ensureStream(manager, {
          name: stream,
          subjects,
          replicas,
          retentionDays: defaultRetentionDays,
        }),
      ),
      await widen(manager, stream, durable),
      durable.narrow ? await narrow({ connection, manager, stream }, durable) : nothing,
    ];
    return {
      changes: checks.flatMap(({ changes }) => changes),
      problems: checks.flatMap(({ problems }) => problems),
    };
  } finally {
    await connection.close();
  }
}

const nothing: BrokerCheck = { changes: [], problems: [] };

async function widen(
  manager: JetStreamManager,
  stream: string,
  durable: Durable,
): Promise<BrokerCheck> {
  const { name, subjects } = durable;
  if (subjects.length === 0) return nothing;
  const spec = { name, subjects, ackWaitMs: defaultAckWaitMs, position: undefined };
  return withRetry(() => ensureConsumer(manager, stream, spec));
}

async function narrow(place: DurableLocation, { name, subjects }: Durable): Promise<BrokerCheck> {
  const { manager, stream } = place;
  const own = await findConsumer(manager, stream, name);
  const changes: string[] = [];
  // Also what nobody is left to read back.
  for (const info of [...(own ? [own] : []), ...(await findBackfills(place, name))]) {
    const surplus = missingSubjects(subjects, filterOf(info));
    if (surplus.length === 0) continue;
    const left = surplus.join(', ');
    const kept = subjects.filter((subject) => info === own || delivers(info, subject));
    if (kept.length === 0) {
      // An empty filter reads everything, and a durable that nobody reads is behind for ever.
      await removeDurable(manager, stream, info.name);
      changes.push(`consumer ${info.name}, which read ${left}, was removed`);
      continue;
    }
    const filter = { filter_subject: undefined, filter_subjects: kept };
    await manager.consumers.update(stream, info.name, filter as never);
    changes.push(`consumer ${info.name} reads ${left} no more`);
  }
  return { changes, problems: [] };
}
