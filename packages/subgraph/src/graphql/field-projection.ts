/** Maps a GraphQL selection to the stored keys it needs, so that reads fetch only those. */

import type { Entity } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.ts';

/** For a field whose rules may read the whole record. */
export const whole = 'WHOLE';

type Need<T> = readonly (keyof T & string)[] | typeof whole;
type FieldsOf<R> = Exclude<keyof R & string, '__resolveReference'>;

/** A type's fields and the keys that each reads. A field that only returns the entity's key of the same name may be omitted. */
export type Needs<R, T> = {
  readonly [F in Exclude<FieldsOf<R>, keyof T>]-?: Need<T>;
} & { readonly [F in Extract<FieldsOf<R>, keyof T>]?: Need<T> };

type Selecting = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Clients could otherwise create a million combinations of an entity's keys. */
const maxLists = 500;

/**
 * `R`: the type's resolvers as generated from the SDL. `always`: keys that access rules need for every selection.
 * Skipped fields, and fields of another type in the same fragment, count as selected: a surplus key costs bytes, a
 * missing key a wrong result.
 */
export class FieldProjection<R, T extends Entity> {
  readonly #needs: ReadonlyMap<string, Need<T>>;
  readonly #always: readonly (keyof T & string)[];
  /** Keys by selection and field below it. */
  readonly #known = new WeakMap<object, Map<string | null, Keys<T>>>();
  /** Equal keys share one list, so that reads of different documents can share a batch. */
  readonly #lists = new LRUCache<string, readonly (keyof T & string)[]>({ max: maxLists });

  constructor(needs: Needs<R, T>, always: readonly (keyof T & string)[] = []) {
    this.#needs = new Map(Object.entries(needs));
    this.#always = always;
  }

  /** Passes the resolver the keys that its selection needs of the records in field `below`; null: of the resolver's result. */
  forSelection<P, A, R>(
    below: string | null,
    resolve: (parent: P, given: A, requested: Context & { keys: Keys<T> }) => R,
  ): (parent: P, given: A, context: Context, info: GraphQLResolveInfo) => R {
    // biome-ignore lint/complexity/useMaxParams: as graphql-js calls a resolver
    return (parent, given, context, info) =>
      resolve(parent, given, { ...context, keys: this.of(info, below) });
  }

  /** The same for a reference resolver. */
  forReference<F, R>(
    resolve: (reference: F, requested: Context & { keys: Keys<T> }) => R,
    below: string | null = null,
  ): (reference: F, context: Context, info: GraphQLResolveInfo) => R {
    return (reference, context, info) =>
      resolve(reference, { ...context, keys: this.of(info, below) });
  }

  of({ fieldNodes, fragments }: Selecting, below: string | null): Keys<T> {
    let known = this.#known.get(fieldNodes);
    if (!known) {
      known = new Map();
      this.#known.set(fieldNodes, known);
    }
    if (!known.has(below)) known.set(below, this.#read(fieldNodes, { fragments, below }));
    return known.get(below);
  }

  #read(
    nodes: Selecting['fieldNodes'],
    { fragments, below }: { fragments: Fragments; below: string | null },
  ): Keys<T> {
    let sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (below !== null)
      sets = fieldsIn(sets, fragments).flatMap(({ name, selectionSet }) =>
        name.value === below && selectionSet ? selectionSet : [],
      );
    const keys = new Set<keyof T & string>(this.#always);
    for (const { name } of fieldsIn(sets, fragments)) {
      const need = this.#needs.get(name.value) ?? [name.value as keyof T & string];
      if (need === whole) return undefined;
      if (!name.value.startsWith('__')) for (const key of need) keys.add(key);
    }
    return this.#listOf(keys);
  }

  /** The union of several lists of keys; undefined, the whole record, if any of them is. */
  join(requested: readonly Keys<T>[]): Keys<T> {
    const keys = new Set<keyof T & string>();
    for (const one of new Set(requested)) {
      if (!one) return undefined;
      for (const key of one) keys.add(key);
    }
    return this.#listOf(keys);
  }

  #listOf(keys: Set<keyof T & string>): Keys<T> {
    keys.delete('id');
    const sorted = [...keys].sort();
    const list = this.#lists.get(sorted.join()) ?? sorted;
    this.#lists.set(sorted.join(), list);
    return list;
  }
}

function fieldsIn(sets: readonly SelectionSetNode[], fragments: Fragments) {
  const open = [...sets];
  const fields = [];
  for (const { selections } of open)
    for (const one of selections) {
      if (one.kind === Kind.FIELD) fields.push(one);
      else if (one.kind === Kind.INLINE_FRAGMENT) open.push(one.selectionSet);
      else {
        const set = fragments[one.name.value]?.selectionSet;
        if (set) open.push(set);
      }
    }
  return fields;
}
