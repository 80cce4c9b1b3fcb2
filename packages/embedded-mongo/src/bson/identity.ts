/** What documents get before they are stored: an `_id`, valid and first, and the time for empty timestamps. */
import { ObjectId, Timestamp } from 'bson';
import { fault } from '../errors.ts';
import type { Document, Value } from './values.ts';
import { bsonTag, isDocument, newDocument } from './values.ts';

function checkId(id: Value): void {
  if (Array.isArray(id)) throw fault(53, "The '_id' value cannot be of type array");
  if (bsonTag(id) === 'BSONRegExp') throw fault(53, "The '_id' value cannot be of type regex");
  if (isDocument(id))
    for (const field in id)
      if (field.startsWith('$'))
        throw fault(
          52,
          `_id fields may not contain '$'-prefixed fields: ${field} is not valid for storage.`,
        );
}

/** The same document with this `_id`, in the first place. */
export function withId(document: Document, id: Value): Document {
  const { _id, ...rest } = document;
  return Object.assign(newDocument(), { _id: id }, rest);
}

/** The document with `_id` first, made when missing. Throws InvalidIdField (53) and the like. */
export function storable(document: Document): Document {
  if (document._id === undefined) return withId(document, new ObjectId());
  checkId(document._id);
  return Object.keys(document)[0] === '_id' ? document : withId(document, document._id);
}

let lastStamp = { t: 0, i: 0 };

/** A timestamp later than all before. */
export function nextTimestamp(): Timestamp {
  const t = Math.floor(Date.now() / 1000);
  lastStamp = t > lastStamp.t ? { t, i: 1 } : { t: lastStamp.t, i: lastStamp.i + 1 };
  return new Timestamp(lastStamp);
}

/** The document with the present time in place of every top-level Timestamp(0, 0) except `_id`. */
export function stamped(document: Document): Document {
  let result = document;
  for (const field in document) {
    const value = document[field];
    if (!(value instanceof Timestamp) || value.t !== 0 || value.i !== 0 || field === '_id')
      continue;
    if (result === document) result = Object.assign(newDocument(), document);
    result[field] = nextTimestamp();
  }
  return result;
}
