/** The context of resolvers: the actor, and loaders that live as long as one request. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Entity } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import DataLoader from 'dataloader';

export interface Context {
  actor: Actor;
  loaders: Map<string, DataLoader<string, unknown>>;
  /** Loaders of projected records. */
  keyLoaders: Map<string, DataLoader<ProjectedKey, unknown>>;
}

interface ProjectedKey {
  id: string;
  keys: readonly string[] | undefined;
}

/** The signed-in caller; throws UNAUTHENTICATED if there is none. */
export function signedIn(context: Context): AccountActor {
  if (context.actor.kind !== 'account')
    throw new DomainError('UNAUTHENTICATED', 'Please log in first.');
  return context.actor;
}

/** Loads by id and batches the calls of one tick into one `fetch`; unknown ids are undefined. */
export function load<V>(
  context: Context,
  { name, id }: { name: string; id: string },
  fetch: (ids: readonly string[]) => Promise<Map<string, V>>,
): Promise<V | undefined> {
  let loader = context.loaders.get(name);
  if (!loader) {
    loader = new DataLoader(async (ids) => {
      const found = await fetch(ids);
      return ids.map((one) => found.get(one));
    });
    context.loaders.set(name, loader);
  }
  return loader.load(id) as Promise<V | undefined>;
}

/**
 * `load` for projected records. Fields of one tick share a `fetch`, which receives the keys of each. Results are not
 * cached for later ticks, since a record read for one field may lack the keys of another.
 */
export function loadProjected<V, T extends Entity>(
  context: Context,
  { name, id, keys }: { name: string; id: string; keys: Keys<T> },
  fetch: (ids: readonly string[], requested: readonly Keys<T>[]) => Promise<Map<string, V>>,
): Promise<V | undefined> {
  let loader = context.keyLoaders.get(name);
  if (!loader) {
    const read = async (all: readonly ProjectedKey[]) => {
      const ids = new Set(all.map((one) => one.id));
      const found = await fetch(
        [...ids],
        all.map((one) => one.keys as Keys<T>),
      );
      return all.map((one) => found.get(one.id));
    };
    loader = new DataLoader(read, { cache: false });
    context.keyLoaders.set(name, loader);
  }
  return loader.load({ id, keys }) as Promise<V | undefined>;
}
