/** Variants of a document by the values of its @skip and @include conditions. */

import type { DocumentNode } from 'graphql';
import { Kind, visit } from 'graphql';

/** Value of each condition of a request by variable name. */
export type ConditionValues = Readonly<Record<string, boolean>>;

/** Names of the variables in conditions, in document order. */
export function conditionNames(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: given = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Bounds the memory: beyond it the oldest variant is dropped and compiled again when needed. */
const maxVariants = 4;

/** Maximum number of cached variants of a document. */
export const countVariants = (document: DocumentNode): number =>
  Math.min(maxVariants, 2 ** conditionNames(document).length);

/** Caches one value for each combination of a document's conditions. */
export class VariantCache<T> {
  readonly #names: readonly string[];
  readonly #make: (values: ConditionValues) => T;
  readonly #made = new Map<string, T>();
  #only: T | undefined;

  constructor(names: readonly string[], make: (values: ConditionValues) => T) {
    this.#names = names;
    this.#make = make;
  }

  /** `variables` hold their defaults; an absent one counts as false. */
  of(variables: Readonly<Record<string, unknown>>): T {
    if (this.#names.length === 0) {
      this.#only ??= this.#make({});
      return this.#only;
    }
    const key = this.#names.map((name) => (variables[name] === true ? '1' : '0')).join('');
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = this.#make(
      Object.fromEntries(this.#names.map((name) => [name, variables[name] === true])),
    );
    this.#made.set(key, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > maxVariants && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}
