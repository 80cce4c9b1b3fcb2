/** Collections without a model, whose operations all have a deadline. */

import type { Collection, Connection } from 'mongoose';
import mongoose from 'mongoose';
import { inTime } from './database-unavailable.ts';
import type { Index } from './schema.ts';
import { ensureCollection } from './schema.ts';

type Row = { _id: string };

/** Creates the collection and its indexes if they are missing (`schema.ts`). */
export async function openRows<R extends Row>(
  connection: Connection,
  name: string,
  indexes: readonly Index[] = [],
): Promise<Collection<R>> {
  await ensureCollection(connection, name, indexes);
  return rowsOf<R>(connection, name);
}

/** Every operation, and every step of a cursor, ends within the deadline of `inTime`. */
export function rowsOf<R extends Row>(connection: Connection, name: string): Collection<R> {
  return timely(connection.collection<R>(name));
}

function timely<O extends object>(target: O): O {
  const proxy: O = new Proxy(target, {
    get(_, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      // Makes `for await` use the proxy as well.
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
