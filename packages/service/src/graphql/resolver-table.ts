/** What a table of resolvers must hold, told by the compiler: each query and mutation, and each field that its noun lacks. */

/** biome-ignore-all lint/suspicious/noExplicitAny: any resolver at all, only its answer counts */

type AnyResolver = (...given: any[]) => any;
type Answer<F> = F extends AnyResolver ? Awaited<ReturnType<F>> : never;

/** Names of the types that have fields: the subgraph runtime supplies the scalars. */
type Types<R> = {
  [K in keyof R]-?: NonNullable<R[K]> extends { name: string } ? never : K;
}[keyof R];

/** Fields that graphql-js reads from the noun by itself, because it has them under the same name; none of Query's. */
type DefaultResolved<Resolvers, Entity> = string extends keyof Entity
  ? never
  : DefaultResolvedFields<Resolvers, Entity>;

type DefaultResolvedFields<Resolvers, Entity> = {
  [F in keyof Resolvers]-?: F extends '__resolveReference'
    ? F
    : F extends keyof Entity
      ? Entity[F] extends Answer<NonNullable<Resolvers[F]>>
        ? F
        : never
      : never;
}[keyof Resolvers];

type TypeResolvers<Resolvers, Entity> = Required<
  Omit<Resolvers, DefaultResolved<Resolvers, Entity>>
> &
  Partial<Pick<Resolvers, DefaultResolved<Resolvers, Entity>>>;

/** Types of which nothing need be said. */
type OptionalTypes<R, Entities> = {
  [K in Types<R>]: K extends keyof Entities
    ? Partial<TypeResolvers<NonNullable<R[K]>, Entities[K]>> extends TypeResolvers<
        NonNullable<R[K]>,
        Entities[K]
      >
      ? K
      : never
    : never;
}[Types<R>];

/**
 * The whole table of a service. `R`: resolvers by type, as they are generated from the SDL; `Entities`: what
 * stands behind each type. A query, a mutation or a field without resolver is an error where its noun has
 * no such key, or one of another type.
 */
export type ResolverTable<R, Entities> = {
  [K in Exclude<Types<R>, OptionalTypes<R, Entities>>]: K extends keyof Entities
    ? TypeResolvers<NonNullable<R[K]>, Entities[K]>
    : never;
} & { [K in OptionalTypes<R, Entities>]?: R[K] };

/** A part of that table, for a noun to write down with `satisfies`. */
export type PartialResolverTable<R> = { [K in Types<R>]?: Partial<NonNullable<R[K]>> };
