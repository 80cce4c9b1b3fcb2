/** How a noun's keys are spelled as a mongoose schema; each one's type follows from the key's type in the noun. */

import { Schema } from 'mongoose';
import type { NestedObjects } from './entity.ts';

/** A closed list of values; `each` exists for the compiler only, so that none can be left out. */
export interface OneOf<V> {
  type: StringConstructor | NumberConstructor;
  enum: readonly V[];
  each?: (value: V) => void;
}
export interface Nested<V> {
  type: Schema;
  default: null;
  of?: V;
}
export interface ListOf<V> {
  type: Schema[];
  default: [];
  of?: V;
}

/** True where any of the texts is a pattern, such as `customer:…`, rather than one word. */
type HasPattern<V extends string> = true extends (
  V extends string
    ? Record<never, never> extends Record<V, unknown>
      ? true
      : false
    : never
)
  ? true
  : false;

type NumberField<V extends number, K> = K extends `${string}Cents`
  ? BigIntConstructor
  : number extends V
    ? NumberConstructor
    : OneOf<V>;
type TextField<V extends string> = HasPattern<V> extends true ? StringConstructor : OneOf<V>;
type ListField<E> = [E] extends [string]
  ? [TextField<E>]
  : [E] extends [number]
    ? [NumberField<E, ''>]
    : ListOf<E>;

type Field<V, K> = [V] extends [boolean]
  ? BooleanConstructor
  : [V] extends [number]
    ? NumberField<V, K>
    : [V] extends [string]
      ? TextField<V>
      : [V] extends [Date]
        ? DateConstructor
        : [V] extends [Uint8Array]
          ? typeof Buffer
          : [V] extends [readonly (infer E)[]]
            ? ListField<E>
            : Nested<NestedObjects<V>>;

/**
 * Every key of `T` with its type in the store: 64-bit whole numbers for cents (keys in `…Cents`), a closed
 * list for a union of literals, `nested` and `listOf` for objects inside.
 */
export type Fields<T> = { [K in keyof T & string]-?: Field<NonNullable<T[K]>, K> };

/** One of these texts or numbers; every value that the key's type allows must be named. */
export function oneOf<const V extends string | number>(...values: readonly V[]): OneOf<V> {
  return { type: typeof values[0] === 'number' ? Number : String, enum: values };
}

/** A nullable object inside a record. */
export function nested<V>(fields: NoInfer<Fields<V>>): Nested<V> {
  return { type: inner(fields), default: null };
}

/** A list of objects inside a record. */
export function listOf<V>(fields: NoInfer<Fields<V>>): ListOf<V> {
  return { type: [inner(fields)], default: [] };
}

function inner(fields: object): Schema {
  return new Schema(fields, { _id: false, strict: 'throw' });
}
