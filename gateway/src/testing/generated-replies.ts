/** What subgraphs answer where everything is made up: from nothing but the question and a seed, so that it can be asked twice. */

import { createHash } from 'node:crypto';
import type { Chance } from '@nameloan/service/testing/seeded.ts';
import { seeded } from '@nameloan/service/testing/seeded.ts';
import type { DocumentNode, GraphQLOutputType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import {
  execute,
  GraphQLError,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';

export interface Question {
  part: string;
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32LE(0);

const pathText = (path: GraphQLResolveInfo['path']): string =>
  path.prev ? `${pathText(path.prev)}.${path.key}` : String(path.key);

export class MadeUpAnswers {
  readonly #parts: Record<string, GraphQLSchema>;
  readonly #documents = new Map<string, DocumentNode>();
  readonly #given = new Map<string, Promise<string>>();
  /** How often things go wrong: once in so many. */
  readonly #wrong: number;
  #seed = '';

  constructor(parts: Record<string, GraphQLSchema>, wrong: number) {
    this.#parts = parts;
    this.#wrong = wrong;
  }

  /** From here on other answers are made up. */
  turn(seed: string): void {
    this.#seed = seed;
    this.#given.clear();
  }

  /** Rejects where the part is away. The answer is nobody else's. */
  async ask(question: Question): Promise<Record<string, unknown>> {
    const key = JSON.stringify([question.part, question.query, question.variables]);
    const given = this.#given.get(key) ?? this.#answer(question, seeded(hashOf(key + this.#seed)));
    this.#given.set(key, given);
    return JSON.parse(await given);
  }

  async #answer(question: Question, chance: Chance): Promise<string> {
    const often = this.#wrong;
    if (chance.oneIn(often * 2))
      throw new GraphQLError('away', { extensions: { code: 'UNAVAILABLE' } });
    if (chance.oneIn(often * 2))
      return JSON.stringify({ errors: [{ message: 'refused', extensions: { code: 'NO' } }] });
    if (chance.oneIn(often * 3)) return JSON.stringify({ data: null, errors: [{ message: '' }] });
    if (chance.oneIn(often * 3)) return JSON.stringify({ data: null });
    const answer = await this.#run(question);
    if (!chance.oneIn(often)) return JSON.stringify(answer);
    return JSON.stringify({ ...answer, data: spoil(answer.data, chance) });
  }

  async #run({ part, query, variables }: Question) {
    let document = this.#documents.get(query);
    if (!document) {
      document = parse(query);
      this.#documents.set(query, document);
    }
    return execute({
      schema: this.#parts[part] as GraphQLSchema,
      document,
      variableValues: variables ?? {},
      fieldResolver: (source, args, _context, info) => this.#resolve(source ?? {}, args, info),
      typeResolver: (value) => (value as { __typename?: string }).__typename,
    });
  }

  #resolve(source: Record<string, unknown>, args: unknown, info: GraphQLResolveInfo): unknown {
    const { parentType, fieldName, returnType, schema } = info;
    if (Object.hasOwn(source, fieldName)) return source[fieldName];
    const id = source.id ?? source.sku ?? pathText(info.path);
    const chance = seeded(
      hashOf(`${this.#seed} ${parentType.name}.${fieldName} ${id} ${JSON.stringify(args)}`),
    );
    if (chance.oneIn(this.#wrong * 3)) throw new GraphQLError(`a fault in ${fieldName}`);
    if (chance.oneIn(this.#wrong * 4))
      throw new GraphQLError('coded', { extensions: { code: 'CONFLICT', fields: { a: 'b' } } });
    return madeUp(returnType, { schema, chance });
  }
}

function madeUp(
  type: GraphQLOutputType,
  { schema, chance }: { schema: GraphQLSchema; chance: Chance },
): unknown {
  const bare = getNullableType(type);
  if (bare === type && chance.oneIn(7)) return null;
  if (isListType(bare))
    return Array.from({ length: chance.below(4) }, () => madeUp(bare.ofType, { schema, chance }));
  if (isEnumType(bare)) return chance.pick(bare.getValues()).value;
  const name = String(bare);
  if (isAbstractType(bare)) {
    const one = chance.pick(schema.getPossibleTypes(bare)).name;
    return { __typename: one, id: `${one}-${chance.below(5)}` };
  }
  if (isObjectType(bare)) return { __typename: name, id: `${name}-${chance.below(5)}` };
  if (name === 'Int') return chance.below(100);
  if (name === 'Float') return chance.below(100) / 4;
  if (name === 'Boolean') return chance.oneIn(2);
  return chance.pick(['x', 'y', 'ü', `${chance.below(9)}`]);
}

/** One value somewhere in it is not what the schema promises. */
function spoil(data: unknown, chance: Chance): unknown {
  const keys = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  if (keys.length === 0 || chance.oneIn(5))
    return chance.pick([null, null, 'odd', 7, [], {}, [null], 'GREEN', { __typename: 'Nobody' }]);
  const key = chance.pick(keys);
  const tree = data as Record<string, unknown>;
  if (Array.isArray(data))
    return data.map((one, at) => (String(at) === key ? spoil(one, chance) : one));
  return { ...tree, [key]: spoil(tree[key], chance) };
}
