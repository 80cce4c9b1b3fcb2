/** The public schema with the live subscriptions in it, which no service has. */

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

/** The federated schema names its roots itself; the new one has to be named beside them. */
function rootDefinition() {
  const [definition] = parse('extend schema { subscription: Subscription }').definitions;
  if (!definition) throw new Error('the schema extension is empty');
  return definition;
}
