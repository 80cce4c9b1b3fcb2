/** Many records of domains in one state, without their way to it. */

import { newId } from '@nameloan/runtime/id';
import { serviceContext } from '../service-context.ts';
import { freshName } from './start-domains.ts';

/** Adds records like the given one under other names, until there are `count`. Resolves to the ids of all. */
export async function repeatRecord(
  id: string,
  { count, suffix }: { count: number; suffix: string },
): Promise<string[]> {
  const records = serviceContext.store.connection.collection('domains');
  const record = await records.findOne({ _id: id } as never);
  const copies = Array.from({ length: count - 1 }, () => {
    const name = freshName(suffix);
    return { ...record, _id: newId(), name, titleName: name };
  });
  await records.insertMany(copies as never);
  return [id, ...copies.map(({ _id }) => _id)];
}
