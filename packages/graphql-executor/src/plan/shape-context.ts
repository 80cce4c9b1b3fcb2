/** The state of shaping one response: the current path and the errors found so far. */

import { GraphQLError } from 'graphql';

/** The value is null and the error is reported. */
export const nullReported = Symbol('nullReported');
/** The value is null where it must not be, so the enclosing object or list is null as well. */
export const invalid = Symbol('invalid');
export type InvalidValue = typeof nullReported | typeof invalid;

export const isInvalidValue = (value: unknown): value is InvalidValue =>
  value === nullReported || value === invalid;

export class ShapeContext {
  readonly path: (string | number)[] = [];
  readonly errors: GraphQLError[] = [];
  /** Whether errors are collected. */
  readonly #collectErrors: boolean;

  constructor(collectErrors: boolean) {
    this.#collectErrors = collectErrors;
  }

  in(key: string | number): this {
    this.path.push(key);
    return this;
  }

  out(): void {
    this.path.pop();
  }

  report(message: string): void {
    if (!this.#collectErrors) return;
    const extensions = { code: 'INVALID_GRAPHQL' };
    this.errors.push(new GraphQLError(message, { path: [...this.path], extensions }));
  }
}

/** Describes a value in errors; `place` is absent for list items. */
export const described = (
  place: string | undefined,
  type: unknown,
  { path }: ShapeContext,
): string => place ?? `array element of type ${type} at index ${path.at(-1)}`;

export const misfit = (what: string, expected: string): Error =>
  new Error(`Invalid ${what} returned by subgraph for ${expected}`);
