/**
 * Shapes fetched data into the response: the selected fields in order, null where a value is missing or invalid. The
 * result equals that of the stock executor's `computeResponse`.
 */

import type { CompositeType, Schema, Type } from '@apollo/federation-internals';
import {
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isSubtype,
} from '@apollo/federation-internals';
import type { ConditionValues } from '../document/conditions.ts';
import { isInherited, objectTemplate } from '../document/object-template.ts';
import { fitsLeaf } from './fits-leaf.ts';
import type { Tree } from './merge-trees.ts';
import { emptyFor, ownOf } from './merge-trees.ts';
import type { InvalidValue, ShapeContext } from './shape-context.ts';
import { described, invalid, isInvalidValue, misfit, nullReported } from './shape-context.ts';
import type { Condition, SelectedField, SelectionNode, SelectionTree } from './shape-tree.ts';

/** `known`: the value already in the response if a key is selected more than once. */
type Shape = (input: unknown, context: ShapeContext, known: unknown) => unknown | InvalidValue;

/** Writes one field into the response; false if the object must be null. */
type FieldWriter = (input: Tree, output: Tree, context: ShapeContext) => boolean;

interface Steps {
  all: FieldWriter[];
  keys: string[];
  /** Creates the output object, unless the response already has one. */
  empty(): Tree;
}

const typenameKey = '__typename';

interface ObjectType {
  shown: SelectionTree;
  /** The type by the schema, or by the object's `__typename`. */
  type: CompositeType;
  /** The `__typename` of the object. */
  typename: string | undefined;
}

export class ShapeCompiler {
  readonly #schema: Schema;
  readonly #conditions: ConditionValues;
  /** Whether any response key is also a property of every JavaScript object. */
  readonly #odd: boolean;
  /** By selection set and the object's `__typename`, empty if it has none. */
  readonly #steps = new Map<SelectionTree, Map<string, Steps>>();

  constructor(schema: Schema, { conditions, odd }: { conditions: ConditionValues; odd: boolean }) {
    this.#schema = schema;
    this.#conditions = conditions;
    this.#odd = odd;
  }

