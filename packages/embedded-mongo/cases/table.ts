/** Tables of cases: many arguments, one outcome. */
import assert from 'node:assert/strict';
import { deserialize, EJSON, serialize } from 'bson';
import type { Document, UpdateOptions } from 'mongodb';
import type { Case } from './case.ts';
import { failsWith, fill } from './case.ts';

/** What a document becomes by an update, to the byte: types and the written form of numbers count. */
export function updatesExactly(
  name: string,
  ...[doc, update, becomes, options]: [Document, Document, Document, UpdateOptions?]
): Case {
  return {
    name: `update to the byte: ${name}`,
    run: async (context) => {
      await context.collection.insertOne({ ...doc });
      await context.collection.updateOne({ _id: doc._id }, update, options);
      const found = await context.collection.findOne({ _id: doc._id }, { raw: true });
      const shown = (document: Document | Uint8Array): string =>
        EJSON.stringify(deserialize(document as Uint8Array, { promoteValues: false }), {
          relaxed: false,
        });
      assert.equal(shown(found as Document), shown(serialize(becomes)));
    },
  };
}

/** Updates of one document that all have to fail with one code, and change nothing. */
export function updatesFail(
  name: string,
  code: number,
  given: {
    doc: Document;
    filter?: Document;
    updates: readonly Document[];
    options?: UpdateOptions;
  },
): Case {
  const { doc, filter = {}, updates: all, options } = given;
  return {
    name: `updates fail: ${name}`,
    run: async ({ collection }) => {
      await collection.insertOne({ ...doc });
      const before = await collection.findOne({}, { raw: true });
      for (const update of all) {
        const what = EJSON.stringify(update);
        await failsWith(code, collection.updateOne(filter, update, options), what);
      }
      assert.deepEqual(await collection.findOne({}, { raw: true }), before);
    },
  };
}

/** An update that has to fail with a code on every document whose `field` is one of the values. */
export function updateFailsOn(
  name: string,
  code: number,
  given: { values: readonly unknown[]; field: string; update: Document },
): Case {
  const { values, field, update } = given;
  return {
    name: `update fails on: ${name}`,
    run: async ({ collection }) => {
      for (const [at, value] of values.entries()) {
        const _id = at as never;
        await collection.insertOne({ _id, [field]: value });
        await failsWith(code, collection.updateOne({ _id }, update), EJSON.stringify(value));
      }
    },
  };
}

/** Filters that all have to fail with one code, over no document at all. */
export function filtersFail(name: string, code: number, filters: readonly Document[]): Case {
  return {
    name: `filters fail: ${name}`,
    run: async ({ collection }) => {
      for (const filter of filters)
        await failsWith(code, collection.find(filter).toArray(), EJSON.stringify(filter));
    },
  };
}

/** Projections of find that all have to fail with one code. */
export function projectionsFail(
  name: string,
  code: number,
  ...[projections, given = {}]: [
    readonly Document[],
    { docs?: readonly Document[]; filter?: Document }?,
  ]
): Case {
  const { docs = [], filter = {} } = given;
  return {
    name: `projections fail: ${name}`,
    run: async (context) => {
      await fill(context, docs);
      for (const projection of projections)
        await failsWith(
          code,
          context.collection.find(filter, { projection }).toArray(),
          EJSON.stringify(projection),
        );
    },
  };
}

/** Stages that all have to fail with one code; over no document unless some are given. */
export function stagesFail(
  name: string,
  code: number,
  ...[stages, docs = []]: [readonly Document[], (readonly Document[])?]
): Case {
  return {
    name: `stages fail: ${name}`,
    run: async (context) => {
      await fill(context, docs);
      for (const stage of stages)
        await failsWith(
          code,
          context.collection.aggregate([stage]).toArray(),
          EJSON.stringify(stage),
        );
    },
  };
}

/** A stage with each of the given arguments. */
export function stagesOf(name: string, values: readonly unknown[]): Document[] {
  return values.map((value) => ({ [name]: value }));
}

/** Expressions that all have to fail with one code (or one of several, by the server's version). */
export function expressionsFail(
  name: string,
  code: number | number[],
  expressions: readonly unknown[],
): Case {
  return {
    name: `expressions fail: ${name}`,
    run: async (context) => {
      await fill(context, [{ _id: 1 }]);
      for (const expression of expressions)
        await failsWith(
          code,
          context.collection.aggregate([{ $replaceWith: { v: expression } }]).toArray(),
          EJSON.stringify(expression),
        );
    },
  };
}
