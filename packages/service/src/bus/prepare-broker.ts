/** What a release needs of the broker, made ahead of its replicas: the stream, and the service's durable. */

import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import { jetstreamManager } from '@nats-io/jetstream';
import type { DurablePlace } from './backfill-durable.ts';
import { filterOf, findBacks, findConsumer, isReadBy, removeDurable } from './backfill-durable.ts';
import type { NatsOptions } from './connect-nats.ts';
import { connectNats, patiently } from './connect-nats.ts';
import { ensureConsumer, standardAckWaitMs } from './ensure-consumer.ts';
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
      durable.narrow ? await narrow({ connection, manager, stream }, durable) : nothing,
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
  const wish = { name, subjects, ackWaitMs: standardAckWaitMs, whole: undefined };
  return patiently(() => ensureConsumer(manager, stream, wish));
}

async function narrow(place: DurablePlace, { name, subjects }: Durable): Promise<Looked> {
  const { manager, stream } = place;
  const own = await findConsumer(manager, stream, name);
  const mended: string[] = [];
  // Also what nobody is left to read back.
  for (const info of [...(own ? [own] : []), ...(await findBacks(place, name))]) {
    const surplus = lackingIn(subjects, filterOf(info));
    if (surplus.length === 0) continue;
    const left = surplus.join(', ');
    const kept = subjects.filter((subject) => info === own || isReadBy(info, subject));
    if (kept.length === 0) {
      // An empty filter reads everything, and a durable that nobody reads is behind for ever.
      await removeDurable(manager, stream, info.name);
      mended.push(`consumer ${info.name}, which read ${left}, was removed`);
      continue;
    }
    const filter = { filter_subject: undefined, filter_subjects: kept };
    await manager.consumers.update(stream, info.name, filter as never);
    mended.push(`consumer ${info.name} reads ${left} no more`);
  }
  return { mended, faults: [] };
}
