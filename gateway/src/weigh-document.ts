/** How much a document makes the gateway plan and the services load: a page weighs what it may hold. */

import type {
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  SelectionSetNode,
  ValidationContext,
  ValidationRule,
} from 'graphql';
import { GraphQLError, getNamedType, isObjectType, Kind } from 'graphql';

/** The most that any `limit` may ask for; what a variable asks for is not known before it is here. */
const largestPage = 100;

interface Weight {
  /** Selections of objects, each of which is planned. */
  selections: number;
  /** Objects that may have to be loaded. */
  objects: number;
}

/** A rule beside GraphQL's own; a document beyond either bound is TOO_COMPLEX. */
export function weightRule(most: Weight): ValidationRule {
  return (context) => ({
    OperationDefinition: (operation) => {
      const root = context.getSchema().getRootType(operation.operation);
      if (!root) return;
      const { selections, objects } = new Scales(context).weigh(operation.selectionSet, root);
      if (objects > most.objects) {
        refuse(context, `This may load ${objects} objects; at most ${most.objects} are allowed.`);
      } else if (selections > most.selections) {
        refuse(
          context,
          `This selects ${selections} objects; at most ${most.selections} are allowed.`,
        );
      }
    },
  });
}

function refuse(context: ValidationContext, sentence: string): void {
  context.reportError(new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } }));
}

class Scales {
  readonly #context: ValidationContext;
  /** Each fragment is weighed once, however often it is spread; one inside itself weighs nothing more. */
  readonly #fragments = new Map<string, Weight>();

  constructor(context: ValidationContext) {
    this.#context = context;
  }

  weigh(set: SelectionSetNode, type: GraphQLObjectType): Weight {
    const sum = { selections: 0, objects: 0 };
    for (const one of set.selections) {
      const weight =
        one.kind === Kind.FIELD
          ? this.#field(one, type)
          : one.kind === Kind.INLINE_FRAGMENT
            ? this.weigh(one.selectionSet, type)
            : this.#fragment(one.name.value, type);
      sum.selections += weight.selections;
      sum.objects += weight.objects;
    }
    return sum;
  }

  #field(node: FieldNode, parent: GraphQLObjectType): Weight {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!isObjectType(type) || !node.selectionSet) return { selections: 0, objects: 0 };
    const inner = this.weigh(node.selectionSet, type);
    return {
      selections: 1 + inner.selections,
      objects: 1 + pageSize(field, node) * inner.objects,
    };
  }

  #fragment(name: string, type: GraphQLObjectType): Weight {
    const known = this.#fragments.get(name);
    if (known) return known;
    this.#fragments.set(name, { selections: 0, objects: 0 });
    const fragment = this.#context.getFragment(name);
    const weight = fragment
      ? this.weigh(fragment.selectionSet, type)
      : { selections: 0, objects: 0 };
    this.#fragments.set(name, weight);
    return weight;
  }
}

function pageSize(
  field: GraphQLField<unknown, unknown> | undefined,
  { arguments: given = [] }: FieldNode,
): number {
  const known = field?.args.find(({ name }) => name === 'limit');
  if (!known) return 1;
  const value = given.find(({ name }) => name.value === 'limit')?.value;
  if (!value) return typeof known.defaultValue === 'number' ? known.defaultValue : largestPage;
  if (value.kind !== Kind.INT) return largestPage;
  return Math.min(largestPage, Math.max(1, Number(value.value)));
}
