/** Extends the public schema with the live subscriptions, which no service provides. */

import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { extendSchema, parse } from 'graphql';

const liveSdl = parse(readFileSync(new URL('./live.graphql', import.meta.url), 'utf8'));

export function extendWithLive(schema: GraphQLSchema): GraphQLSchema {
  return extendSchema(schema, {
    ...liveSdl,
    definitions: [...liveSdl.definitions, rootDefinition()],
  });
}

/** The federated schema declares its root types explicitly, so the subscription root must be added to them. */
function rootDefinition() {
  const [definition] = parse('extend schema { subscription: Subscription }').definitions;
  if (!definition) throw new Error('the schema extension is empty');
  return definition;
}
