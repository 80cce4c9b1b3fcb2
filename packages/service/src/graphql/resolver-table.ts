/** What a table of resolvers must hold, told by the compiler: each query and mutation, and each field that its noun lacks. */

/** biome-ignore-all lint/suspicious/noExplicitAny: any resolver at all, only its answer counts */

type AnyResolver = (...given: any[]) => any;
type Answer<F> = F extends AnyResolver ? Awaited<ReturnType<F>> : never;

/** Names of the types that have fields: the subgraph runtime supplies the scalars. */
type Types<R> = {
  [K in keyof R]-?: NonNullable<R[K]> extends { name: string } ? never : K;
}[keyof R];

/** Fields that graphql-js reads from the noun by itself, because it has them under the same name; none of Query's. */
type Given<Resolvers, Noun> = string extends keyof Noun ? never : Named<Resolvers, Noun>;

type Named<Resolvers, Noun> = {
  [F in keyof Resolvers]-?: F extends '__resolveReference'
    ? F
    : F extends keyof Noun
      ? Noun[F] extends Answer<NonNullable<Resolvers[F]>>
        ? F
        : never
      : never;
}[keyof Resolvers];

type OneDoor<Resolvers, Noun> = Required<Omit<Resolvers, Given<Resolvers, Noun>>> &
  Partial<Pick<Resolvers, Given<Resolvers, Noun>>>;

/** Types of which nothing need be said. */
type Silent<R, Nouns> = {
  [K in Types<R>]: K extends keyof Nouns
    ? Partial<OneDoor<NonNullable<R[K]>, Nouns[K]>> extends OneDoor<NonNullable<R[K]>, Nouns[K]>
      ? K
      : never
    : never;
}[Types<R>];

/**
 * The whole table of a service. `R`: resolvers by type, as they are generated from the SDL; `Nouns`: what
 * stands behind each type. A query, a mutation or a field without resolver is an error where its noun has
 * no such key, or one of another type.
 */
export type Doors<R, Nouns> = {
  [K in Exclude<Types<R>, Silent<R, Nouns>>]: K extends keyof Nouns
    ? OneDoor<NonNullable<R[K]>, Nouns[K]>
    : never;
} & { [K in Silent<R, Nouns>]?: R[K] };

/** A part of that table, for a noun to write down with `satisfies`. */
export type SomeDoors<R> = { [K in Types<R>]?: Partial<NonNullable<R[K]>> };
