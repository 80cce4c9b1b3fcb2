/** Which of a document's @skip and @include hold: with the same ones it is the same document. */

import type { DocumentNode } from 'graphql';
import { Kind, visit } from 'graphql';

/** What each condition of one request is, by the name of its variable. */
export type ConditionValues = Readonly<Record<string, boolean>>;

/** Names of the variables that decide what a document selects, in their order there. */
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

/** Each takes memory of its own; with more, the oldest is made anew when it is asked for: few documents have as many. */
const mostKept = 4;

/** How many forms of a document are kept at the most. */
export const formsOf = (document: DocumentNode): number =>
  Math.min(mostKept, 2 ** conditionNames(document).length);

/** What is made once for each combination of a document's conditions. */
export class PerConditions<T> {
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
    if (this.#made.size > mostKept && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}
