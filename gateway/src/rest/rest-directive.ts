/** The directives of stored operations: `@rest` makes one a REST call, `@leafFields` completes a fragment. */

import type { GraphQLDirective, OperationDefinitionNode } from 'graphql';
import { buildSchema, getDirectiveValues, parse } from 'graphql';

export interface RestRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path under `/api`; `{name}` is a variable of the operation. */
  path: string;
  summary: string;
  /** The value of a body field that chooses this operation among those of the same path. */
  when?: { field: string; is: string };
  /** Default: 200. */
  status?: number;
  /** The success message, added to the fields of the response. */
  message?: string;
  /** `MESSAGE`: only the message; `NOTHING`: an empty 204. Default: what the operation selects. */
  response?: 'MESSAGE' | 'NOTHING';
  /** Field of the response: an empty 204 once it has a value, the response with `status` before. */
  doneField?: string;
  /** Works without an access token. */
  public?: boolean;
  /** Ignores an access token, so that an expired one does not prevent a login or refresh. */
  ignoresToken?: boolean;
  /** Largest body; default 100 KB. */
  bodyLimitKilobytes?: number;
}

const directiveSdl = `
  directive @rest(
    method: RestMethod!
    path: String!
    summary: String!
    when: RestChoice
    status: Int
    message: String
    response: RestResponse
    doneField: String
    public: Boolean
    ignoresToken: Boolean
    bodyLimitKilobytes: Int
  ) on QUERY | MUTATION
  directive @leafFields(except: [String!]! = []) on FRAGMENT_DEFINITION
  enum RestMethod { GET POST DELETE }
  enum RestResponse { MESSAGE NOTHING }
  input RestChoice { field: String! is: String! }
`;

/** Extends a schema by them, so that stored operations can be validated. */
export const directiveDocument = parse(directiveSdl);

const definitions = buildSchema(`${directiveSdl} type Query { unused: ID }`);
export const directives = {
  rest: definitions.getDirective('rest') as GraphQLDirective,
  leafFields: definitions.getDirective('leafFields') as GraphQLDirective,
};

/** The route of an operation. Throws if it declares none. */
export function readRoute(definition: OperationDefinitionNode): RestRoute {
  const values = getDirectiveValues(directives.rest, definition);
  if (!values)
    throw new Error(`Stored operation ${definition.name?.value} has no @rest directive.`);
  return { ...values } as unknown as RestRoute;
}
