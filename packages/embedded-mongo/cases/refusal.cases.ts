/** What the embedded engine leaves out, refused by name and never answered wrongly. */
import { Decimal128 } from 'mongodb';
import type { Case } from './case.ts';
import { refuses } from './case.ts';

const notImplemented = 238;

export const refusalCases: Case[] = [
  refuses('a collection with a validator', notImplemented, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { validator: { a: 1 } }),
  ),
  refuses('a capped collection', notImplemented, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { capped: true, size: 1000 }),
  ),
  refuses('a time series', notImplemented, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { timeseries: { timeField: 't' } }),
  ),
  refuses('a view', notImplemented, ({ db, collection }) =>
    db.createCollection(collection.collectionName, { viewOn: 'x', pipeline: [] }),
  ),
  refuses('bulkWrite as one command', notImplemented, ({ client }) =>
    client.db('admin').command({ bulkWrite: 1, ops: [], nsInfo: [] }),
  ),
  refuses('a change stream', notImplemented, ({ collection }) =>
    collection.aggregate([{ $changeStream: {} }]).toArray(),
  ),
  refuses('$where', notImplemented, ({ collection }) =>
    collection.find({ $where: 'true' }).toArray(),
  ),
  refuses('$text', notImplemented, ({ collection }) =>
    collection.find({ $text: { $search: 'x' } }).toArray(),
  ),
  refuses('$jsonSchema', notImplemented, ({ collection }) =>
    collection.find({ $jsonSchema: {} }).toArray(),
  ),
  refuses('$near', notImplemented, ({ collection }) =>
    collection.find({ a: { $near: [0, 0] } }).toArray(),
  ),
  refuses('rounding a Decimal128 of more digits than a double has', notImplemented, (context) =>
    context.collection
      .insertOne({ d: Decimal128.fromString('12345678901234567.891') })
      .then(() =>
        context.collection.aggregate([{ $project: { v: { $round: ['$d', 2] } } }]).toArray(),
      ),
  ),
  refuses('a date beyond those of JavaScript, made by an update', notImplemented, (context) =>
    context.collection
      .insertOne({ at: new Date(0) })
      .then(() => context.collection.updateOne({}, [{ $set: { at: { $add: ['$at', 1e17] } } }])),
  ),
  refuses('$function', notImplemented, ({ collection }) =>
    collection
      .aggregate([{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }])
      .toArray(),
  ),
  refuses('$densify', notImplemented, ({ collection }) =>
    collection.aggregate([{ $densify: {} }]).toArray(),
  ),
  refuses('$redact', notImplemented, ({ collection }) =>
    collection.aggregate([{ $redact: '$$KEEP' }]).toArray(),
  ),
  refuses('a text index', notImplemented, ({ collection }) =>
    collection.createIndex({ a: 'text' }),
  ),
  refuses('a geo index', notImplemented, ({ collection }) =>
    collection.createIndex({ a: '2dsphere' }),
  ),
  refuses('a hashed index', notImplemented, ({ collection }) =>
    collection.createIndex({ a: 'hashed' }),
  ),
  refuses('a wildcard index', notImplemented, ({ collection }) =>
    collection.createIndex({ 'a.$**': 1 }),
  ),
  refuses('a tailable cursor', notImplemented, ({ collection }) =>
    collection.find({}, { tailable: true }).toArray(),
  ),
  refuses('mapReduce', notImplemented, ({ db }) => db.command({ mapReduce: 'x' })),
  refuses('a sort under a collation in findAndModify', notImplemented, ({ collection }) =>
    collection.findOneAndDelete({}, { collation: { locale: 'en', strength: 2 }, sort: { a: 1 } }),
  ),
  refuses('a sort under a collation', notImplemented, ({ collection }) =>
    collection.find({}, { collation: { locale: 'en', strength: 2 }, sort: { a: 1 } }).toArray(),
  ),
  refuses('a possessive regular expression', notImplemented, ({ collection }) =>
    collection.find({ a: { $regex: 'a++' } }).toArray(),
  ),
  ...['$indexOfBytes', '$log', '$stdDevPop', '$zip'].map((name) =>
    refuses(`the expression ${name}`, notImplemented, ({ collection }) =>
      collection.aggregate([{ $project: { a: { [name]: ['$b', 2] } } }]).toArray(),
    ),
  ),
  refuses('a login', 238, ({ db }) =>
    db.command({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '' }),
  ),
];
