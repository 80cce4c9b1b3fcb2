/** What an operation selects, as plain data: read once from the stock executor's own form of it. */

import type {
  CompositeType,
  Schema,
  Selection,
  SelectionSet,
  Type,
} from '@apollo/federation-internals';
import { Variable } from '@apollo/federation-internals';
import { LeftToStock } from './compile-nodes.ts';

export type Condition = { variable: string } | { holds: boolean };

export interface ShownField {
  kind: 'field';
  key: string;
  name: string;
  type: Type;
  below: Shown | undefined;
}

export interface ShownFragment {
  kind: 'fragment';
  on: CompositeType | undefined;
  below: Shown;
}

export type ShownOne = (ShownField | ShownFragment) & { skip?: Condition; include?: Condition };

/** A selection set; the same object for the same one. */
export interface Shown {
  selections: readonly ShownOne[];
}

export class ShownReader {
  readonly #schema: Schema;
  readonly #read = new Map<SelectionSet, Shown>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Throws LeftToStock for questions about the schema itself. */
  read(set: SelectionSet): Shown {
    const known = this.#read.get(set);
    if (known) return known;
    const shown = { selections: set.selections().map((one) => this.#one(one)) };
    this.#read.set(set, shown);
    return shown;
  }

  #one(selection: Selection): ShownOne {
    const { element } = selection;
    const schema = this.#schema;
    const [skip] = element.appliedDirectivesOf(schema.skipDirective());
    const [include] = element.appliedDirectivesOf(schema.includeDirective());
    const conditions = {
      ...(skip ? { skip: conditionOf(skip) } : {}),
      ...(include ? { include: conditionOf(include) } : {}),
    };
    if (selection.kind === 'FragmentSelection') {
      const { typeCondition: on } = selection.element;
      return { kind: 'fragment', on, below: this.read(selection.selectionSet), ...conditions };
    }
    const { definition, name } = selection.element;
    if (definition.isSchemaIntrospectionField()) throw new LeftToStock(`the field ${name}`);
    const below = selection.selectionSet && this.read(selection.selectionSet);
    const key = selection.element.responseName();
    return { kind: 'field', key, name, type: definition.type as Type, below, ...conditions };
  }
}

function conditionOf(directive: { arguments(): { if: unknown } }): Condition {
  const { if: value } = directive.arguments();
  return value instanceof Variable ? { variable: value.name } : { holds: value === true };
}
