/** Reads and validates an index definition, and compares two definitions. */

import { sameValue } from '../bson/keys.ts';
import { splitPath } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, isNumeric, isTruthy, typeName } from '../bson/values.ts';
import { fault, inContext, notImplemented } from '../errors.ts';
import type { Collation } from '../query/collation.ts';
import { collationDefaults, parseCollation } from '../query/collation.ts';
import { compilePartialFilter, sameFilter } from '../query/partial-filter.ts';
import type { KeyShape } from './index-keys.ts';

/** A checked definition; `document` is what listIndexes shows and the journal keeps. */
export type IndexSpec = {
  name: string;
  key: Document;
  unique: boolean;
  sparse: boolean;
  partial: Document | undefined;
  collation: Collation | undefined;
  /** TTL in seconds; undefined for an ordinary index. */
  expireAfterSeconds: number | undefined;
  document: Document;
  shape: KeyShape;
};

const known = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'background',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'ns',
  'hidden',
]);
const outOfScope = new Set([
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'bucketSize',
  'wildcardProjection',
  'storageEngine',
  'prepareUnique',
  'clustered',
]);

/** Kinds of index that the real server has. */
const plugins = ['2d', '2dsphere', 'hashed', 'text', 'wildcard'];

function checkKey(key: Value | undefined): Document {
  if (key === undefined)
    throw fault(9, "The 'key' field is a required property of an index specification");
  if (!isDocument(key))
    throw fault(14, `The field 'key' must be an object, but got ${typeName(key)}`);
  const fields = Object.keys(key);
  if (fields.length === 0) throw fault(67, 'Index keys cannot be empty.');
  if (fields.length > 32) throw fault(67, 'too many fields in compound index');
  for (const field of fields) {
    const direction = key[field];
    if (typeof direction === 'string') {
      if (!plugins.includes(direction)) throw fault(67, `Unknown index plugin '${direction}'`);
      throw notImplemented(`An index of type ${direction}`);
    }
    if (field.includes('$**')) throw notImplemented('A wildcard index');
    if (field === '' || field.startsWith('.') || field.endsWith('.') || field.includes('..'))
      throw fault(67, 'Index keys cannot contain an empty field.');
    if (field.split('.').some((part) => part.startsWith('$')))
      throw fault(67, `Index key contains an illegal field name: field name starts with '$'.`);
    const order = asNumber(direction);
    if (order === undefined)
      throw fault(
        67,
        `Values in v:2 index key pattern cannot be of type ${typeName(direction)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (order === 0 || Number.isNaN(order))
      throw fault(67, `Values in the index key pattern cannot be ${order}.`);
  }
  return key;
}

function isIdKey(key: Document): boolean {
  return Object.keys(key).length === 1 && asNumber(key._id) === 1;
}

const idOptions = new Set(['v', 'key', 'name', 'ns', 'collation']);
const switches = ['unique', 'sparse', 'background', 'hidden'];

function checkOptions(spec: Document): void {
  for (const name of switches) {
    const value = spec[name];
    if (value !== undefined && typeof value !== 'boolean' && !isNumeric(value))
      throw fault(
        14,
        `The field '${name} has value ${name}: ${showValue(value)}, which is not convertible to bool`,
      );
  }
  for (const field in spec) {
    if (outOfScope.has(field)) throw notImplemented(`The index option ${field}`);
    if (!known.has(field))
      throw fault(
        197,
        `The field '${field}' is not valid for an index specification. Specification: ${showValue(spec)}`,
      );
  }
  if (![undefined, 1, 2].includes(asNumber(spec.v)))
    throw fault(67, `cannot create an index with v=${showValue(spec.v)}`);
  if (isTruthy(spec.hidden)) throw notImplemented('A hidden index');
  if (isTruthy(spec.sparse) && spec.partialFilterExpression !== undefined)
    throw fault(67, 'cannot mix "partialFilterExpression" and "sparse" options');
}

/** Throws InvalidIndexSpecificationOption (197) for an option that the index of `_id` cannot have. */
function checkIdIndex(spec: Document): void {
  for (const field in spec)
    if (!idOptions.has(field))
      throw fault(
        197,
        `The field '${field}' is not valid for an _id index specification. Specification: ${showValue({ ...spec, v: 2 })}`,
      );
}

