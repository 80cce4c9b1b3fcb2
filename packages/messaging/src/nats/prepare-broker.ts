/** Creates the stream and a service's durable before the replicas of a release start. */

import { serviceNames } from '@nameloan/contracts/platform';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import { missingSubjects } from '../subjects.ts';
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

export interface Durable {
  name: string;
  /** Subjects that this release of the service reads. */
  subjects: readonly string[];
  /** Removes subjects that it does not read; only once no replica of the former release runs. */
  narrow: boolean;
}

/** Idempotent; safe while replicas of either release run, unless it narrows. Throws BusUnavailable. */
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
  // Also backfills that no replica is left to read.
  for (const info of [...(own ? [own] : []), ...(await findBackfills(place, name))]) {
    const surplus = missingSubjects(subjects, filterOf(info));
    if (surplus.length === 0) continue;
    const left = surplus.join(', ');
    const kept = subjects.filter((subject) => info === own || delivers(info, subject));
    if (kept.length === 0) {
      // An empty filter would read everything, and a durable without a reader would lag forever.
      await removeDurable(manager, stream, info.name);
      changes.push(`consumer ${info.name}, which read ${left}, was removed`);
      continue;
    }
    const filter = { filter_subject: undefined, filter_subjects: kept };
    await manager.consumers.update(stream, info.name, filter as never);
    changes.push(`consumer ${info.name} no longer reads ${left}`);
  }
  return { changes, problems: [] };
}
