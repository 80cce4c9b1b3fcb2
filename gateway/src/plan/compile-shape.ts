/**
 * What was fetched becomes what was asked: the fields of the operation in their order, null where a value is missing or
 * does not fit. What it answers is what the stock executor answers, as it makes its answer in `computeResponse`.
 */

import type { CompositeType, Schema, Type } from '@apollo/federation-internals';
import {
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isSubtype,
} from '@apollo/federation-internals';
import type { ConditionValues } from '@nameloan/service/graphql/compiled/conditions.ts';
import { emptyOf, isOdd } from '@nameloan/service/graphql/compiled/object-template.ts';
import { fitsLeaf } from './fits-leaf.ts';
import type { Tree } from './merge-trees.ts';
import { emptyFor, ownOf } from './merge-trees.ts';
import type { Shaping, Unfit } from './shape-context.ts';
import { described, invalid, isUnfit, misfit, told } from './shape-context.ts';
import type { Condition, Shown, ShownField, ShownOne } from './shape-tree.ts';

/** `known`: what the answer has there already, where a key is selected more than once. */
type Shape = (input: unknown, shaping: Shaping, known: unknown) => unknown | Unfit;

/** Writes one field into the answer; false where the object cannot be. */
type Step = (input: Tree, output: Tree, shaping: Shaping) => boolean;

interface Steps {
  all: Step[];
  keys: string[];
  /** What they write into, unless the answer has something there already. */
  empty(): Tree;
}

const typenameKey = '__typename';

interface Told {
  shown: Shown;
  /** By the schema, or by the object itself. */
  type: CompositeType;
  /** What the object says of itself. */
  typename: string | undefined;
}

export class Shapes {
  readonly #schema: Schema;
  readonly #conditions: ConditionValues;
  /** Whether any key of the answer means something to every object. */
  readonly #odd: boolean;
  /** By selection set and the type that its object tells, empty where it tells none. */
  readonly #steps = new Map<Shown, Map<string, Steps>>();

  constructor(schema: Schema, { conditions, odd }: { conditions: ConditionValues; odd: boolean }) {
    this.#schema = schema;
    this.#conditions = conditions;
    this.#odd = odd;
  }

