/** What a case of MongoDB's behaviour is, and the ways to write one down in a line. */
import assert from 'node:assert/strict';
import type { Collection, Db, Document, FindOptions, MongoClient, UpdateOptions } from 'mongodb';

export type World = { client: MongoClient; db: Db; collection: Collection<Document> };

export type Case = {
  name: string;
  /** Refusals of what is out of scope hold for the embedded engine alone. */
  embeddedOnly?: boolean;
  run: (world: World) => Promise<void>;
};

export async function fill({ collection }: World, documents: readonly Document[]): Promise<void> {
  if (documents.length > 0) await collection.insertMany(documents.map((each) => ({ ...each })));
}

/** The `_id`s that a filter finds; without a sort as a set. Indexes must not change the answer. */
export function finds(
  name: string,
  given: {
    docs: readonly Document[];
    filter: Document;
    ids: readonly unknown[];
    options?: FindOptions;
    indexes?: Document[];
  },
): Case {
  const { docs, filter, ids, options = {}, indexes = [] } = given;
  return {
    name: `find: ${name}`,
    run: async (world) => {
      await fill(world, docs);
      const ask = async (): Promise<unknown[]> => {
        const found = await world.collection
          .find(filter, { ...options, projection: { _id: 1 } })
          .toArray();
        return found.map((document) => document._id);
      };
      const asSet = (values: readonly unknown[]): unknown[] =>
        options.sort ? [...values] : [...values].sort((a, b) => Number(a) - Number(b));
      assert.deepEqual(asSet(await ask()), asSet(ids), 'without an index');
      for (const index of indexes) {
        const indexName = await world.collection.createIndex(index as Record<string, 1 | -1>);
        assert.deepEqual(asSet(await ask()), asSet(ids), `with the index ${indexName}`);
        await world.collection.dropIndex(indexName);
      }
    },
  };
}

/** What one document becomes by an update. */
export function updates(
  name: string,
  given: {
    doc: Document;
    filter?: Document;
    update: Document | Document[];
    becomes: Document;
    options?: UpdateOptions;
  },
): Case {
  const { doc, filter = {}, update, becomes, options } = given;
  return {
    name: `update: ${name}`,
    run: async (world) => {
      await fill(world, [doc]);
      await world.collection.updateOne(filter, update as Document, options);
      assert.deepEqual(await world.collection.findOne({ _id: doc._id }), becomes);
    },
  };
}

/** An update that has to fail with a code and change nothing. */
export function updateFails(
  name: string,
  given: {
    doc: Document;
    filter?: Document;
    update: Document | Document[];
    code: number;
    options?: UpdateOptions;
  },
): Case {
  const { doc, filter = {}, update, code, options } = given;
  return {
    name: `update fails: ${name}`,
    run: async (world) => {
      await fill(world, [doc]);
      await failsWith(code, world.collection.updateOne(filter, update as Document, options));
      assert.deepEqual(await world.collection.findOne({ _id: doc._id }), doc);
    },
  };
}

/** What a pipeline makes of documents. */
export function aggregates(
  name: string,
  ...[docs, pipeline, result]: [readonly Document[], Document[], readonly unknown[]]
): Case {
  return {
    name: `aggregate: ${name}`,
    run: async (world) => {
      await fill(world, docs);
      assert.deepEqual(await world.collection.aggregate(pipeline).toArray(), result);
    },
  };
}

/** The value of one expression over one document; undefined when the field is missing. */
export function evaluates(
  name: string,
  ...[doc, expression, value]: [Document, unknown, unknown]
): Case {
  return {
    name: `expression: ${name}`,
    run: async (world) => {
      await fill(world, [{ _id: 1, ...doc }]);
      const [result] = await world.collection
        .aggregate([{ $replaceWith: { v: expression } }])
        .toArray();
      assert.deepEqual(result?.v, value);
    },
  };
}

/** An expression that has to fail with a code. */
export function evaluationFails(name: string, code: number, expression: unknown): Case {
  return {
    name: `expression fails: ${name}`,
    run: async (world) => {
      await fill(world, [{ _id: 1 }]);
      const pipeline = [{ $replaceWith: { v: expression } }];
      await failsWith(code, world.collection.aggregate(pipeline).toArray());
    },
  };
}

export function projects(
  name: string,
  ...[doc, projection, result, filter = {}]: [Document, Document, Document, Document?]
): Case {
  return {
    name: `projection: ${name}`,
    run: async (world) => {
      await fill(world, [doc]);
      assert.deepEqual(await world.collection.findOne(filter, { projection }), result);
      assert.deepEqual(await world.collection.findOne(), doc, 'the stored document stays');
    },
  };
}

export async function failsWith(
  code: number | readonly number[],
  ...[attempt, what = '']: [Promise<unknown>, string?]
): Promise<void> {
  const codes = typeof code === 'number' ? [code] : code;
  const check = (error: { code?: unknown; message: string }): true => {
    const got = `code ${String(error.code)} (${error.message})`;
    assert.ok(codes.includes(Number(error.code)), `${what} ${got}, not ${codes.join(' or ')}`);
    return true;
  };
  await assert.rejects(attempt, check, `${what} was taken`);
}

/** Something to try, and the code that it must fail with. */
export function fails(
  name: string,
  code: number | readonly number[],
  attempt: (world: World) => Promise<unknown>,
): Case {
  return { name: `fails: ${name}`, run: (world) => failsWith(code, attempt(world)) };
}

/** A refusal of something that the embedded engine leaves out. */
export function refuses(
  name: string,
  code: number,
  attempt: (world: World) => Promise<unknown>,
): Case {
  return {
    name: `out of scope: ${name}`,
    embeddedOnly: true,
    run: (world) => failsWith(code, attempt(world)),
  };
}

export function checks(name: string, run: (world: World) => Promise<void>): Case {
  return { name, run };
}
