/** Random documents, each answered by a compiled document and by graphql-js: the answers must be the same. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { buildSchema, execute, GraphQLError, isObjectType, parse } from 'graphql';
import type { Asked, RunDocument } from '../graphql/compiled/compile-document.ts';
import { compileDocument } from '../graphql/compiled/compile-document.ts';
import { plainAnswer } from './plain-answer.ts';
import { randomDocument } from './random-document.ts';
import type { Chance } from './seeded.ts';
import { seeded } from './seeded.ts';

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

/** Depends on nothing but where it stands and what was asked. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

const pathText = (path: GraphQLResolveInfo['path']): string =>
  path.prev ? `${pathText(path.prev)}.${path.key}` : String(path.key);

/** A value of the type, or one of the ways in which a resolver goes wrong. */
function madeUp(hash: number, info: GraphQLResolveInfo): unknown {
  const type = String(info.returnType).replaceAll(/[[\]!]/g, '');
  const chance = seeded(hash);
  const one = (): unknown => {
    if (chance.oneIn(12)) return null;
    if (chance.oneIn(30)) return new Error('one of these is a fault');
    if (type === 'Part' || type === 'Whole')
      return { id: `${type}-${chance.below(9)}`, ...own(chance) };
    if (type === 'Thing' || type === 'Any') {
      const odd = chance.oneIn(25) ? chance.pick([undefined, 7, 'Query', 'Nothing', 'Color']) : 0;
      const name = odd === 0 ? chance.pick(['Part', 'Whole']) : odd;
      return { __typename: name, id: 'thing', ...own(chance) };
    }
    if (type === 'Int' || type === 'Float')
      return chance.oneIn(15) ? 'no number' : chance.below(50);
    if (type === 'Color') return chance.pick(['RED', 'GREEN', 'GREEN', 'BLUE']);
    return chance.pick(['x', 'y', 7]);
  };
  const lists = String(info.returnType).split('[').length - 1;
  const list = (depth: number): unknown => {
    if (depth === 0) return chance.oneIn(6) ? later(one()) : one();
    if (chance.oneIn(20)) return 'no list';
    return Array.from({ length: chance.below(4) }, () => list(depth - 1));
  };
  return list(lists);
}

/** Fields without a resolver: the source's own values, in every form that they may have. */
const ownFields = ['size', 'color', 'odd'];

function own(chance: Chance): Record<string, unknown> {
  const fault = () => new Error('its own fault');
  const form = (value: unknown): unknown => {
    if (!chance.oneIn(3)) return value;
    return chance.pick<() => unknown>([
      () => null,
      () => undefined,
      fault,
      () => 'nothing that fits',
      () => later(value),
      () => later(fault()),
      () => () => value,
      () => () => later(value),
      () => () => {
        throw fault();
      },
    ])();
  };
  const fits = { size: chance.below(9), color: 'RED', odd: chance.pick(['x', 'y', 7, false]) };
  return Object.fromEntries(Object.entries(fits).map(([name, value]) => [name, form(value)]));
}

/** Where an executor does not get to it, it is nobody's fault. */
function later(value: unknown): Promise<unknown> {
  const promise = value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  promise.catch(() => undefined);
  return promise;
}

function resolver(
  source: unknown,
  given: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) {
  const id = (source as { id?: string } | undefined)?.id ?? '';
  const seed = `${String(context)} ${pathText(info.path)} ${info.parentType.name} ${id} ${JSON.stringify(given)}`;
  const hash = hashOf(seed + JSON.stringify(info.variableValues));
  const chance = seeded(hash);
  if (chance.oneIn(25)) throw new Error(`a fault in ${info.fieldName}`);
  if (chance.oneIn(40)) throw new GraphQLError('with a code', { extensions: { code: 'CONFLICT' } });
  const value = madeUp(hash, info);
  if (chance.oneIn(40)) return later(new Error(`a late fault in ${info.fieldName}`));
  return chance.oneIn(4) ? later(value) : value;
}

export function makeSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.name !== 'id' && !ownFields.includes(field.name)) field.resolve = resolver as never;
  }
  const odd = schema.getType('Odd') as { serialize(value: unknown): unknown };
  odd.serialize = (value) => {
    if (value === 'y') throw new Error('y is odd');
    return value === 7 ? undefined : value;
  };
  return schema;
}

interface Watched {
  answer: ExecutionResult;
  left: number;
}

/**
 * Runs `work` and resolves to what it answers and how many rejections it left to nobody; graphql-js leaves some where
 * an item of a list fails at once while others are under way.
 */
async function watched(work: () => ExecutionResult | Promise<ExecutionResult>): Promise<Watched> {
  const before = process.listeners('unhandledRejection');
  let left = 0;
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => left++);
  const answer = await work();
  await setImmediate();
  process.removeAllListeners('unhandledRejection');
  for (const one of before) process.on('unhandledRejection', one);
  return { answer, left };
}

/** How often each document runs: each time with other errors, and with other conditions where it has some. */
const runs = 3;

export function testComparison(kind: 'query' | 'mutation', count: number): void {
  test(`${count} generated documents (${kind}), each run ${runs} times, answer as graphql-js answers them`, async () => {
    const schema = makeSchema();
    const seen = { faults: 0, data: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const made = randomDocument(schema, seeded(seed), kind);
      const document = parse(made.text);
      const run: RunDocument | undefined = compileDocument(schema, document);
      assert.ok(run, made.text);
      for (let at = 0; at < runs; at++) {
        const variables = at === 0 ? made.variables : turned(made.variables, seeded(seed + at));
        const asked: Asked = { context: `seed ${seed}, run ${at}`, variables };
        const { answer: own, left }: Watched = await watched(() => run(asked));
        const { answer: stock } = await watched(() =>
          execute({ schema, document, contextValue: asked.context, variableValues: variables }),
        );
        const told = `${asked.context}: ${made.text} ${JSON.stringify(variables)}`;
        assert.deepEqual(plainAnswer(own), plainAnswer(stock), told);
        assert.equal(left, 0, `rejections left by ${told}`);
        if (stock.errors) seen.faults++;
        if (stock.data) seen.data++;
      }
    }
    const whole = count * runs;
    assert.ok(seen.faults > whole / 10, `${seen.faults} of ${whole} had faults`);
    assert.ok(seen.data > whole / 3, `${seen.data} of ${whole} had data`);
  });
}

/** The same variables, those of conditions by chance the other way round. */
function turned(variables: Record<string, unknown>, { oneIn }: Chance): Record<string, unknown> {
  const turn = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    name.startsWith('when') ? oneIn(2) : value,
  ];
  return Object.fromEntries(Object.entries(variables).map(turn));
}