  /** Compiles the whole response; the result is null if the root must be null. */
  root(
    shown: SelectionTree,
    type: CompositeType,
  ): (input: Tree, context: ShapeContext) => Tree | null {
    return (input, context) => {
      const name = input[typenameKey];
      const typename = typeof name === 'string' ? name : undefined;
      if (!name || typename !== undefined)
        return this.#write({ shown, type, typename }, { input, known: undefined }, context);
      const output = emptyFor(this.#odd);
      return runSteps(this.#untilFragment(shown, type, name), { input, output }, context);
    };
  }

  /** With an invalid `__typename` fragments cannot be evaluated; an earlier field may already make the response null. */
  #untilFragment(
    { selections }: SelectionTree,
    parent: CompositeType,
    name: unknown,
  ): FieldWriter[] {
    const steps: FieldWriter[] = [];
    for (const one of selections) {
      if (this.#isLeftOut(one)) continue;
      if (one.kind === 'field') steps.push(this.#step(one, parent));
      else
        steps.push(() => {
          throw new Error(`Got unexpected value for __typename: ${name}`);
        });
    }
    return steps;
  }

  #write(
    at: ObjectType,
    { input, known }: { input: Tree; known: Tree | undefined },
    context: ShapeContext,
  ): Tree | null {
    const steps = this.#stepsOf(at);
    return runSteps(steps.all, { input, output: known ?? steps.empty() }, context);
  }

  #stepsOf({ shown, type, typename = '' }: ObjectType): Steps {
    let byType = this.#steps.get(shown);
    if (!byType) {
      byType = new Map();
      this.#steps.set(shown, byType);
    }
    const found = byType.get(typename);
    if (found) return found;
    const steps: Steps = { all: [], keys: [], empty: () => emptyFor(this.#odd) };
    this.#collect(shown, { parent: type, typename }, steps);
    if (!this.#odd) steps.empty = objectTemplate(steps.keys);
    // Cache only known type names: a subgraph may return any name for its root.
    if (typename === '' || this.#schema.type(typename)) byType.set(typename, steps);
    return steps;
  }

  #collect(
    { selections }: SelectionTree,
    { parent, typename }: { parent: CompositeType; typename: string },
    steps: Steps,
  ): void {
    for (const one of selections) {
      if (this.#isLeftOut(one)) continue;
      if (one.kind === 'field') {
        steps.all.push(this.#step(one, parent));
        steps.keys.push(one.key);
      } else if (this.#applies(one.on, parent, typename))
        this.#collect(one.below, { parent: one.on ?? parent, typename }, steps);
    }
  }

  #isLeftOut({ skip, include }: SelectionNode): boolean {
    return (
      (skip !== undefined && this.#holds(skip)) || (include !== undefined && !this.#holds(include))
    );
  }

  #holds(condition: Condition): boolean {
    return 'holds' in condition ? condition.holds : this.#conditions[condition.variable] === true;
  }

  #applies(on: CompositeType | undefined, parent: CompositeType, typename: string) {
    if (!on) return true;
    if (!typename) return isSubtype(on, parent);
    const type = this.#schema.type(typename);
    return type !== undefined && isSubtype(on, type);
  }

  #step(field: SelectedField, parent: CompositeType): FieldWriter {
    if (field.name === typenameKey) return this.#typename(field.key, parent);
    const { key, type, below } = field;
    const shape = this.#shape(type, `field ${parent}.${key}`, below);
    const read = isInherited(key)
      ? (input: Tree) => ownOf(input, key)
      : (input: Tree) => input[key];
    const step: FieldWriter = (input, output, context) => {
      const found = shape(read(input) ?? null, context.in(key), output[key]);
      context.out();
      output[key] = isInvalidValue(found) ? null : found;
      return found !== invalid;
    };
    const bare = isNonNullType(type) ? type.ofType : type;
    return below || isListType(bare)
      ? step
      : withFastPath(step, { key, read, fits: this.#fits(bare) });
  }

  #fits = (type: Type) => fitsLeaf(this.#schema, type);

  #typename(key: string, parent: CompositeType): FieldWriter {
    const plain = isObjectType(parent);
    return (input, output) => {
      if (output[key] !== undefined) return true;
      let name = ownOf(input, key) ?? null;
      if (name === null && key !== typenameKey) name = input[typenameKey] ?? null;
      const nullReported = typeof name === 'string' ? this.#schema.type(name) : undefined;
      if (nullReported ? !isObjectType(nullReported) : !plain) return false;
      output[key] = (nullReported ?? parent).name;
      return true;
    };
  }

  /** `place` describes the field in errors; list items are described by index. */
  #shape(type: Type, place: string | undefined, below: SelectionTree | undefined): Shape {
    const shape = this.#bareShape(type, place, below);
    return (input, context, known) =>
      known === null || (known !== undefined && !below) ? known : shape(input, context, known);
  }

  #bareShape(type: Type, place: string | undefined, below: SelectionTree | undefined): Shape {
    if (isNonNullType(type)) return this.#mustBe(type.ofType, place, below);
    const shape = isListType(type)
      ? this.#list(type.ofType, String(type), below)
      : isCompositeType(type)
        ? this.#composite(type, place, below)
        : leaf(this.#fits(type), type, place);
    return (input, context, known) => (input === null ? null : shape(input, context, known));
  }

  #mustBe(type: Type, place: string | undefined, below: SelectionTree | undefined): Shape {
    const shape = this.#bareShape(type, place, below);
    return (input, context, known) => {
      const found = shape(input, context, known);
      if (found === null)
        context.report(`Cannot return null for non-nullable ${described(place, type, context)}.`);
      return found === null || isInvalidValue(found) ? invalid : found;
    };
  }

  #list(item: Type, name: string, below: SelectionTree | undefined): Shape {
    const shape = this.#shape(item, undefined, below);
    return (input, context, known) => {
      if (!Array.isArray(input)) throw misfit(`non-list value ${input}`, `list type ${name}`);
      const before = known as unknown[] | undefined;
      if (before && before.length !== input.length)
        throw new Error(
          `[${input}].length (${input.length}) !== [${before}].length (${before.length})`,
        );
      let hasInvalidItem = false;
      const items = input.map((one, index) => {
        const found = shape(one, context.in(index), before?.[index]);
        context.out();
        if (found === invalid) hasInvalidItem = true;
        return isInvalidValue(found) ? null : found;
      });
      return hasInvalidItem ? nullReported : items;
    };
  }

  #composite(
    declared: CompositeType,
    place: string | undefined,
    below: SelectionTree | undefined,
  ): Shape {
    const shown = below ?? { selections: [] };
    return (input, context, known) => {
      if (typeof input !== 'object')
        throw misfit(`non-object value ${input}`, `composite type ${declared}`);
      const tree = input as Tree;
      const typename = tree[typenameKey];
      if (typename !== undefined && typeof typename !== 'string')
        throw new Error(`Invalid non-string value ${typename} for __typename at ${context.path}`);
      let type = declared;
      if (typename) {
        const found = this.#schema.type(typename);
        if (!found || !isCompositeType(found)) {
          const at = described(place, declared, context);
          context.report(`Invalid __typename found for object at ${at}.`);
          return nullReported;
        }
        type = found;
      }
      const there = { input: tree, known: known as Tree | undefined };
      return this.#write({ shown, type, typename }, there, context) ?? nullReported;
    };
  }
}

interface ShapeTarget {
  input: Tree;
  output: Tree;
}

function runSteps(
  steps: readonly FieldWriter[],
  { input, output }: ShapeTarget,
  context: ShapeContext,
): Tree | null {
  for (const step of steps) if (!step(input, output, context)) return null;
  return output;
}

interface Leaf {
  key: string;
  read(input: Tree): unknown;
  fits(value: unknown): boolean;
}

/** Fast path for present, valid values; only others need their path for an error. */
function withFastPath(step: FieldWriter, { key, read, fits }: Leaf): FieldWriter {
  return (input, output, context) => {
    const value = read(input);
    if (value === undefined || value === null || output[key] !== undefined || !fits(value))
      return step(input, output, context);
    output[key] = value;
    return true;
  };
}

function leaf(fits: (value: unknown) => boolean, type: Type, place: string | undefined): Shape {
  return (input, context) => {
    if (fits(input)) return input;
    context.report(`Invalid value found for ${described(place, type, context)}.`);
    return nullReported;
  };
}
