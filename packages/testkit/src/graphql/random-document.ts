/** Generates random valid documents for any schema: aliases, fragments, type conditions, @skip, @include, variables. */

import type {
  GraphQLArgument,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import type { RandomSource } from '../seeded.ts';

export interface RandomDocument {
  text: string;
  variables: Record<string, unknown>;
}

const aliases = ['a', 'b', 'c', 'other', 'constructor', 'toString', '__proto__'];
const maxDepth = 4;
const maxAttempts = 200;

/** Throws if two hundred attempts created no valid document. */
export function randomDocument(
  schema: GraphQLSchema,
  random: RandomSource,
  kind: `${OperationTypeNode}` = 'query',
): RandomDocument {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const document = new DocumentGenerator(schema, random).generate(kind);
    if (validate(schema, parse(document.text)).length === 0) return document;
  }
  throw new Error(`no valid document in ${maxAttempts} attempts`);
}

class DocumentGenerator {
  readonly #schema: GraphQLSchema;
  readonly #random: RandomSource;
  readonly #fragments: string[] = [];
  readonly #definitions: string[] = [];
  #aliases = 0;
  readonly #variables: Record<string, unknown> = Object.create(null);

  constructor(schema: GraphQLSchema, random: RandomSource) {
    this.#schema = schema;
    this.#random = random;
  }

  generate(kind: `${OperationTypeNode}`): RandomDocument {
    const root = this.#schema.getRootType(kind as OperationTypeNode);
    if (!root) throw new Error(`the schema has no ${kind}`);
    const body = this.#selection(root, 0);
    const definitions = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    const text = [`${kind} Generated${definitions} ${body}`, ...this.#fragments].join('\n');
    return { text, variables: { ...this.#variables } };
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#random.below(4);
    const selections = Array.from({ length: count }, () => this.#selectOne(type, depth));
    return `{ ${selections.join(' ')} }`;
  }

  #selectOne(type: GraphQLCompositeType, depth: number): string {
    const { oneIn } = this.#random;
    if (oneIn(8)) return `${oneIn(3) ? 'kind: ' : ''}__typename${this.#condition()}`;
    if (isUnionType(type) || oneIn(6)) return this.#fragment(type, depth);
    const fields = Object.values(type.getFields()).filter(
      ({ type: fieldType }) => depth < maxDepth || !isCompositeType(getNamedType(fieldType)),
    );
    return fields.length === 0 ? '__typename' : this.#field(this.#random.pick(fields), depth);
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const { oneIn, pick } = this.#random;
    const others = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [];
    const interfaces = others.flatMap((one) => one.getInterfaces());
    const on = pick<GraphQLCompositeType>([type, ...others, ...interfaces]);
    const body = this.#selection(on, depth + (isUnionType(on) ? 1 : 0));
    if (on === type && oneIn(3)) return `...${this.#condition()} ${body}`;
    if (!oneIn(3)) return `... on ${on.name}${this.#condition()} ${body}`;
    const name = `Part${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${on.name} ${body}`);
    return `...${name}${this.#condition()}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const { oneIn, pick } = this.#random;
    const args = field.args.flatMap((one) => this.#argument(one));
    const type = getNamedType(field.type);
    const body = isCompositeType(type) ? ` ${this.#selection(type, depth + 1)}` : '';
    // Equal keys for different fields would make most documents invalid.
    const differs = (args.length > 0 || body !== '') && !oneIn(8);
    const alias = differs ? `f${this.#aliases++}: ` : oneIn(4) ? `${pick(aliases)}: ` : '';
    const list = args.length > 0 ? `(${args.join(', ')})` : '';
    return `${alias}${field.name}${list}${this.#condition()}${body}`;
  }

  #argument({ name, type, defaultValue }: GraphQLArgument): string[] {
    const { oneIn } = this.#random;
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    if (!isRequired && oneIn(3)) return [];
    if (oneIn(2)) return [`${name}: $${this.#variable(type)}`];
    return [`${name}: ${literal(type, this.#value(type))}`];
  }

  #variable(type: GraphQLInputType): string {
    const { oneIn } = this.#random;
    const name = `v${this.#definitions.length}`;
    const byDefault = oneIn(4) ? ` = ${literal(type, this.#value(type))}` : '';
    this.#definitions.push(`$${name}: ${String(type)}${byDefault}`);
    const absent = (byDefault !== '' || !isNonNullType(type)) && oneIn(3);
    if (!absent) this.#variables[name] = oneIn(40) ? { odd: [1] } : this.#value(type);
    return name;
  }

  #condition(): string {
    const { oneIn, pick } = this.#random;
    if (!oneIn(6)) return '';
    const directive = pick(['skip', 'include']);
    if (oneIn(2)) return ` @${directive}(if: ${String(oneIn(2))})`;
    const conditions = Object.keys(this.#variables).filter((name) => name.startsWith('when'));
    if (conditions.length > 0 && oneIn(2)) return ` @${directive}(if: $${pick(conditions)})`;
    const name = `when${this.#definitions.length}`;
    const byDefault = oneIn(3);
    this.#definitions.push(
      `$${name}: Boolean${byDefault ? ` = ${String(oneIn(2))}` : ''}!`.replace(/( = \w+)!$/, '!$1'),
    );
    if (!byDefault || oneIn(2)) this.#variables[name] = oneIn(2);
    return ` @${directive}(if: $${name})`;
  }

  #value(type: GraphQLInputType): unknown {
    const { oneIn, below, pick } = this.#random;
    if (!isNonNullType(type) && oneIn(5)) return null;
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return Array.from({ length: below(3) }, () => this.#value(nullable.ofType));
    if (isEnumType(nullable)) return pick(nullable.getValues()).name;
    if (isInputObjectType(nullable)) return this.#object(Object.values(nullable.getFields()));
    const values: Record<string, unknown> = {
      Int: below(100) - 50,
      Float: below(100) / 4,
      Boolean: oneIn(2),
    };
    return values[(nullable as { name: string }).name] ?? pick(['', 'x', 'ü "q"', '7']);
  }

  #object(fields: GraphQLArgument[] | readonly InputField[]): Record<string, unknown> {
    const entries = fields.flatMap(({ name, type, defaultValue }) => {
      const isRequired = isNonNullType(type) && defaultValue === undefined;
      return isRequired || this.#random.oneIn(2) ? [[name, this.#value(type)]] : [];
    });
    return Object.fromEntries(entries);
  }
}

interface InputField {
  name: string;
  type: GraphQLInputType;
  defaultValue?: unknown;
}

/** A value literal. */
function literal(type: GraphQLInputType, value: unknown): string {
  const nullable = getNullableType(type);
  if (value === null) return 'null';
  if (isEnumType(nullable)) return String(value);
  if (isListType(nullable))
    return `[${(value as unknown[]).map((one) => literal(nullable.ofType, one)).join(', ')}]`;
  if (!isInputObjectType(nullable)) return JSON.stringify(value);
  const entries = Object.entries(value as Record<string, unknown>).map(([name, one]) => {
    const field = nullable.getFields()[name];
    return `${name}: ${field ? literal(field.type, one) : 'null'}`;
  });
  return `{${entries.join(', ')}}`;
}
