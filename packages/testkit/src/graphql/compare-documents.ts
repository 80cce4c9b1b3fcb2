/** Runs random documents with compiled documents and with graphql-js, and compares the results. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { RunDocument, RunInput } from '@nameloan/graphql-executor/document/compile-document';
import { compileDocument } from '@nameloan/graphql-executor/document/compile-document';
import type { ExecutionResult, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { buildSchema, execute, GraphQLError, isObjectType, parse } from 'graphql';
import type { RandomSource } from '../seeded.ts';
import { seeded } from '../seeded.ts';
import { toComparableResult } from './comparable-result.ts';
import { randomDocument } from './random-document.ts';

const sdl = `
  interface Thing { id: ID! name: String peer: Thing parts(first: Int = 3): [Part!] }
  type Part implements Thing { id: ID! name: String! peer: Thing parts(first: Int = 3): [Part!] size: Float! whole: Whole! }
  type Whole implements Thing {
    id: ID! name: String peer: Thing! parts(first: Int = 3): [Part!] grid: [[Int!]]! any: [Any]! color: Color! odd: Odd
  }
  union Any = Part | Whole
  enum Color { RED GREEN }
  scalar Odd
  input Wish { text: String! = "w" sizes: [Float!] color: Color = RED inner: Wish }
  type Query {
    thing(id: ID!): Thing
    things(colors: [Color!]! = [GREEN], wish: Wish): [Thing]
    must(yes: Boolean!): Part!
    any(wish: Wish!): Any
    word: String
  }
  type Mutation { first(id: ID!): Part second(wish: Wish): Whole! third: Int! }
`;

/** FNV-1a, so that a value depends only on its position and on the request. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

const pathText = (path: GraphQLResolveInfo['path']): string =>
  path.prev ? `${pathText(path.prev)}.${path.key}` : String(path.key);

/** Generates a value of the field's type, or an invalid one that a faulty resolver may return. */
function generateValue(hash: number, info: GraphQLResolveInfo): unknown {
  const type = String(info.returnType).replaceAll(/[[\]!]/g, '');
  const random = seeded(hash);
  const one = (): unknown => {
    if (random.oneIn(12)) return null;
    if (random.oneIn(30)) return new Error('one of these is a fault');
    if (type === 'Part' || type === 'Whole')
      return { id: `${type}-${random.below(9)}`, ...generateSourceFields(random) };
    if (type === 'Thing' || type === 'Any') {
      const odd = random.oneIn(25) ? random.pick([undefined, 7, 'Query', 'Nothing', 'Color']) : 0;
      const name = odd === 0 ? random.pick(['Part', 'Whole']) : odd;
      return { __typename: name, id: 'thing', ...generateSourceFields(random) };
    }
    if (type === 'Int' || type === 'Float')
      return random.oneIn(15) ? 'no number' : random.below(50);
    if (type === 'Color') return random.pick(['RED', 'GREEN', 'GREEN', 'BLUE']);
    return random.pick(['x', 'y', 7]);
  };
  const lists = String(info.returnType).split('[').length - 1;
  const list = (depth: number): unknown => {
    if (depth === 0) return random.oneIn(6) ? later(one()) : one();
    if (random.oneIn(20)) return 'no list';
    return Array.from({ length: random.below(4) }, () => list(depth - 1));
  };
  return list(lists);
}

/** Fields without a resolver, whose values come from the source object. */
const sourceFields = ['size', 'color', 'odd'];

/** Values of the source fields: plain values, promises and functions that return, reject or throw. */
function generateSourceFields(random: RandomSource): Record<string, unknown> {
  const fault = () => new Error('a source fault');
  const vary = (value: unknown): unknown => {
    if (!random.oneIn(3)) return value;
    return random.pick<() => unknown>([
      () => null,
      () => undefined,
      fault,
      () => 'not of this type',
      () => later(value),
      () => later(fault()),
      () => () => value,
      () => () => later(value),
      () => () => {
        throw fault();
      },
    ])();
  };
  const valid = { size: random.below(9), color: 'RED', odd: random.pick(['x', 'y', 7, false]) };
  return Object.fromEntries(Object.entries(valid).map(([name, value]) => [name, vary(value)]));
}

