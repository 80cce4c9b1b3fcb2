/** Checks by `__typename` whether an object of a subgraph response has a type. */

import type { GraphQLSchema } from 'graphql';
import { isAbstractType, isInterfaceType, isObjectType } from 'graphql';
import type { Tree } from './merge-trees.ts';

/** `unknown`: the result for an object without `__typename`. */
export function typeMatcher(
  schema: GraphQLSchema,
  condition: string,
  unknown = false,
): (tree: Tree) => boolean {
  const wanted = schema.getType(condition);
  return ({ __typename: name }) => {
    if (!name) return unknown;
    if (name === condition) return true;
    const type = schema.getType(name as string);
    return (
      isAbstractType(wanted) &&
      (isObjectType(type) || isInterfaceType(type)) &&
      schema.isSubType(wanted, type)
    );
  };
}
