/** One request's way through its answer: where it is, and what it found that does not fit. */

import { GraphQLError } from 'graphql';

/** Null, and why was told. */
export const told = Symbol('told');
/** Null where null cannot be: nor can the object or list around it. */
export const invalid = Symbol('invalid');
export type Unfit = typeof told | typeof invalid;

export const isUnfit = (value: unknown): value is Unfit => value === told || value === invalid;

export class Shaping {
  readonly path: (string | number)[] = [];
  readonly faults: GraphQLError[] = [];
  /** Whether anyone will see the faults. */
  readonly #heard: boolean;

  constructor(heard: boolean) {
    this.#heard = heard;
  }

  in(key: string | number): this {
    this.path.push(key);
    return this;
  }

  out(): void {
    this.path.pop();
  }

  tell(message: string): void {
    if (!this.#heard) return;
    const extensions = { code: 'INVALID_GRAPHQL' };
    this.faults.push(new GraphQLError(message, { path: [...this.path], extensions }));
  }
}

/** `place`: in words; absent for an item of a list. */
export const described = (place: string | undefined, type: unknown, { path }: Shaping): string =>
  place ?? `array element of type ${type} at index ${path.at(-1)}`;

export const misfit = (what: string, expected: string): Error =>
  new Error(`Invalid ${what} returned by subgraph for ${expected}`);
