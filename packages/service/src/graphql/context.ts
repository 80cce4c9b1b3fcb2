/** What a resolver gets: who asks, and loaders that live as long as one request. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import DataLoader from 'dataloader';

export interface Context {
  actor: Actor;
  loaders: Map<string, DataLoader<string, unknown>>;
}

/** The signed-in caller; UNAUTHENTICATED when there is none. */
export function signedIn(context: Context): AccountActor {
  if (context.actor.kind !== 'account')
    throw new DomainError('UNAUTHENTICATED', 'Please log in first.');
  return context.actor;
}

/** Loads by id, all of one tick in one call of `fetch`, which answers by id; unknown ids are undefined. */
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
