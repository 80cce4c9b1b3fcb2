/** The `_id` of documents that are to be stored: there, valid and first. */
import { ObjectId } from 'bson';
import { bsonTag, type Document, isDocument, newDocument, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';

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
