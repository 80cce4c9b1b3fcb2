/** What a release needs of the broker, made ahead of its replicas: the stream, and the service's durable. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsOptions } from './connect-nats.ts';
import { connectNats, patiently } from './connect-nats.ts';
import { ensureConsumer, filterOf, findConsumer, standardAckWaitMs } from './ensure-consumer.ts';
import type { Looked } from './ensure-stream.ts';
import { ensureStream, standardKeepDays } from './ensure-stream.ts';
import { lackingIn } from './subjects.ts';

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
): Promise<Looked> {
  const connection = await connectNats(broker);
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const { stream, replicas = 1 } = broker;
    const subjects = serviceNames.map((name) => `${name}.>`);
    const looks = [
      await patiently(() =>
        ensureStream(manager, { name: stream, subjects, replicas, keepDays: standardKeepDays }),
      ),
      await widen(manager, stream, durable),
      durable.narrow ? await narrow(manager, stream, durable) : nothing,
    ];
    return {
      mended: looks.flatMap(({ mended }) => mended),
      faults: looks.flatMap(({ faults }) => faults),
    };
  } finally {
    await connection.close();
  }
}

const nothing: Looked = { mended: [], faults: [] };

async function widen(manager: JetStreamManager, stream: string, durable: Durable): Promise<Looked> {
  const { name, subjects } = durable;
  if (subjects.length === 0) return nothing;
  const wish = { name, subjects, ackWaitMs: standardAckWaitMs, wholeUntilSeq: 0 };
  return patiently(() => ensureConsumer(manager, stream, wish));
}

async function narrow(
  manager: JetStreamManager,
  stream: string,
  { name, subjects }: Durable,
): Promise<Looked> {
  const info = await findConsumer(manager, stream, name);
  if (!info) return nothing;
  const surplus = lackingIn(subjects, filterOf(info.config));
  if (surplus.length === 0) return nothing;
  const left = surplus.join(', ');
  if (subjects.length === 0) {
    // An empty filter reads everything, and a durable that nobody reads is behind for ever.
    await manager.consumers.delete(stream, name);
    return { mended: [`consumer ${name}, which read ${left}, was removed`], faults: [] };
  }
  const filter = { filter_subject: undefined, filter_subjects: [...subjects] };
  await manager.consumers.update(stream, name, filter as never);
  return { mended: [`consumer ${name} reads ${left} no more`], faults: [] };
}