function ttlOf(spec: Document, key: Document): number | undefined {
  if (spec.expireAfterSeconds === undefined) return undefined;
  const seconds = asNumber(spec.expireAfterSeconds);
  if (seconds === undefined || !(seconds >= 0 && seconds <= 2147483647))
    throw fault(67, 'TTL index expireAfterSeconds must be within the range of 0 to 2147483647');
  if (Object.keys(key).length > 1 || '_id' in key)
    throw fault(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  return Math.trunc(seconds);
}

function shapeOf(spec: Omit<IndexSpec, 'shape' | 'document'>): KeyShape {
  return {
    fields: Object.entries(spec.key).map(([field, order]) => ({
      path: splitPath(field),
      descending: (asNumber(order) ?? 1) < 0,
    })),
    sparse: spec.sparse,
    fold: spec.collation?.fold,
    covers: spec.partial ? compilePartialFilter(spec.partial, spec.collation?.fold) : undefined,
  };
}

/** Checks a definition as createIndexes gives it. Throws what the real server throws for a bad one. */
export function parseIndexSpec(raw: Value | undefined): IndexSpec {
  const spec = parseStoredIndex(raw);
  if (isIdKey(spec.key)) checkIdIndex(raw as Document);
  const [only, ...others] = Object.keys(spec.key);
  if (only === '_id' && others.length === 0 && !isIdKey(spec.key))
    throw fault(
      2,
      `The field 'key' for an _id index must be {_id: 1}, but got ${showValue(spec.key)}`,
    );
  return spec;
}

/** Reads a definition of the journal, also one that an earlier release took. */
export function parseStoredIndex(raw: Value | undefined): IndexSpec {
  if (!isDocument(raw)) throw fault(14, 'An index specification must be an object');
  return inContext(`Error in specification ${showValue(raw)}`, () => parseSpec(raw));
}

function parseSpec(raw: Document): IndexSpec {
  const key = checkKey(raw.key);
  checkOptions(raw);
  if (raw.name === undefined)
    throw fault(9, "The 'name' field is a required property of an index specification");
  if (typeof raw.name !== 'string')
    throw fault(14, `The field 'name' must be a string, but got ${typeName(raw.name)}`);
  if (raw.name === '' || raw.name === '*') throw fault(67, 'The index name is not valid');
  const partial = raw.partialFilterExpression;
  if (partial !== undefined && !isDocument(partial))
    throw fault(14, "The field 'partialFilterExpression' must be an object");
  const spec = {
    name: raw.name,
    key,
    unique: isTruthy(raw.unique) || isIdKey(key),
    sparse: isTruthy(raw.sparse),
    partial,
    collation: parseCollation(raw.collation),
    expireAfterSeconds: ttlOf(raw, key),
  };
  const { ns: _, hidden: _hidden, ...kept } = raw;
  const document: Document = { v: 2, ...kept };
  if (spec.expireAfterSeconds !== undefined) document.expireAfterSeconds = spec.expireAfterSeconds;
  if (isDocument(raw.collation)) document.collation = { ...collationDefaults, ...raw.collation };
  return { ...spec, document, shape: shapeOf(spec) };
}

export function sameKeyPattern(a: Document, b: Document): boolean {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([field, order], at) => {
      const other = right[at];
      return other !== undefined && other[0] === field && sameValue(order, other[1]);
    })
  );
}

function sameSignature(a: IndexSpec, b: IndexSpec): boolean {
  return (
    sameKeyPattern(a.key, b.key) &&
    a.unique === b.unique &&
    a.sparse === b.sparse &&
    a.collation?.strength === b.collation?.strength &&
    (a.partial && b.partial ? sameFilter(a.partial, b.partial) : a.partial === b.partial)
  );
}

function sameOptions(a: IndexSpec, b: IndexSpec): boolean {
  return a.expireAfterSeconds === b.expireAfterSeconds;
}

/**
 * True when `wanted` already exists, false when it may be built. Throws IndexKeySpecsConflict (86)
 * for a taken name and IndexOptionsConflict (85) for the same keys under other options or another name.
 */
export function indexExists(existing: readonly IndexSpec[], wanted: IndexSpec): boolean {
  for (const index of existing) {
    if (index.name === wanted.name) {
      if (!sameSignature(index, wanted))
        throw fault(
          86,
          `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${wanted.name}`,
        );
      if (!sameOptions(index, wanted))
        throw fault(
          85,
          `An equivalent index already exists with the same name but different options: ${wanted.name}`,
        );
      return true;
    }
    if (!sameSignature(index, wanted)) continue;
    if (index.name === '_id_') return true;
    throw fault(
      85,
      sameOptions(index, wanted)
        ? `Index already exists with a different name: ${index.name}`
        : `An equivalent index already exists with a different name and options: ${index.name}`,
    );
  }
  return false;
}
