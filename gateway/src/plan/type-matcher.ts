/** Whether an object of a subgraph's answer is of a type, by its `__typename`. */

import type { GraphQLSchema } from 'graphql';
import { isAbstractType, isInterfaceType, isObjectType } from 'graphql';
import type { Tree } from './merge-trees.ts';

/** `unknown`: what is said of an object that does not tell its type. */
export function tellerOf(
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
