/** Reads by the driver equal mongoose's reads with casting, for every kind of field; and reads by id share batches. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase, withCommandEvents } from '@nameloan/testkit/database';
import type { Filter } from '../entity.ts';
import { listOf, nested, oneOf } from '../fields.ts';
import { Store } from '../store.ts';
import type { Tx } from '../tx.ts';

interface Thing {
  id: string;
  version: number;
  status: 'OPEN' | 'CLOSED';
  kind: 0 | 1;
  amountCents: number;
  rate: number;
  good: boolean | null;
  at: Date | null;
  bytes: Uint8Array | null;
  words: string[];
  numbers: number[];
  part: { feeCents: number; at: Date; names: string[] } | null;
  parts: { account: string; amountCents: number }[];
  later?: string | null;
}

const store = new Store('reads');
const things = store.defineModel<Thing>('things', {
  label: 'thing',
  fields: {
    version: Number,
    status: oneOf('OPEN', 'CLOSED'),
    kind: oneOf(0, 1),
    amountCents: BigInt,
    rate: Number,
    good: Boolean,
    at: Date,
    bytes: Buffer,
    words: [String],
    numbers: [Number],
    part: nested<NonNullable<Thing['part']>>({ feeCents: BigInt, at: Date, names: [String] }),
    parts: listOf<Thing['parts'][number]>({ account: String, amountCents: BigInt }),
    later: String,
  },
});
let database: TestDatabase;
/** The filter of each find. */
const sent: unknown[] = [];

