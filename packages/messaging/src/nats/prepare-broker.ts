/** Creates the stream and a service's durable before the replicas of a release start. */

import { serviceNames } from '@nameloan/contracts/platform';
import { jetstreamManager } from '@nats-io/jetstream';
import { BrokerAdmin } from './broker-admin.ts';
import type { NatsOptions } from './connect-nats.ts';
import { connectNats, withRetry } from './connect-nats.ts';
import { defaultAckWaitMs } from './ensure-consumer.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { defaultRetentionDays } from './ensure-stream.ts';

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
    const { name, subjects } = durable;
    const admin = new BrokerAdmin({ connection, manager, stream }, name);
    const spec = {
      name: stream,
      subjects: serviceNames.map((service) => `${service}.>`),
      replicas,
      retentionDays: defaultRetentionDays,
    };
    const own = { name, subjects, ackWaitMs: defaultAckWaitMs, position: undefined };
    const checks = [
      await withRetry(() => admin.ensureStream(spec)),
      subjects.length > 0 ? await withRetry(() => admin.ensureConsumer(own)) : nothing,
      durable.narrow ? await admin.narrow(subjects) : nothing,
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
