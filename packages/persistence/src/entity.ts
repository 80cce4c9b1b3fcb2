/** Types derived from an entity's type: the filters, sort orders and indexes of its collection. */

/** Every stored entity has an id, and a version that each write raises by one. */
export interface Entity {
  id: string;
  version: number;
}

/** The document in the database. */
export type Stored<T extends Entity> = Omit<T, 'id'> & { _id: string };

/** The nested objects of a value, also in a list; strings, numbers, dates and bytes are none. */
export type NestedObjects<V> = Extract<
  Exclude<V extends readonly (infer E)[] ? E : V, Date | Uint8Array>,
  object
>;

/** Keys and dotted paths: `status`, `transferIn.state`, `postings.account`. */
type Path<V> = {
  [K in keyof V & string]: [NestedObjects<V[K]>] extends [never]
    ? K
    : K | `${K}.${Path<NestedObjects<V[K]>>}`;
}[keyof V & string];

type At<V, P extends string> = P extends keyof V
  ? V[P]
  : P extends `${infer K}.${infer Rest}`
    ? At<NestedObjects<V[K & keyof V]>, Rest>
    : never;

interface Operators<V> {
  $in?: readonly V[];
  $nin?: readonly V[];
  $ne?: V;
  $exists?: boolean;
  $type?: 'string';
}
interface Ordered<V> {
  $gt?: V;
  $gte?: V;
  $lt?: V;
  $lte?: V;
}
interface Textual {
  $regex?: string;
}

/** A condition that one element of a list must meet as a whole. */
interface Element<E> {
  $elemMatch?: Ordered<E>;
}

/** Condition on a key. On a list it applies to any element, or to the list as a whole. */
type Condition<V> =
  | V
  | (V extends readonly (infer E)[] ? E : never)
  | (Operators<V extends readonly (infer E)[] ? E : V> &
      ([NonNullable<V>] extends [number | string | Date] ? Ordered<NonNullable<V>> : unknown) &
      ([NonNullable<V>] extends [string] ? Textual : unknown) &
      ([NonNullable<V>] extends [readonly (infer E extends string | number | Date)[]]
        ? Element<E>
        : unknown));

/** Misspelt keys, values of another type and statuses that do not exist are compile errors. */
export type Filter<T extends Entity> = {
  [P in Path<Stored<T>>]?: Condition<At<Stored<T>, P>>;
} & { $or?: readonly Filter<T>[]; $and?: readonly Filter<T>[] };

export type Sort<T extends Entity> = { [P in Path<Stored<T>>]?: 1 | -1 };

export interface IndexSettings<T extends Entity> {
  unique?: boolean;
  sparse?: boolean;
  /** TTL of rows after the date in the key. */
  expireAfterSeconds?: number;
  partialFilterExpression?: Filter<T>;
}
