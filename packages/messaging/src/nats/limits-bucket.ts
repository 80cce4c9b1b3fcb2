/** The bucket in which gateways count limits: in memory, because it is worthless after a minute. */

import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { changeOrRequest } from './broker-change.ts';

/** Longer than any window. */
const keyTtlMs = 120_000;
/** About 400,000 keys, each a network or an account. Further keys are counted by shares. */
const bucketBytes = 64 * 1024 * 1024;
const openTimeoutMs = 5000;

/** The bucket of an installation, which its event stream names, and the stream that stores it. */
export function limitsBucket(stream: string): { name: string; stream: string } {
  const name = `${stream}_limits`;
  return { name, stream: `KV_${name}` };
}

/** Creates it if it is missing, with as many replicas as the event stream. Throws the broker's errors. */
export async function makeLimitsBucket(connection: NatsConnection, stream: string): Promise<void> {
  const client = jetstream(connection, { timeout: openTimeoutMs, checkAPI: false });
  const manager = await jetstreamManager(connection, { timeout: openTimeoutMs, checkAPI: false });
  const { config } = await manager.streams.info(stream);
  const bucket = await new Kvm(client).create(limitsBucket(stream).name, {
    history: 1,
    ttl: keyTtlMs,
    max_bytes: bucketBytes,
    storage: StorageType.Memory,
    replicas: config.num_replicas,
  });
  const { streamInfo } = await bucket.status();
  if (streamInfo.config.num_replicas < config.num_replicas)
    await manager.streams.update(streamInfo.config.name, { num_replicas: config.num_replicas });
}

/** The same for a gateway, whose login may not create it. */
export async function ensureLimitsBucket(
  connection: NatsConnection,
  stream: string,
): Promise<void> {
  await changeOrRequest(() => makeLimitsBucket(connection, stream), {
    connection,
    component: 'gateway',
    change: { what: 'bucket' },
  });
}
