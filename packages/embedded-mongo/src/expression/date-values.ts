/** Dates from values of other types. */
import type { ObjectId } from 'bson';
import { Timestamp } from 'bson';
import type { Value } from '../bson/values.ts';
import { bsonTag, typeName } from '../bson/values.ts';
import { fault } from '../errors.ts';

/** Its seconds are an int32, so those from 2038 on are before 1970 (OID::asDateT). */
function secondsOf({ id }: ObjectId): Date {
  const [a = 0, b = 0, c = 0, d = 0] = id;
  return new Date(((a << 24) | (b << 16) | (c << 8) | d) * 1000);
}

/** A date from a date, an ObjectId or a timestamp. */
export function dateOf(value: Value, name: string, code = 16006): Date {
  if (value instanceof Date) return value;
  if (bsonTag(value) === 'ObjectId') return secondsOf(value as ObjectId);
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  throw fault(code, `can't convert from BSON type ${typeName(value)} to Date in ${name}`);
}

const iso = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Reads an ISO 8601 date; the many loose forms of the real server are refused. */
export function parseDate(text: string): Date {
  if (!iso.test(text)) throw fault(241, `Error parsing date string '${text}'`);
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10;
  const date = new Date(
    zoned || text.length <= 10 ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`,
  );
  const [year = 0, month = 0, day = 1] = text.slice(0, 10).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (Number.isNaN(date.getTime()) || day > lastDay)
    throw fault(241, `Error parsing date string '${text}'`);
  return date;
}
