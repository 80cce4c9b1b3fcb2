/** Turns any BSON value into a string whose UTF-16 order is the BSON order: the base of index, sort and equality. */
import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Long,
  ObjectId,
  Timestamp,
} from 'bson';
import type { Decimal } from './decimal.ts';
import { addDecimals, decimalOfDouble, parseDecimal } from './decimal.ts';
import type { Document, Value } from './values.ts';
import { bsonTag } from './values.ts';

/** How a collation folds a string before comparing. */
export type Fold = (text: string) => string;

/** First character of a key: one per BSON comparison class, in BSON order. */
export const tag = {
  minKey: '\u0002',
  emptyArray: '\u0006',
  null: '\u000a',
  number: '\u0010',
  string: '\u0014',
  object: '\u0018',
  array: '\u001c',
  binary: '\u0020',
  objectId: '\u0024',
  bool: '\u0028',
  date: '\u002c',
  timestamp: '\u0030',
  regex: '\u0034',
  code: '\u0038',
  codeWithScope: '\u003c',
  maxKey: '\u007f',
} as const;

const double = new Float64Array(1);
const words = new Uint16Array(double.buffer);

function doubleKey(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0';
  double[0] = value === 0 ? 0 : value;
  const [d = 0, c = 0, b = 0, a = 0] = words;
  return a & 0x8000
    ? String.fromCharCode(a ^ 0xffff, b ^ 0xffff, c ^ 0xffff, d ^ 0xffff)
    : String.fromCharCode(a | 0x8000, b, c, d);
}

const exactPart = '\u8000';

/** What a number has beyond its nearest double: side, place of the first digit, digits. */
function restKey(rest: Decimal): string {
  if (rest.coefficient === 0n) return exactPart;
  const digits = (rest.coefficient < 0n ? -rest.coefficient : rest.coefficient).toString();
  const place = String.fromCharCode(0x4000 + digits.length + rest.exponent);
  const size = `${place}${digits.replace(/0+$/, '')}\0`;
  return rest.coefficient < 0n ? `\u7fff${invertKey(size)}` : `\u8001${size}`;
}

function longKey(value: Long): string {
  const near = value.toNumber();
  if (Number.isSafeInteger(near)) return doubleKey(near) + exactPart;
  return doubleKey(near) + restKey({ coefficient: value.toBigInt() - BigInt(near), exponent: 0 });
}

function decimalKey(value: Decimal128): string {
  const text = value.toString();
  if (text === 'NaN') return doubleKey(Number.NaN) + exactPart;
  if (text.endsWith('Infinity')) return doubleKey(Number(text)) + exactPart;
  const exact = parseDecimal(text);
  if (!exact || exact.coefficient === 0n) return doubleKey(0) + exactPart;
  const near = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
  const { coefficient, exponent } = decimalOfDouble(near);
  return doubleKey(near) + restKey(addDecimals(exact, { coefficient: -coefficient, exponent }));
}

/** Surrogates sort above the rest of the plane in code points, below it in UTF-16: swap the two. */
function codePointOrder(unit: string): string {
  if (unit === '\0') return '\0\u0001';
  const code = unit.charCodeAt(0);
  return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
}

function stringKey(text: string): string {
  return `${/[\0\ud800-\uffff]/.test(text) ? text.replace(/[\0\ud800-\uffff]/g, codePointOrder) : text}\0\0`;
}

function bytesKey(bytes: Uint8Array): string {
  let key = '';
  for (let at = 0; at < bytes.length; at++) key += String.fromCharCode(bytes[at] ?? 0);
  return key;
}

function objectIdKey(id: ObjectId): string {
  const bytes = id.id;
  const pair = (at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return String.fromCharCode(pair(0), pair(2), pair(4), pair(6), pair(8), pair(10));
}

function documentKey(document: Document, fold: Fold | undefined): string {
  let key = '';
  for (const field in document) {
    const value = encodeKey(document[field], fold);
    key += `\u0001${value[0]}${stringKey(field)}${value}`;
  }
  return `${key}\0`;
}

function arrayKey(items: Value[], fold: Fold | undefined): string {
  let key = '';
  for (const item of items) key += `\u0001${encodeKey(item, fold)}`;
  return `${key}\0`;
}

function binaryKey(value: Binary): string {
  const bytes = value.buffer.subarray(0, value.position);
  const size = String.fromCharCode(bytes.length >>> 16, bytes.length & 0xffff, value.sub_type);
  return tag.binary + size + bytesKey(bytes);
}

function codeKey(code: Code): string {
  const body = stringKey(String(code.code));
  if (code.scope == null) return tag.code + body;
  return tag.codeWithScope + body + documentKey(code.scope as Document, undefined);
}

function taggedKey(value: Value & object, fold: Fold | undefined): string {
  switch (bsonTag(value)) {
    case undefined:
      return tag.object + documentKey(value as Document, fold);
    case 'ObjectId':
      return tag.objectId + objectIdKey(value as ObjectId);
    case 'Double':
      return tag.number + doubleKey(Number(value)) + exactPart;
    case 'Long':
      return tag.number + longKey(value as Long);
    case 'Decimal128':
      return tag.number + decimalKey(value as Decimal128);
    case 'Binary':
      return binaryKey(value as Binary);
    case 'Timestamp': {
      const { t, i } = value as Timestamp;
      return tag.timestamp + String.fromCharCode(t >>> 16, t & 0xffff, i >>> 16, i & 0xffff);
    }
    case 'BSONRegExp': {
      const { pattern, options } = value as BSONRegExp;
      return tag.regex + stringKey(pattern) + stringKey(options);
    }
    case 'BSONSymbol':
      return tag.string + stringKey((value as BSONSymbol).value);
    case 'Code':
      return codeKey(value as Code);
    case 'MinKey':
      return tag.minKey;
    default:
      return tag.maxKey;
  }
}

/** The key of a value; a missing one counts as null, as in indexes and sorts. Keys are prefix-free. */
export function encodeKey(value: Value | undefined, fold?: Fold): string {
  if (value === null || value === undefined) return tag.null;
  if (typeof value === 'number') return tag.number + doubleKey(value) + exactPart;
  if (typeof value === 'string') return tag.string + stringKey(fold ? fold(value) : value);
  if (typeof value === 'boolean') return tag.bool + (value ? '\u0001' : '\0');
  if (Array.isArray(value)) return tag.array + arrayKey(value, fold);
  if (value instanceof Date) return tag.date + doubleKey(value.getTime());
  return taggedKey(value, fold);
}

/** The key with its order turned round, for descending index fields. */
export function invertKey(key: string): string {
  let inverted = '';
  for (let at = 0; at < key.length; at++)
    inverted += String.fromCharCode(0xffff - key.charCodeAt(at));
  return inverted;
}

/** The smallest string above every string that starts with `prefix`; undefined when there is none. */
export function afterPrefix(prefix: string): string | undefined {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xffff) end--;
  if (end === 0) return undefined;
  return prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}

export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a - b)) return a - b;
  return compareKeys(encodeKey(a), encodeKey(b));
}

/** BSON equality: 1, 1.0 and Long 1 are equal; field order counts. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (typeof a !== 'object' && typeof b !== 'object') return Number.isNaN(a) && Number.isNaN(b);
  return encodeKey(a) === encodeKey(b);
}
