/** Random documents, filters, indexes and updates over all BSON types, for the metamorphic tests. */
import type { Document } from 'mongodb';
import type { Random } from './random.ts';

const somePaths = ['a', 'b', 'c', 'a.b', 'a.c', 'b.b', 'a.0'];
type Paths = readonly string[];
const types = ['int', 'double', 'decimal', 'number', 'string', 'null', 'array', 'object', 'bool'];

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** One of so few values that filters hit, and now and then any value at all. */
function few(random: Random): unknown {
  return random.integer(8) ? random.pick<unknown>([null, 0, 1, 2, 3, 'a', 'ab']) : random.value(1);
}

function element(random: Random): unknown {
  if (random.integer(3) === 0) return few(random);
  return { b: few(random), ...(random.integer(2) ? { c: few(random) } : {}) };
}

function fieldValue(random: Random): unknown {
  switch (random.integer(4)) {
    case 0:
      return times(random.integer(4), () => element(random));
    case 1:
      return { b: few(random), c: few(random) };
    case 2:
      return few(random);
    default:
      return random.value(2);
  }
}

/** So few paths that filters, sorts and indexes meet. */
export function randomPaths(random: Random): Paths {
  return times(3, () => random.pick(somePaths));
}

export function randomDocument(random: Random, _id: number): Document {
  const document: Document = { _id };
  for (const field of ['a', 'b', 'c'])
    if (random.integer(5) > 0) document[field] = fieldValue(random);
  return document;
}

function condition(random: Random, depth: number): unknown {
  const values = (): unknown[] => times(random.integer(4), () => few(random));
  switch (random.integer(depth > 0 ? 13 : 10)) {
    case 0:
      return { [random.pick(['$eq', '$ne'])]: few(random) };
    case 1:
      return { [random.pick(['$in', '$nin'])]: values() };
    case 2:
    case 3:
      return { [random.pick(['$gt', '$gte', '$lt', '$lte'])]: few(random) };
    case 4:
      return { $gte: few(random), $lt: few(random) };
    case 5:
      return { $exists: random.integer(2) === 0 };
    case 6:
      return { $type: random.pick(types) };
    case 7:
      return { $size: random.integer(4) };
    case 8:
      return { $all: values() };
    case 9:
      return { $regex: random.pick(['^a', 'b']), $options: random.pick(['', 'i']) };
    case 10:
      return { $elemMatch: randomFilter(random, ['b', 'c', '0'], depth - 1) };
    case 11:
      return { $elemMatch: { $gte: few(random) } };
    default:
      return { $not: { $gt: few(random), $exists: true } };
  }
}

export function randomFilter(random: Random, paths: Paths, depth = 2): Document {
  const filter: Document = {};
  for (let count = random.integer(3); count >= 0; count -= 2)
    filter[random.pick(paths)] = random.integer(4) ? condition(random, depth) : few(random);
  if (depth > 0 && random.integer(3) === 0)
    filter[random.pick(['$and', '$or', '$nor'])] = times(1 + random.integer(2), () =>
      randomFilter(random, paths, depth - 1),
    );
  return filter;
}

export function randomSort(random: Random, paths: Paths): Record<string, 1 | -1> {
  return Object.fromEntries(
    times(random.integer(3), () => [random.pick(paths), random.pick([1, -1] as const)]),
  );
}

export function randomIndex(
  random: Random,
  paths: Paths,
): { key: Record<string, 1 | -1>; options: Document } {
  const fields = times(1 + random.integer(3), () => random.pick(paths));
  const key = Object.fromEntries(
    fields.map((field) => [field, random.pick([1, -1] as const)] as const),
  );
  const partial = { [random.pick(paths)]: random.pick([{ $exists: true }, { $gte: 1 }, 1]) };
  const byType = { [random.pick(paths)]: { $type: random.pick(types) } };
  const options = random.pick<Document>([
    {},
    {},
    {},
    { sparse: true },
    { partialFilterExpression: partial },
    { partialFilterExpression: byType },
  ]);
  return { key, options: { ...options, name: String(random.integer(1e9)) } };
}

const places = ['a', 'b', 'c', 'a.b', 'b.b', 'b.c', 'a.0', 'd', 'a.$', 'a.$[]', 'a.$[].b'];

export function randomUpdate(random: Random): Document {
  const place = random.pick(places);
  const values = times(random.integer(3), () => few(random));
  const sort = random.pick<Document>([{}, { $sort: -1 }, { $sort: { b: 1 } }]);
  const slice = random.pick<Document>([{}, { $slice: -2 }, { $slice: 2, $position: 0 }]);
  return random.pick<() => Document>([
    () => ({ $set: { [place]: fieldValue(random) } }),
    () => ({ $unset: { [place]: 1 } }),
    () => ({ $inc: { [place]: random.pick([1, -0.5]) }, $set: { e: 1 } }),
    () => ({ $mul: { [place]: 2 } }),
    () => ({ [random.pick(['$min', '$max'])]: { [place]: few(random) } }),
    () => ({ $push: { [place]: { $each: values, ...sort, ...slice } } }),
    () => ({ $addToSet: { [place]: { $each: values } } }),
    () => ({ $pull: { [place]: condition(random, 0) } }),
    () => ({ $pop: { [place]: 1 } }),
    () => ({ $rename: { [random.pick(['a', 'b', 'c'])]: random.pick(['d', 'b.b', 'c']) } }),
    () => ({ $setOnInsert: { d: 1 }, $set: { 'c.x': few(random) } }),
  ])();
}
