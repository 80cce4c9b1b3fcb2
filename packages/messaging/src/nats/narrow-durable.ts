/** Removes from a service's durable, and from its backfills, what the service does not read any more. */

import { missingSubjects } from '../subjects.ts';
import type { DurableLocation } from './backfill-durable.ts';
import {
  delivers,
  exists,
  filterOf,
  findBackfills,
  findConsumer,
  removeDurable,
} from './backfill-durable.ts';
import type { BrokerCheck } from './ensure-stream.ts';

export async function narrowDurable(
  place: DurableLocation,
  { name, subjects }: { name: string; subjects: readonly string[] },
): Promise<BrokerCheck> {
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
      await removeDurable(manager, stream, info);
      changes.push(`consumer ${info.name}, which read ${left}, was removed`);
      continue;
    }
    if (!(await exists(manager, stream, info))) continue;
    const filter = { filter_subject: undefined, filter_subjects: kept };
    await manager.consumers.update(stream, info.name, filter as never);
    changes.push(`consumer ${info.name} no longer reads ${left}`);
  }
  return { changes, problems: [] };
}
