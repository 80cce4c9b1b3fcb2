/** What the compiler derives from a noun's type: the filters, orders and indexes that its collection understands. */

/** What every stored noun has: an id, and a version that each write raises by one. */
export interface Entity {
  id: string;
  version: number;
}

/** As it lies in the database. */
export type Stored<T extends Entity> = Omit<T, 'id'> & { _id: string };

/** Text, numbers, moments and bytes are whole; these are the objects that a record holds, also in a list. */
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

/** One and the same of what is in a list fits all of it. */
interface Element<E> {
  $elemMatch?: Ordered<E>;
}

/** What a key may be asked for. Of a list: one of what is in it, or all of it. */
type Condition<V> =
  | V
  | (V extends readonly (infer E)[] ? E : never)
  | (Operators<V extends readonly (infer E)[] ? E : V> &
      ([NonNullable<V>] extends [number | string | Date] ? Ordered<NonNullable<V>> : unknown) &
      ([NonNullable<V>] extends [string] ? Textual : unknown) &
      ([NonNullable<V>] extends [readonly (infer E extends string | number | Date)[]]
        ? Element<E>
        : unknown));

/** A misspelt key, a value of another type and a status that does not exist are errors. */
export type Filter<T extends Entity> = {
  [P in Path<Stored<T>>]?: Condition<At<Stored<T>, P>>;
} & { $or?: readonly Filter<T>[]; $and?: readonly Filter<T>[] };

export type Sort<T extends Entity> = { [P in Path<Stored<T>>]?: 1 | -1 };

export interface IndexSettings<T extends Entity> {
  unique?: boolean;
  sparse?: boolean;
  /** Rows vanish this long after the moment in the key. */
  expireAfterSeconds?: number;
  partialFilterExpression?: Filter<T>;
}
