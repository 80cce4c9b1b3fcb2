/** Types that require a resolver for each query, each mutation and each field that the entity does not have. */

/** biome-ignore-all lint/suspicious/noExplicitAny: matches any resolver; only its result type matters */

type AnyResolver = (...given: any[]) => any;
type Answer<F> = F extends AnyResolver ? Awaited<ReturnType<F>> : never;

/** Names of the types with fields: the subgraph runtime supplies the scalars. */
type Types<R> = {
  [K in keyof R]-?: NonNullable<R[K]> extends { name: string } ? never : K;
}[keyof R];

/** Fields that graphql-js reads from the entity's key of the same name; none for Query. */
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

/** Types that need no resolvers. */
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
 * All resolvers of a service. `R`: resolvers by type, as generated from the SDL; `Entities`: the entity behind each
 * type. A query, mutation or field without a resolver is a compile error unless its entity has a key of the same name
 * and type.
 */
export type ResolverTable<R, Entities> = {
  [K in Exclude<Types<R>, OptionalTypes<R, Entities>>]: K extends keyof Entities
    ? TypeResolvers<NonNullable<R[K]>, Entities[K]>
    : never;
} & { [K in OptionalTypes<R, Entities>]?: R[K] };

/** The resolvers that one entity contributes. */
export type PartialResolverTable<R> = { [K in Types<R>]?: Partial<NonNullable<R[K]>> };
