/** Reads BSON into documents; the library's reader loses whole doubles and regular expression flags. */
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { fault, notImplemented } from '../errors.ts';
import { maxDepth } from './size.ts';
import type { Document, Value } from './values.ts';
import { doubleOf, newDocument } from './values.ts';

/** `under` is the name of what is being read. */
type Reader = { bytes: Buffer; at: number; depth: number; under: string };

function invalid(why: string): Error {
  return fault(22, `Invalid BSON: ${why}`);
}

function cstring(reader: Reader): string {
  const { bytes, at } = reader;
  let end = at;
  let ascii = true;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined) throw invalid('name without end');
    if (byte === 0) break;
    if (byte > 127) ascii = false;
    end++;
  }
  reader.at = end + 1;
  return bytes.toString(ascii ? 'latin1' : 'utf8', at, end);
}

function text(reader: Reader): string {
  const length = reader.bytes.readInt32LE(reader.at);
  const start = reader.at + 4;
  const end = start + length - 1;
  if (length < 1 || reader.bytes[end] !== 0) throw invalid('bad string length');
  reader.at = end + 1;
  return reader.bytes.toString('utf8', start, end);
}

function binary(reader: Reader): Binary {
  const length = reader.bytes.readInt32LE(reader.at);
  const subType = reader.bytes[reader.at + 4] ?? 0;
  const start = reader.at + 5;
  if (length < 0 || start + length > reader.bytes.length) throw invalid('bad binary length');
  reader.at = start + length;
  const skip = subType === Binary.SUBTYPE_BYTE_ARRAY && length >= 4 ? 4 : 0;
  return new Binary(
    Uint8Array.prototype.slice.call(reader.bytes, start + skip, start + length),
    subType,
  );
}

function int64(reader: Reader): Long {
  const low = reader.bytes.readInt32LE(reader.at);
  const high = reader.bytes.readInt32LE(reader.at + 4);
  reader.at += 8;
  return new Long(low, high);
}

function fixed(reader: Reader, length: number): Uint8Array {
  const start = reader.at;
  if (start + length > reader.bytes.length) throw invalid('value cut short');
  reader.at = start + length;
  return Uint8Array.prototype.slice.call(reader.bytes, start, start + length);
}

/** BSON dates reach further than JavaScript's; one beyond would come back as another date. */
function readDate(reader: Reader): Date {
  const date = new Date(int64(reader).toNumber());
  if (Number.isNaN(date.getTime())) throw invalid('a date out of range is not supported');
  return date;
}

function rare(reader: Reader, type: number): Value {
  switch (type) {
    case 5:
      return binary(reader);
    case 11: {
      const pattern = cstring(reader);
      return new BSONRegExp(pattern, cstring(reader));
    }
    case 13:
      return new Code(text(reader));
    case 14:
      return new BSONSymbol(text(reader));
    case 15: {
      reader.at += 4;
      const code = text(reader);
      return new Code(code, readDocument(reader));
    }
    case 17: {
      const stamp = int64(reader);
      return new Timestamp({ t: stamp.high >>> 0, i: stamp.low >>> 0 });
    }
    case 19:
      return new Decimal128(fixed(reader, 16));
    case 127:
      return new MaxKey();
    case 255:
      return new MinKey();
    default:
      throw invalid(`type ${type} is not supported`);
  }
}

function readValue(reader: Reader, type: number): Value {
  switch (type) {
    case 1: {
      const value = reader.bytes.readDoubleLE(reader.at);
      reader.at += 8;
      return doubleOf(value);
    }
    case 2:
      return text(reader);
    case 3:
      return readDocument(reader);
    case 4:
      return readArray(reader);
    case 7:
      return new ObjectId(fixed(reader, 12));
    case 8: {
      const value = reader.bytes[reader.at++];
      return value === 1;
    }
    case 9:
      return readDate(reader);
    case 10:
      return null;
    case 16: {
      const value = reader.bytes.readInt32LE(reader.at);
      reader.at += 4;
      return value;
    }
    case 18:
      return int64(reader);
    default:
      return rare(reader, type);
  }
}

function open(reader: Reader): number {
  const length = reader.bytes.readInt32LE(reader.at);
  const end = reader.at + length;
  if (length < 5 || end > reader.bytes.length) throw invalid('bad document length');
  if (++reader.depth > maxDepth) throw fault(15, 'BSON nests too deeply');
  reader.at += 4;
  return end;
}

function close(reader: Reader, end: number): void {
  if (reader.at !== end) throw invalid('length does not match the content');
  reader.depth--;
}

/** A stored document has each field name once. An update that names a path twice fails with another error. */
function twice(name: string, under: string): Error {
  return under.startsWith('$')
    ? fault(40, `Updating the path '${name}' would create a conflict at '${name}'`)
    : notImplemented(`a document with the field '${name}' twice`);
}

function readDocument(reader: Reader): Document {
  const { under } = reader;
  const end = open(reader);
  const document = newDocument();
  for (;;) {
    const type = reader.bytes[reader.at++];
    if (type === 0) break;
    if (type === undefined) throw invalid('document without end');
    const name = cstring(reader);
    if (name === '_bsontype') throw fault(2, 'A field may not be named _bsontype here');
    if (document[name] !== undefined) throw twice(name, under);
    reader.under = name;
    document[name] = readValue(reader, type);
  }
  close(reader, end);
  return document;
}

function readArray(reader: Reader): Value[] {
  const end = open(reader);
  const items: Value[] = [];
  for (;;) {
    const type = reader.bytes[reader.at++];
    if (type === 0) break;
    if (type === undefined) throw invalid('array without end');
    while (reader.bytes[reader.at++] !== 0) if (reader.at > end) throw invalid('name without end');
    items.push(readValue(reader, type));
  }
  close(reader, end);
  return items;
}

/** Reads one document at `at`. Throws InvalidBSON (22) or Overflow (15), never reads past the buffer. */
export function decodeDocument(bytes: Buffer, at = 0): Document {
  try {
    return readDocument({ bytes, at, depth: 0, under: '' });
  } catch (error) {
    if (error instanceof RangeError) throw invalid('value cut short');
    throw error;
  }
}
