/** Extends the public schema with the live subscriptions, which the services declare and the gateway provides. */

import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { extendSchema, Kind, parse, visit } from 'graphql';

const subscriptionRoot = `
  "Live updates over WebSocket. Each update is read with the subscriber's access, and the subscription ends with the token or the access."
  type Subscription
  extend schema { subscription: Subscription }
`;

/** The services' live fields, collected by compose.ts; each has a `@live` directive. */
export const liveFields = parse(
  readFileSync(new URL('../../live.graphql', import.meta.url), 'utf8'),
);

/** The federated schema declares its root types explicitly, so the subscription root must be added to them. */
export function extendWithLive(schema: GraphQLSchema, declared = liveFields): GraphQLSchema {
  // Clients see the fields without the directives, which only the gateway knows.
  const fields = visit(declared, { [Kind.DIRECTIVE]: () => null });
  const { definitions } = parse(subscriptionRoot);
  return extendSchema(schema, {
    kind: Kind.DOCUMENT,
    definitions: [...definitions, ...fields.definitions],
  });
}