/** A rejection that an executor never reads must not count as unhandled. */
function later(value: unknown): Promise<unknown> {
  const promise = value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  promise.catch(() => undefined);
  return promise;
}

function resolver(
  source: unknown,
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) {
  const id = (source as { id?: string } | undefined)?.id ?? '';
  const seed = `${String(context)} ${pathText(info.path)} ${info.parentType.name} ${id} ${JSON.stringify(args)}`;
  const hash = hashOf(seed + JSON.stringify(info.variableValues));
  const random = seeded(hash);
  if (random.oneIn(25)) throw new Error(`a fault in ${info.fieldName}`);
  if (random.oneIn(40)) throw new GraphQLError('with a code', { extensions: { code: 'CONFLICT' } });
  const value = generateValue(hash, info);
  if (random.oneIn(40)) return later(new Error(`a late fault in ${info.fieldName}`));
  return random.oneIn(4) ? later(value) : value;
}

export function makeSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.name !== 'id' && !sourceFields.includes(field.name))
        field.resolve = resolver as never;
  }
  const odd = schema.getType('Odd') as { serialize(value: unknown): unknown };
  odd.serialize = (value) => {
    if (value === 'y') throw new Error('y is odd');
    return value === 7 ? undefined : value;
  };
  return schema;
}

interface ObservedRun {
  result: ExecutionResult;
  unhandledRejections: number;
}

/**
 * Runs `work` and counts its unhandled rejections. graphql-js causes some when a list item fails synchronously while
 * others are pending.
 */
async function observeRun(
  work: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ObservedRun> {
  const before = process.listeners('unhandledRejection');
  let unhandledRejections = 0;
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => unhandledRejections++);
  const result = await work();
  await setImmediate();
  process.removeAllListeners('unhandledRejection');
  for (const one of before) process.on('unhandledRejection', one);
  return { result, unhandledRejections };
}

/** Runs of each document, each with different errors and, if the document has conditions, different conditions. */
const runs = 3;

export function testComparison(kind: 'query' | 'mutation', count: number): void {
  test(`${count} generated documents (${kind}), each run ${runs} times, return the results of graphql-js`, async () => {
    const schema = makeSchema();
    const counts = { withErrors: 0, withData: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const random = randomDocument(schema, seeded(seed), kind);
      const document = parse(random.text);
      const run: RunDocument | undefined = compileDocument(schema, document);
      assert.ok(run, random.text);
      for (let round = 0; round < runs; round++) {
        const variables =
          round === 0 ? random.variables : flipConditions(random.variables, seeded(seed + round));
        const input: RunInput = { context: `seed ${seed}, run ${round}`, variables };
        const compiled = await observeRun(() => run(input));
        const { result: reference } = await observeRun(() =>
          execute({ schema, document, contextValue: input.context, variableValues: variables }),
        );
        const description = `${input.context}: ${random.text} ${JSON.stringify(variables)}`;
        assert.deepEqual(
          toComparableResult(compiled.result),
          toComparableResult(reference),
          description,
        );
        assert.equal(compiled.unhandledRejections, 0, `unhandled rejections of ${description}`);
        if (reference.errors) counts.withErrors++;
        if (reference.data) counts.withData++;
      }
    }
    const total = count * runs;
    assert.ok(counts.withErrors > total / 10, `${counts.withErrors} of ${total} had errors`);
    assert.ok(counts.withData > total / 3, `${counts.withData} of ${total} had data`);
  });
}

/** Flips variables of conditions at random. */
function flipConditions(
  variables: Record<string, unknown>,
  { oneIn }: RandomSource,
): Record<string, unknown> {
  const flip = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name.startsWith('when') ? oneIn(2) : value,
  ];
  return Object.fromEntries(Object.entries(variables).map(flip));
}