before(async () => {
  database = await startTestDatabase();
  await store.open({
    mongoUrl: withCommandEvents(database.url),
    database: `${database.prefix}reads`,
  });
  const client = store.connection.getClient();
  client.on('commandStarted', ({ command }) => command.find && sent.push(command.filter));
  await store.commit(async (tx) => {
    for (const one of all) await things.add(one, tx);
  });
});
beforeEach(() => sent.splice(0));
after(async () => {
  await store.close();
  await database.close();
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const max = Number.MAX_SAFE_INTEGER;
const all = Array.from({ length: 12 }, (_, at): Thing => {
  const amountCents = [0, 5, 2 ** 31, max][at % 4] ?? 0;
  const part = { feeCents: amountCents, at: day(at + 1), names: ['a', `n${at}`] };
  return {
    id: `thing-${String(at).padStart(2, '0')}`,
    version: at + 1,
    status: at % 2 ? 'OPEN' : 'CLOSED',
    kind: at % 3 ? 0 : 1,
    amountCents,
    rate: at / 3,
    good: [true, false, null][at % 3] ?? null,
    at: at % 4 ? day(at) : null,
    bytes: at % 2 ? Buffer.from([at, 255]) : null,
    words: ['all', `w${at}`],
    numbers: [at, 2 ** 40],
    part: at % 5 ? part : null,
    parts: [{ account: `a${at}`, amountCents }],
    ...(at % 2 ? { later: `l${at}` } : {}),
  };
});

const filters: Filter<Thing>[] = [
  {},
  { _id: 'thing-03' },
  { _id: { $in: ['thing-03', 'thing-04', 'none'] } },
  { _id: { $gt: 'thing-05' } },
  { status: 'OPEN', kind: 1 },
  { status: { $in: ['OPEN', 'CLOSED'] }, kind: { $ne: 0 } },
  { amountCents: max },
  { amountCents: { $gte: 5, $lt: max } },
  { amountCents: { $in: [5, 2 ** 31] } },
  { rate: { $gt: 1.5 } },
  { good: null },
  { good: false },
  { at: { $lte: day(6) } },
  { at: day(5) },
  { bytes: Buffer.from([3, 255]) },
  { words: 'w4' },
  { words: { $in: ['w4', 'w5'] } },
  { numbers: 2 ** 40 },
  { 'part.feeCents': max },
  { 'part.at': { $gt: day(7) } },
  { 'part.names': 'n7' },
  { 'parts.account': { $regex: '^a1' } },
  { 'parts.amountCents': { $lte: 5 } },
  { later: { $exists: false } },
  { later: { $type: 'string' } },
  { $or: [{ amountCents: 5 }, { status: 'OPEN', good: true }] },
];

for (const filter of filters)
  test(`${JSON.stringify(filter)} finds the same as with values cast to their field's type`, async () => {
    const cast = await things.raw
      .find(filter as never)
      .sort({ _id: 1 })
      .lean();
    const expected = cast.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
    assert.ok(expected.length > 0);
    assert.deepEqual(await things.findMany(filter, { sort: { _id: 1 } }), expected);
    assert.equal(await things.count(filter), expected.length);
    const keys = ['amountCents', 'part', 'later'] as const;
    const picked = await things.findProjected(filter, keys, { sort: { _id: 1 } });
    const wanted = (key: string) => key === 'id' || (keys as readonly string[]).includes(key);
    const only = expected.map((one) =>
      Object.fromEntries(Object.entries(one).filter(([key]) => wanted(key))),
    );
    assert.deepEqual(picked, only);
  });

test('reads by id of one turn share one command, and each caller gets its record', async () => {
  const [one, two, none, some] = await Promise.all([
    things.find('thing-01'),
    things.get('thing-02'),
    things.find('nobody'),
    things.findByIds(['thing-02', 'thing-03', 'nobody']),
  ]);
  assert.deepEqual([one?.id, two.id, none], ['thing-01', 'thing-02', undefined]);
  assert.deepEqual([...some.keys()], ['thing-02', 'thing-03']);
  assert.equal(sent.length, 1);
});

test('reads by another key of one turn share one command, which also reads that key', async () => {
  const byStatus = things.batchedBy('status', { _id: { $in: ['thing-00', 'thing-01'] } });
  const keys = ['rate'] as const;
  const [open, both, forged] = await Promise.all([
    byStatus(['OPEN'], keys),
    byStatus(['OPEN', 'CLOSED', 'NONE'], keys),
    byStatus([{ $gt: '' } as unknown as string], keys),
  ]);
  assert.deepEqual([...open], [['OPEN', [{ id: 'thing-01', rate: 1 / 3, status: 'OPEN' }]]]);
  assert.deepEqual([...both.keys()], ['OPEN', 'CLOSED']);
  assert.deepEqual([forged.size, sent.length], [0, 1]);
  const whole = (await byStatus(['CLOSED'], undefined)).get('CLOSED');
  assert.deepEqual(whole, [all[0]]);
});

test('reads with different projections do not share a command', async () => {
  const keys = ['status'] as const;
  const [part, whole] = await Promise.all([
    things.findByIds(['thing-02'], keys),
    things.find('thing-02'),
  ]);
  assert.deepEqual(part.get('thing-02'), { id: 'thing-02', status: 'CLOSED' });
  assert.deepEqual(whole, all[2]);
});

test('more ids than one command allows are read in several, none lost', async () => {
  const ids = [...Array.from({ length: 1200 }, () => newId()), 'thing-07'];
  assert.deepEqual([...(await things.findByIds(ids)).keys()], ['thing-07']);
});

/** Name of a command that reads, or that ends a read. */
interface Reply {
  cursor?: { id: unknown };
  cursorsKilled?: unknown[];
}

test('a result larger than one response is read completely, and leaves no open cursor', async (t) => {
  const big = new Store('big');
  const bigs = big.defineModel<{ id: string; version: number; text: string }>('bigs', {
    label: 'big',
    fields: { version: Number, text: String },
  });
  await big.open({ mongoUrl: withCommandEvents(database.url), database: `${database.prefix}big` });
  t.after(() => big.close());
  const text = 'x'.repeat(10_000);
  // 17 MB, more than MongoDB returns in one response, whatever the limit.
  const kept = Array.from({ length: 1700 }, () => ({ _id: newId(), version: 1, text }));
  await bigs.raw.collection.insertMany(kept as never);
  const open = new Set<string>();
  const client = big.connection.getClient();
  client.on('commandSucceeded', (event) => {
    const { cursor, cursorsKilled = [] } = event.reply as Reply;
    if (cursor && Number(cursor.id) !== 0) open.add(String(cursor.id));
    for (const killed of cursorsKilled) open.delete(String(killed));
  });
  // A finished cursor has id 0 in its last response.
  client.on('commandStarted', ({ command }) => open.delete(String(command.getMore)));
  const ids = kept.map(({ _id }) => _id).toSorted();
  const sort = { _id: 1 } as const;
  const read = async (options: object, tx?: Tx) =>
    (await bigs.findMany({}, { sort, tx, ...options })).map(({ id }) => id);
  assert.deepEqual(await read({}), ids);
  assert.deepEqual(await read({ keys: ['version'] }), ids);
  assert.deepEqual(await read({ limit: 1690 }), ids.slice(0, 1690));
  await big.commit(async (tx) =>
    assert.deepEqual(await read({ limit: 1690 }, tx), ids.slice(0, 1690)),
  );
  assert.deepEqual([...open], []);
});

test('a read uses the read preference and concern of the URL', async (t) => {
  const logged = new Store('said');
  const ones = logged.defineModel<{ id: string; version: number }>('ones', {
    label: 'one',
    fields: { version: Number },
  });
  const concern = 'readConcernLevel=majority&readPreference=primaryPreferred';
  const mongoUrl = `${withCommandEvents(database.url)}&${concern}`;
  await logged.open({ mongoUrl, database: `${database.prefix}said` });
  t.after(() => logged.close());
  const received: unknown[] = [];
  logged.connection.getClient().on('commandStarted', ({ command }) => {
    const { find, aggregate, readConcern, $readPreference } = command;
    if (find === 'ones' || aggregate === 'ones')
      received.push([readConcern?.level, $readPreference?.mode ?? 'primary']);
  });
  await ones.findMany({});
  await ones.count({});
  assert.deepEqual(received, [
    ['majority', 'primaryPreferred'],
    ['majority', 'primaryPreferred'],
  ]);
  await logged.commit(async (tx) => void (await ones.findMany({}, { tx })));
  assert.equal((received.at(-1) as string[])[1], 'primary');
});

test('a read by id sees what was committed before it was called', async () => {
  for (let count = 0; count < 20; count++) {
    const before = await things.get('thing-00');
    const after = await store.commit((tx) => things.update(before, { ...before, rate: count }, tx));
    assert.equal((await things.get('thing-00')).version, after.version);
  }
});

test('a condition instead of an id finds nothing, alone and among others', async () => {
  const forged = { $gt: '' } as unknown as string;
  assert.equal(await things.find(forged), undefined);
  assert.equal((await things.findByIds([forged])).size, 0);
  const found = await things.findMany({ 'parts.account': { $in: [forged, 'a1'] } });
  assert.deepEqual(
    found.map(({ id }) => id),
    ['thing-01'],
  );
});

test('an error of a batch reaches all of its callers', async () => {
  const away = new Store('reads-away');
  const rows = away.defineModel<{ id: string; version: number }>('rows', {
    label: 'row',
    fields: { version: Number },
  });
  await assert.rejects(Promise.all([rows.find('a'), rows.find('b')]), /before the start/);
});
