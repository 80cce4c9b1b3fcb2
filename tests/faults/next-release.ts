/**
 * Preloaded into a replica: it runs as the next release would, which reads and writes another version of every event,
 * and tells and reads one that no release before knows.
 */

import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';

const at = (file: string) => new URL(file, import.meta.url).href;
const contracts = import.meta.resolve('@nameloan/contracts/events.ts');
const readers = import.meta.resolve('@nameloan/notifications/events.ts');
const next = { [contracts]: at('next-events.ts'), [readers]: at('next-readers.ts') };

registerHooks({
  resolve(specifier, context, resolve) {
    const found = resolve(specifier, context);
    const instead = next[found.url];
    return instead === undefined || context.parentURL === instead
      ? found
      : { ...found, url: instead };
  },
});

const { Outbox } = await import('@nameloan/service/store/outbox.ts');
const { newSubject } = await import('./next-events.ts');
type Told = InstanceType<typeof Outbox>;

let toldByNext: { insertMany(rows: unknown[], options: unknown): Promise<unknown> } | undefined;
const { open, add } = Outbox.prototype;
Outbox.prototype.open = async function (connection) {
  await open.call(this, connection);
  toldByNext = connection.collection('told_by_next') as never;
};
/** The fact of the next release leaves with the commit that tells the other. */
Outbox.prototype.add = async function (this: Told, rows, session) {
  const ours = rows.filter(({ subject }) => subject.startsWith('lending.'));
  const more = ours.map((row, place) => ({
    ...{ ...row, _id: randomUUID(), subject: newSubject as never, v: 1 },
    ...{ order: rows.length + place, data: { factId: row._id } },
  }));
  await add.call(this, [...rows, ...more], session);
  const told = ours.map(({ _id }) => ({ _id }));
  if (told.length > 0) await toldByNext?.insertMany(told, { session });
};
