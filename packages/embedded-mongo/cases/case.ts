/** Test cases of MongoDB’s behaviour, and functions that create them in one line. */
import assert from 'node:assert/strict';
import type { Collection, Db, Document, FindOptions, MongoClient, UpdateOptions } from 'mongodb';

export type CaseContext = { client: MongoClient; db: Db; collection: Collection<Document> };

export type Case = {
  name: string;
  /** Only for the embedded engine, which rejects what it does not implement. */
  embeddedOnly?: boolean;
  run: (context: CaseContext) => Promise<void>;
};

export async function fill(
  { collection }: CaseContext,
  documents: readonly Document[],
): Promise<void> {
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
    run: async (context) => {
      await fill(context, docs);
      const ask = async (): Promise<unknown[]> => {
        const found = await context.collection
          .find(filter, { ...options, projection: { _id: 1 } })
          .toArray();
        return found.map((document) => document._id);
      };
      const asSet = (values: readonly unknown[]): unknown[] =>
        options.sort ? [...values] : [...values].sort((a, b) => Number(a) - Number(b));
      assert.deepEqual(asSet(await ask()), asSet(ids), 'without an index');
      for (const index of indexes) {
        const indexName = await context.collection.createIndex(index as Record<string, 1 | -1>);
        assert.deepEqual(asSet(await ask()), asSet(ids), `with the index ${indexName}`);
        await context.collection.dropIndex(indexName);
      }
    },
  };
}

/** The result of an update of one document. */
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
    run: async (context) => {
      await fill(context, [doc]);
      await context.collection.updateOne(filter, update as Document, options);
      assert.deepEqual(await context.collection.findOne({ _id: doc._id }), becomes);
    },
  };
}

/** An update that fails with a code and changes nothing. */
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
    run: async (context) => {
      await fill(context, [doc]);
      await failsWith(code, context.collection.updateOne(filter, update as Document, options));
      assert.deepEqual(await context.collection.findOne({ _id: doc._id }), doc);
    },
  };
}

/** The result of a pipeline. */
export function aggregates(
  name: string,
  ...[docs, pipeline, result]: [readonly Document[], Document[], readonly unknown[]]
): Case {
  return {
    name: `aggregate: ${name}`,
    run: async (context) => {
      await fill(context, docs);
      assert.deepEqual(await context.collection.aggregate(pipeline).toArray(), result);
    },
  };
}

/** The value of an expression for one document; undefined if the field is missing. */
export function evaluates(
  name: string,
  ...[doc, expression, value]: [Document, unknown, unknown]
): Case {
  return {
    name: `expression: ${name}`,
    run: async (context) => {
      await fill(context, [{ _id: 1, ...doc }]);
      const [result] = await context.collection
        .aggregate([{ $replaceWith: { v: expression } }])
        .toArray();
      assert.deepEqual(result?.v, value);
    },
  };
}

/** An expression that fails with a code. */
export function evaluationFails(name: string, code: number, expression: unknown): Case {
  return {
    name: `expression fails: ${name}`,
    run: async (context) => {
      await fill(context, [{ _id: 1 }]);
      const pipeline = [{ $replaceWith: { v: expression } }];
      await failsWith(code, context.collection.aggregate(pipeline).toArray());
    },
  };
}

export function projects(
  name: string,
  ...[doc, projection, result, filter = {}]: [Document, Document, Document, Document?]
): Case {
  return {
    name: `projection: ${name}`,
    run: async (context) => {
      await fill(context, [doc]);
      assert.deepEqual(await context.collection.findOne(filter, { projection }), result);
      assert.deepEqual(await context.collection.findOne(), doc, 'the stored document stays');
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
  attempt: (context: CaseContext) => Promise<unknown>,
): Case {
  return { name: `fails: ${name}`, run: (context) => failsWith(code, attempt(context)) };
}

/** A refusal of something that the embedded engine leaves out. */
export function refuses(
  name: string,
  code: number,
  attempt: (context: CaseContext) => Promise<unknown>,
): Case {
  return {
    name: `out of scope: ${name}`,
    embeddedOnly: true,
    run: (context) => failsWith(code, attempt(context)),
  };
}

export function checks(name: string, run: (context: CaseContext) => Promise<void>): Case {
  return { name, run };
}