  /** The whole answer; null where the root itself cannot be. */
  root(shown: Shown, type: CompositeType): (input: Tree, shaping: Shaping) => Tree | null {
    return (input, shaping) => {
      const name = input[typenameKey];
      const typename = typeof name === 'string' ? name : undefined;
      if (!name || typename !== undefined)
        return this.#write({ shown, type, typename }, { input, known: undefined }, shaping);
      const output = emptyFor(this.#odd);
      return take(this.#untilFragment(shown, type, name), { input, output }, shaping);
    };
  }

  /** A fragment cannot be judged by such a name; what stands before it may have made the answer null already. */
  #untilFragment({ selections }: Shown, parent: CompositeType, name: unknown): Step[] {
    const steps: Step[] = [];
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
    at: Told,
    { input, known }: { input: Tree; known: Tree | undefined },
    shaping: Shaping,
  ): Tree | null {
    const steps = this.#stepsOf(at);
    return take(steps.all, { input, output: known ?? steps.empty() }, shaping);
  }

  #stepsOf({ shown, type, typename = '' }: Told): Steps {
    let byType = this.#steps.get(shown);
    if (!byType) {
      byType = new Map();
      this.#steps.set(shown, byType);
    }
    const found = byType.get(typename);
    if (found) return found;
    const steps: Steps = { all: [], keys: [], empty: () => emptyFor(this.#odd) };
    this.#collect(shown, { parent: type, typename }, steps);
    if (!this.#odd) steps.empty = emptyOf(steps.keys);
    // A subgraph may call its root whatever it likes.
    if (typename === '' || this.#schema.type(typename)) byType.set(typename, steps);
    return steps;
  }

  #collect(
    { selections }: Shown,
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

  #isLeftOut({ skip, include }: ShownOne): boolean {
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

  #step(field: ShownField, parent: CompositeType): Step {
    if (field.name === typenameKey) return this.#typename(field.key, parent);
    const { key, type, below } = field;
    const shape = this.#shape(type, `field ${parent}.${key}`, below);
    const read = isOdd(key) ? (input: Tree) => ownOf(input, key) : (input: Tree) => input[key];
    const step: Step = (input, output, shaping) => {
      const found = shape(read(input) ?? null, shaping.in(key), output[key]);
      shaping.out();
      output[key] = isUnfit(found) ? null : found;
      return found !== invalid;
    };
    const bare = isNonNullType(type) ? type.ofType : type;
    return below || isListType(bare) ? step : quickly(step, { key, read, fits: this.#fits(bare) });
  }

  #fits = (type: Type) => fitsLeaf(this.#schema, type);

  #typename(key: string, parent: CompositeType): Step {
    const plain = isObjectType(parent);
    return (input, output) => {
      if (output[key] !== undefined) return true;
      let name = ownOf(input, key) ?? null;
      if (name === null && key !== typenameKey) name = input[typenameKey] ?? null;
      const told = typeof name === 'string' ? this.#schema.type(name) : undefined;
      if (told ? !isObjectType(told) : !plain) return false;
      output[key] = (told ?? parent).name;
      return true;
    };
  }

  /** `place`: in words; a list's items have theirs by number. */
  #shape(type: Type, place: string | undefined, below: Shown | undefined): Shape {
    const shape = this.#bareShape(type, place, below);
    return (input, shaping, known) =>
      known === null || (known !== undefined && !below) ? known : shape(input, shaping, known);
  }

  #bareShape(type: Type, place: string | undefined, below: Shown | undefined): Shape {
    if (isNonNullType(type)) return this.#mustBe(type.ofType, place, below);
    const shape = isListType(type)
      ? this.#list(type.ofType, String(type), below)
      : isCompositeType(type)
        ? this.#composite(type, place, below)
        : leaf(this.#fits(type), type, place);
    return (input, shaping, known) => (input === null ? null : shape(input, shaping, known));
  }

  #mustBe(type: Type, place: string | undefined, below: Shown | undefined): Shape {
    const shape = this.#bareShape(type, place, below);
    return (input, shaping, known) => {
      const found = shape(input, shaping, known);
      if (found === null)
        shaping.tell(`Cannot return null for non-nullable ${described(place, type, shaping)}.`);
      return found === null || isUnfit(found) ? invalid : found;
    };
  }

  #list(item: Type, name: string, below: Shown | undefined): Shape {
    const shape = this.#shape(item, undefined, below);
    return (input, shaping, known) => {
      if (!Array.isArray(input)) throw misfit(`non-list value ${input}`, `list type ${name}`);
      const before = known as unknown[] | undefined;
      if (before && before.length !== input.length)
        throw new Error(
          `[${input}].length (${input.length}) !== [${before}].length (${before.length})`,
        );
      let unfit = false;
      const items = input.map((one, index) => {
        const found = shape(one, shaping.in(index), before?.[index]);
        shaping.out();
        if (found === invalid) unfit = true;
        return isUnfit(found) ? null : found;
      });
      return unfit ? told : items;
    };
  }

  #composite(declared: CompositeType, place: string | undefined, below: Shown | undefined): Shape {
    const shown = below ?? { selections: [] };
    return (input, shaping, known) => {
      if (typeof input !== 'object')
        throw misfit(`non-object value ${input}`, `composite type ${declared}`);
      const tree = input as Tree;
      const typename = tree[typenameKey];
      if (typename !== undefined && typeof typename !== 'string')
        throw new Error(`Invalid non-string value ${typename} for __typename at ${shaping.path}`);
      let type = declared;
      if (typename) {
        const found = this.#schema.type(typename);
        if (!found || !isCompositeType(found)) {
          const at = described(place, declared, shaping);
          shaping.tell(`Invalid __typename found for object at ${at}.`);
          return told;
        }
        type = found;
      }
      const there = { input: tree, known: known as Tree | undefined };
      return this.#write({ shown, type, typename }, there, shaping) ?? told;
    };
  }
}

interface Given {
  input: Tree;
  output: Tree;
}

function take(steps: readonly Step[], { input, output }: Given, shaping: Shaping): Tree | null {
  for (const step of steps) if (!step(input, output, shaping)) return null;
  return output;
}

interface Leaf {
  key: string;
  read(input: Tree): unknown;
  fits(value: unknown): boolean;
}

/** Most values are there and fit: only for others does it matter where they are. */
function quickly(step: Step, { key, read, fits }: Leaf): Step {
  return (input, output, shaping) => {
    const value = read(input);
    if (value === undefined || value === null || output[key] !== undefined || !fits(value))
      return step(input, output, shaping);
    output[key] = value;
    return true;
  };
}

function leaf(fits: (value: unknown) => boolean, type: Type, place: string | undefined): Shape {
  return (input, shaping) => {
    if (fits(input)) return input;
    shaping.tell(`Invalid value found for ${described(place, type, shaping)}.`);
    return told;
  };
}
