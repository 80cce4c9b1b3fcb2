/**
 * Preloaded into a replica so that it behaves like the next release: it reads and writes a new version of every event
 * and publishes and handles one event that the current release does not know.
 */

import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';

const urlOf = (file: string) => new URL(file, import.meta.url).href;
const contracts = import.meta.resolve('@nameloan/contracts/events');
const handlers = import.meta.resolve('@nameloan/notifications/events');
const next = { [contracts]: urlOf('next-events.ts'), [handlers]: urlOf('next-handlers.ts') };

registerHooks({
  resolve(specifier, context, resolve) {
    const resolved = resolve(specifier, context);
    const replacement = next[resolved.url];
    return replacement === undefined || context.parentURL === replacement
      ? resolved
      : { ...resolved, url: replacement };
  },
});

const { Outbox } = await import('@nameloan/persistence/events/outbox');
const { newSubject } = await import('./next-events.ts');
type OutboxInstance = InstanceType<typeof Outbox>;

let publishedNext: { insertMany(rows: unknown[], options: unknown): Promise<unknown> } | undefined;
const { open, add } = Outbox.prototype;
Outbox.prototype.open = async function (connection) {
  await open.call(this, connection);
  publishedNext = connection.collection('published_next_events') as never;
};
/** Adds the new event in the transaction of the event that it accompanies. */
Outbox.prototype.add = async function (this: OutboxInstance, rows, session) {
  const ofLending = rows.filter(({ subject }) => subject.startsWith('lending.'));
  const added = ofLending.map((row, index) => ({
    ...{ ...row, _id: randomUUID(), subject: newSubject as never, v: 1 },
    ...{ order: rows.length + index, data: { eventId: row._id } },
  }));
  await add.call(this, [...rows, ...added], session);
  const published = ofLending.map(({ _id }) => ({ _id }));
  if (published.length > 0) await publishedNext?.insertMany(published, { session });
};
