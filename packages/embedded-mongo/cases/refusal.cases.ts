/** What the embedded engine leaves out, refused by name and never answered wrongly. */
import { Decimal128 } from 'mongodb';
import { type Case, refuses } from './case.ts';

const NOT_IMPLEMENTED = 238;

export const REFUSAL_CASES: Case[] = [
  refuses('a collection with a validator', NOT_IMPLEMENTED, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { validator: { a: 1 } }),
  ),
  refuses('a capped collection', NOT_IMPLEMENTED, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { capped: true, size: 1000 }),
  ),
  refuses('a time series', NOT_IMPLEMENTED, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { timeseries: { timeField: 't' } }),
  ),
  refuses('a view', NOT_IMPLEMENTED, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { viewOn: 'x', pipeline: [] }),
  ),
  refuses('bulkWrite as one command', NOT_IMPLEMENTED, ({ client }) =>
    client.db('admin').command({ bulkWrite: 1, ops: [], nsInfo: [] }),
  ),
  refuses('a change stream', NOT_IMPLEMENTED, ({ collection }) =>
    collection.aggregate([{ $changeStream: {} }]).toArray(),
  ),
  refuses('$where', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({ $where: 'true' }).toArray(),
  ),
  refuses('$text', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({ $text: { $search: 'x' } }).toArray(),
  ),
  refuses('$jsonSchema', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({ $jsonSchema: {} }).toArray(),
  ),
  refuses('$near', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({ a: { $near: [0, 0] } }).toArray(),
  ),
  refuses('rounding a Decimal128 of more digits than a double has', NOT_IMPLEMENTED, (world) =>
    world.collection
      .insertOne({ d: Decimal128.fromString('12345678901234567.891') })
      .then(() =>
        world.collection.aggregate([{ $project: { v: { $round: ['$d', 2] } } }]).toArray(),
      ),
  ),
  refuses('a date beyond those of JavaScript, made by an update', NOT_IMPLEMENTED, (world) =>
    world.collection
      .insertOne({ at: new Date(0) })
      .then(() => world.collection.updateOne({}, [{ $set: { at: { $add: ['$at', 1e17] } } }])),
  ),
  refuses('$function', NOT_IMPLEMENTED, ({ collection }) =>
    collection
      .aggregate([{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }])
      .toArray(),
  ),
  refuses('$densify', NOT_IMPLEMENTED, ({ collection }) =>
    collection.aggregate([{ $densify: {} }]).toArray(),
  ),
  refuses('$redact', NOT_IMPLEMENTED, ({ collection }) =>
    collection.aggregate([{ $redact: '$$KEEP' }]).toArray(),
  ),
  refuses('a text index', NOT_IMPLEMENTED, ({ collection }) =>
    collection.createIndex({ a: 'text' }),
  ),
  refuses('a geo index', NOT_IMPLEMENTED, ({ collection }) =>
    collection.createIndex({ a: '2dsphere' }),
  ),
  refuses('a hashed index', NOT_IMPLEMENTED, ({ collection }) =>
    collection.createIndex({ a: 'hashed' }),
  ),
  refuses('a wildcard index', NOT_IMPLEMENTED, ({ collection }) =>
    collection.createIndex({ 'a.$**': 1 }),
  ),
  refuses('a tailable cursor', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({}, { tailable: true }).toArray(),
  ),
  refuses('mapReduce', NOT_IMPLEMENTED, ({ db }) => db.command({ mapReduce: 'x' })),
  refuses('a sort under a collation in findAndModify', NOT_IMPLEMENTED, ({ collection }) =>
    collection.findOneAndDelete({}, { collation: { locale: 'en', strength: 2 }, sort: { a: 1 } }),
  ),
  refuses('a sort under a collation', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({}, { collation: { locale: 'en', strength: 2 }, sort: { a: 1 } }).toArray(),
  ),
  refuses('a possessive regular expression', NOT_IMPLEMENTED, ({ collection }) =>
    collection.find({ a: { $regex: 'a++' } }).toArray(),
  ),
  refuses('a login', 238, ({ db }) =>
    db.command({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '' }),
  ),
];
