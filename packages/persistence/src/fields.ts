/** Mongoose schema fields, whose types follow from the entity's type. */

import { Schema } from 'mongoose';
import type { NestedObjects } from './entity.ts';

/** A closed list of values; `each` exists only for the compiler, which then requires all values. */
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

/** True if any of the strings is a template such as `customer:…`. */
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
 * Every key of `T` with its stored type: 64-bit integers for cents (keys in `…Cents`), a closed list for a union of
 * literals, `nested` and `listOf` for nested objects.
 */
export type Fields<T> = { [K in keyof T & string]-?: Field<NonNullable<T[K]>, K> };

/** One of these strings or numbers; every value of the key's type must be listed. */
export function oneOf<const V extends string | number>(...values: readonly V[]): OneOf<V> {
  return { type: typeof values[0] === 'number' ? Number : String, enum: values };
}

/** A nullable nested object. */
export function nested<V>(fields: NoInfer<Fields<V>>): Nested<V> {
  return { type: inner(fields), default: null };
}

/** A list of nested objects. */
export function listOf<V>(fields: NoInfer<Fields<V>>): ListOf<V> {
  return { type: [inner(fields)], default: [] };
}

function inner(fields: object): Schema {
  return new Schema(fields, { _id: false, strict: 'throw' });
}
