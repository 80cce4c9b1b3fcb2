/** Cases of transactions. */
import assert from 'node:assert/strict';
import type { Case, CaseContext } from './case.ts';
import { checks, failsWith } from './case.ts';

type Session = ReturnType<CaseContext['client']['startSession']>;

async function withSessions(
  context: CaseContext,
  count: number,
  run: (...sessions: Session[]) => Promise<void>,
): Promise<void> {
  const sessions = Array.from({ length: count }, () => context.client.startSession());
  try {
    await run(...sessions);
  } finally {
    for (const session of sessions) await session.endSession();
  }
}

const transactions: Case[] = [
  checks('transaction: nothing is seen before the commit, all after it', async (context) => {
    const { collection } = context;
    await collection.insertOne({ _id: 1, n: 0 } as never);
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.updateOne({ _id: 1 } as never, { $inc: { n: 1 } }, { session });
      await collection.insertOne({ _id: 2 } as never, { session });
      assert.equal(await collection.countDocuments({}), 1);
      assert.equal(await collection.countDocuments({}, { session }), 2);
      await session?.commitTransaction();
    });
    assert.deepEqual(await collection.find().sort({ _id: 1 }).toArray(), [
      { _id: 1, n: 1 },
      { _id: 2 },
    ]);
  }),
  checks('transaction: an abort leaves nothing', async (context) => {
    const { collection } = context;
    await collection.insertOne({ _id: 1, n: 0 } as never);
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.deleteOne({ _id: 1 } as never, { session });
      await collection.insertOne({ _id: 2 } as never, { session });
      await session?.abortTransaction();
    });
    assert.deepEqual(await collection.find().toArray(), [{ _id: 1, n: 0 }]);
  }),
  checks(
    'transaction: it reads one snapshot, whatever is written at the same time',
    async (context) => {
      const { collection } = context;
      await collection.insertMany([
        { _id: 1, n: 1 },
        { _id: 2, n: 1 },
      ] as never[]);
      await withSessions(context, 1, async (session) => {
        session?.startTransaction({ readConcern: { level: 'snapshot' } });
        assert.equal((await collection.findOne({ _id: 1 } as never, { session }))?.n, 1);
        await collection.updateMany({}, { $set: { n: 9 } });
        assert.equal((await collection.findOne({ _id: 2 } as never, { session }))?.n, 1);
        await session?.commitTransaction();
      });
    },
  ),
  checks(
    'transaction: the second writer of a document gets a transient WriteConflict',
    async (context) => {
      const { collection } = context;
      await collection.insertOne({ _id: 1, n: 0 } as never);
      await withSessions(context, 2, async (first, second) => {
        first?.startTransaction();
        second?.startTransaction();
        await collection.updateOne({ _id: 1 } as never, { $set: { n: 1 } }, { session: first });
        await assert.rejects(
          collection.updateOne({ _id: 1 } as never, { $set: { n: 2 } }, { session: second }),
          (error: { code?: number; hasErrorLabel?: (label: string) => boolean }) => {
            assert.equal(error.code, 112);
            assert.ok(error.hasErrorLabel?.('TransientTransactionError'));
            return true;
          },
        );
        await first?.commitTransaction();
      });
      assert.equal((await collection.findOne())?.n, 1);
    },
  ),
  checks('transaction: a document changed since the snapshot conflicts', async (context) => {
    const { collection } = context;
    await collection.insertMany([
      { _id: 1, n: 0 },
      { _id: 2, n: 0 },
    ] as never[]);
    await withSessions(context, 1, async (session) => {
      session?.startTransaction({ readConcern: { level: 'snapshot' } });
      await collection.findOne({ _id: 2 } as never, { session });
      await collection.updateOne({ _id: 1 } as never, { $set: { n: 5 } });
      await failsWith(
        112,
        collection.updateOne({ _id: 1 } as never, { $inc: { n: 1 } }, { session }),
      );
    });
    assert.equal((await collection.findOne({ _id: 1 } as never))?.n, 5);
  }),
  checks(
    'transaction: a plain write waits for the holder and then sees its result',
    async (context) => {
      const { collection } = context;
      await collection.insertOne({ _id: 1, n: 0 } as never);
      await withSessions(context, 1, async (session) => {
        session?.startTransaction();
        await collection.updateOne({ _id: 1 } as never, { $inc: { n: 1 } }, { session });
        let done = false;
        const plain = collection.updateOne({ _id: 1 } as never, { $inc: { n: 10 } }).then(() => {
          done = true;
        });
        await collection.findOne({});
        assert.equal(done, false);
        await session?.commitTransaction();
        await plain;
      });
      assert.equal((await collection.findOne())?.n, 11);
    },
  ),
  checks('transaction: a duplicate key aborts the whole', async (context) => {
    const { collection } = context;
    await collection.createIndex({ k: 1 }, { unique: true });
    await collection.insertOne({ k: 'taken' });
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.insertOne({ k: 'new' }, { session });
      await failsWith(11000, collection.insertOne({ k: 'taken' }, { session }));
      await failsWith(251, collection.insertOne({ k: 'third' }, { session }));
    });
    assert.equal(await collection.countDocuments(), 1);
  }),
  checks('transaction: two with one unique key, one wins', async (context) => {
    const { collection } = context;
    await collection.createIndex({ k: 1 }, { unique: true });
    await withSessions(context, 2, async (first, second) => {
      first?.startTransaction();
      second?.startTransaction();
      await collection.insertOne({ k: 1 }, { session: first });
      await failsWith(112, collection.insertOne({ k: 1 }, { session: second }));
      await first?.commitTransaction();
    });
    assert.equal(await collection.countDocuments(), 1);
  }),
  checks('transaction: a repeated commit succeeds', async (context) => {
    const { collection } = context;
    await collection.insertOne({});
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.insertOne({}, { session });
      await session?.commitTransaction();
      await session?.commitTransaction();
    });
    assert.equal(await collection.countDocuments(), 2);
  }),
  checks('transaction: withTransaction repeats until it goes through', async (context) => {
    const { collection } = context;
    await collection.insertOne({ _id: 1, n: 0 } as never);
    const add = (): Promise<void> =>
      withSessions(context, 1, async (session) => {
        await session?.withTransaction(async () => {
          const found = await collection.findOne({ _id: 1 } as never, { session });
          await collection.updateOne(
            { _id: 1 } as never,
            { $set: { n: Number(found?.n) + 1 } },
            { session },
          );
        });
      });
    await Promise.all(Array.from({ length: 8 }, add));
    assert.equal((await collection.findOne())?.n, 8);
  }),
  checks('transaction: aggregate and distinct see its own writes', async (context) => {
    const { collection } = context;
    await collection.insertOne({ k: 'a' });
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.insertOne({ k: 'b' }, { session });
      assert.deepEqual((await collection.distinct('k', {}, { session })).sort(), ['a', 'b']);
      assert.deepEqual(await collection.aggregate([{ $count: 'n' }], { session }).toArray(), [
        { n: 2 },
      ]);
      await session?.abortTransaction();
    });
  }),
  checks(
    'transaction: a write that waited for one has its maxTimeMS and no more',
    async (context) => {
      const { collection } = context;
      await collection.insertMany([{ _id: 1 }, { _id: 2 }] as never[]);
      await withSessions(context, 1, async (session) => {
        session?.startTransaction();
        await collection.updateOne({ _id: 1 } as never, { $set: { n: 1 } }, { session });
        const input = { $range: [0, 5000] };
        const inner = { $sum: { $map: { input, in: '$$this' } } };
        const n = { $cond: [{ $eq: ['$_id', 1] }, 2, { $map: { input, in: inner } }] };
        const waits = collection.updateMany({}, [{ $set: { n } }], { maxTimeMS: 300 });
        const failure = failsWith(50, waits);
        await collection.findOne({});
        await session?.commitTransaction();
        await failure;
      });
    },
  ),
  checks(
    'transaction: an open cursor is not disturbed by its own later writes',
    async (context) => {
      const { collection } = context;
      await collection.insertMany(Array.from({ length: 60 }, (_, n) => ({ _id: n, n }) as never));
      await withSessions(context, 1, async (session) => {
        session?.startTransaction();
        await collection.updateOne({ _id: 0 } as never, { $set: { n: -1 } }, { session });
        const seen: unknown[] = [];
        for await (const each of collection.find({}, { session, batchSize: 5, sort: { _id: 1 } })) {
          seen.push(each._id);
          await collection.updateOne({ _id: each._id }, { $inc: { n: 1 } }, { session });
          // Behind the cursor: what is inserted before it would be read, too.
          await collection.insertOne({ _id: -seen.length } as never, { session });
          if (seen.length > 100) break;
        }
        assert.deepEqual(
          seen,
          Array.from({ length: 60 }, (_, n) => n),
        );
        await session?.commitTransaction();
      });
      assert.equal(await collection.countDocuments(), 120);
    },
  ),
  checks('transaction: a collection made in it comes with the commit', async (context) => {
    const { collection } = context;
    await withSessions(context, 1, async (session) => {
      session?.startTransaction();
      await collection.insertOne({ _id: 1 } as never, { session });
      await session?.commitTransaction();
    });
    assert.deepEqual(await collection.find().toArray(), [{ _id: 1 }]);
  }),
];

export const transactionCases: Case[] = transactions;
