/** Generates subgraph responses deterministically from the request and a seed, so that a request can be repeated. */

import { createHash } from 'node:crypto';
import type { RandomSource } from '@nameloan/testkit/seeded';
import { seeded } from '@nameloan/testkit/seeded';
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

export interface SubgraphRequest {
  service: string;
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

const hashOf = (text: string): number => createHash('sha1').update(text).digest().readUInt32LE(0);

const pathText = (path: GraphQLResolveInfo['path']): string =>
  path.prev ? `${pathText(path.prev)}.${path.key}` : String(path.key);

export class GeneratedReplies {
  readonly #schemas: Record<string, GraphQLSchema>;
  readonly #documents = new Map<string, DocumentNode>();
  readonly #replies = new Map<string, Promise<string>>();
  /** One in this many values is an error. */
  readonly #errorEvery: number;
  #seed = '';

  constructor(schemas: Record<string, GraphQLSchema>, errorEvery: number) {
    this.#schemas = schemas;
    this.#errorEvery = errorEvery;
  }

  /** Sets the seed of the following responses. */
  setSeed(seed: string): void {
    this.#seed = seed;
    this.#replies.clear();
  }

  /** Rejects if the service counts as down. Each caller gets its own copy of the response. */
  async request(subgraphRequest: SubgraphRequest): Promise<Record<string, unknown>> {
    const key = JSON.stringify([
      subgraphRequest.service,
      subgraphRequest.query,
      subgraphRequest.variables,
    ]);
    const reply =
      this.#replies.get(key) ?? this.#reply(subgraphRequest, seeded(hashOf(key + this.#seed)));
    this.#replies.set(key, reply);
    return JSON.parse(await reply);
  }

  async #reply(subgraphRequest: SubgraphRequest, random: RandomSource): Promise<string> {
    const often = this.#errorEvery;
    if (random.oneIn(often * 2))
      throw new GraphQLError('away', { extensions: { code: 'UNAVAILABLE' } });
    if (random.oneIn(often * 2))
      return JSON.stringify({ errors: [{ message: 'refused', extensions: { code: 'NO' } }] });
    if (random.oneIn(often * 3)) return JSON.stringify({ data: null, errors: [{ message: '' }] });
    if (random.oneIn(often * 3)) return JSON.stringify({ data: null });
    const result = await this.#run(subgraphRequest);
    if (!random.oneIn(often)) return JSON.stringify(result);
    return JSON.stringify({ ...result, data: corrupt(result.data, random) });
  }

  async #run({ service, query, variables }: SubgraphRequest) {
    let document = this.#documents.get(query);
    if (!document) {
      document = parse(query);
      this.#documents.set(query, document);
    }
    return execute({
      schema: this.#schemas[service] as GraphQLSchema,
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
    const random = seeded(
      hashOf(`${this.#seed} ${parentType.name}.${fieldName} ${id} ${JSON.stringify(args)}`),
    );
    if (random.oneIn(this.#errorEvery * 3)) throw new GraphQLError(`a fault in ${fieldName}`);
    if (random.oneIn(this.#errorEvery * 4))
      throw new GraphQLError('coded', { extensions: { code: 'CONFLICT', fields: { a: 'b' } } });
    return generateValue(returnType, { schema, random });
  }
}

function generateValue(
  type: GraphQLOutputType,
  { schema, random }: { schema: GraphQLSchema; random: RandomSource },
): unknown {
  const bare = getNullableType(type);
  if (bare === type && random.oneIn(7)) return null;
  if (isListType(bare))
    return Array.from({ length: random.below(4) }, () =>
      generateValue(bare.ofType, { schema, random }),
    );
  if (isEnumType(bare)) return random.pick(bare.getValues()).value;
  const name = String(bare);
  if (isAbstractType(bare)) {
    const one = random.pick(schema.getPossibleTypes(bare)).name;
    return { __typename: one, id: `${one}-${random.below(5)}` };
  }
  if (isObjectType(bare)) return { __typename: name, id: `${name}-${random.below(5)}` };
  if (name === 'Int') return random.below(100);
  if (name === 'Float') return random.below(100) / 4;
  if (name === 'Boolean') return random.oneIn(2);
  return random.pick(['x', 'y', 'ü', `${random.below(9)}`]);
}

/** Replaces one value by one that does not match the schema. */
function corrupt(data: unknown, random: RandomSource): unknown {
  const keys = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  if (keys.length === 0 || random.oneIn(5))
    return random.pick([null, null, 'odd', 7, [], {}, [null], 'GREEN', { __typename: 'Unknown' }]);
  const key = random.pick(keys);
  const tree = data as Record<string, unknown>;
  if (Array.isArray(data))
    return data.map((one, at) => (String(at) === key ? corrupt(one, random) : one));
  return { ...tree, [key]: corrupt(tree[key], random) };
}
