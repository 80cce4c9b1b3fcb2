/** The selection of an operation as plain data, converted once from the stock executor's representation. */

import type {
  CompositeType,
  Schema,
  Selection,
  SelectionSet,
  Type,
} from '@apollo/federation-internals';
import { Variable } from '@apollo/federation-internals';
import { NotCompilableError } from './compile-nodes.ts';

export type Condition = { variable: string } | { holds: boolean };

export interface SelectedField {
  kind: 'field';
  key: string;
  name: string;
  type: Type;
  below: SelectionTree | undefined;
}

export interface SelectedFragment {
  kind: 'fragment';
  on: CompositeType | undefined;
  below: SelectionTree;
}

export type SelectionNode = (SelectedField | SelectedFragment) & {
  skip?: Condition;
  include?: Condition;
};

/** A selection set; equal sets are the same object. */
export interface SelectionTree {
  selections: readonly SelectionNode[];
}

export class SelectionReader {
  readonly #schema: Schema;
  readonly #read = new Map<SelectionSet, SelectionTree>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Throws NotCompilableError for introspection. */
  read(set: SelectionSet): SelectionTree {
    const known = this.#read.get(set);
    if (known) return known;
    const shown = { selections: set.selections().map((one) => this.#one(one)) };
    this.#read.set(set, shown);
    return shown;
  }

  #one(selection: Selection): SelectionNode {
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
    if (definition.isSchemaIntrospectionField()) throw new NotCompilableError(`the field ${name}`);
    const below = selection.selectionSet && this.read(selection.selectionSet);
    const key = selection.element.responseName();
    return { kind: 'field', key, name, type: definition.type as Type, below, ...conditions };
  }
}

function conditionOf(directive: { arguments(): { if: unknown } }): Condition {
  const { if: value } = directive.arguments();
  return value instanceof Variable ? { variable: value.name } : { holds: value === true };
}
