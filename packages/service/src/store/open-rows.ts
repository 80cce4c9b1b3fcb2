/** The one place that hands out collections without a model: whatever these are asked, they answer in time. */

import type { Collection, Connection } from 'mongoose';
import mongoose from 'mongoose';
import { inTime } from './database-unavailable.ts';
import type { Index } from './schema.ts';
import { ensureCollection } from './schema.ts';

type Row = { _id: string };

/** Makes the collection and its indexes where they are not there (`schema.ts`). */
export async function openRows<R extends Row>(
  connection: Connection,
  name: string,
  indexes: readonly Index[] = [],
): Promise<Collection<R>> {
  await ensureCollection(connection, name, indexes);
  return rowsOf<R>(connection, name);
}

/** Every operation ends within the deadline of `inTime`; a cursor's each step does. */
export function rowsOf<R extends Row>(connection: Connection, name: string): Collection<R> {
  return timely(connection.collection<R>(name));
}

function timely<O extends object>(target: O): O {
  const proxy: O = new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      // A loop takes its steps from here, not past us.
      const self = key === Symbol.asyncIterator ? proxy : target;
      return (...values: unknown[]) => {
        const answer: unknown = member.apply(self, values);
        if (answer instanceof Promise) return inTime(answer);
        return answer instanceof mongoose.mongo.AbstractCursor ? timely(answer) : answer;
      };
    },
  });
  return proxy;
}
