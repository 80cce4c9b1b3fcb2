/** Fake services for the gateway's tests: real subgraphs over HTTP with the services' SDL and simple responses. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { Actor } from '@nameloan/contracts/actor';
import { actorHeader } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import { freePort } from '@nameloan/runtime/free-port';
import { verifyActor } from '@nameloan/security/actor';
import { Keyring } from '@nameloan/security/keyring';
import type { GraphQLOutputType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import {
  execute,
  GraphQLError,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { subgraphSdl } from '../compose.ts';

export const internalSecret = 'a secret of at least thirty-two characters';

/** Resolvers by `Type.field`; other fields return a value of their type. */
export type Replies = Record<string, (given: ReplyContext) => unknown>;

export interface ReplyContext {
  args: Record<string, unknown>;
  parent: Record<string, unknown>;
  actor: Actor;
}

export interface ReceivedRequest {
  service: ServiceName;
  actor: Actor | undefined;
  items: { query: string; variables?: Record<string, unknown> }[];
}

const leaves: Record<string, unknown> = {
  Int: 7,
  Float: 1.25,
  Boolean: true,
  Cents: 123_456,
  BasisPoints: 1250,
  DateTime: '2026-01-02T03:04:05.000Z',
  CalendarDate: '2026-01-02',
};

function replyByType(
  type: GraphQLOutputType,
  info: GraphQLResolveInfo,
  parent: Record<string, unknown>,
): unknown {
  if (isNonNullType(type)) return replyByType(type.ofType, info, parent);
  if (isListType(type)) return [replyByType(type.ofType, info, parent)];
  if (isObjectType(type)) return { id: `${type.name.toLowerCase()}-1` };
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (type.name === 'ID') return `${info.fieldName}-1`;
  return leaves[type.name] ?? `${info.fieldName} text`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The handler of an additional HTTP endpoint. */
export type Endpoint = (
  request: IncomingMessage,
  body: Buffer,
) => { status: number; type?: string; body: string };

export class FakeService {
  readonly name: ServiceName;
  readonly seen: ReceivedRequest[] = [];
  url = '';
  readonly #schema: GraphQLSchema;
  readonly #replies: Replies;
  readonly #endpoints: Record<string, Endpoint>;
  #server: Server | undefined;

  constructor(name: ServiceName, replies: Replies, endpoints: Record<string, Endpoint>) {
    this.name = name;
    this.#schema = buildSubgraphSchema({ typeDefs: parse(subgraphSdl(name)) });
    this.#replies = replies;
    this.#endpoints = endpoints;
  }

  async start(given?: number): Promise<void> {
    // A port outside the ephemeral range, so that it is still free after a restart.
    const port = given ?? (await freePort());
    const server = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    this.#server = undefined;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = request.url?.split('?')[0] ?? '';
    const endpoint = this.#endpoints[path];
    if (path === '/readyz') return this.#send(response, 200, '{"ok":true}');
    if (endpoint) {
      const { status, type, body: text } = endpoint(request, body);
      return this.#send(response, status, text, type);
    }
    if (path !== '/graphql')
      return this.#send(response, 404, '{"message":"nothing","code":"NOT_FOUND"}');
    const actor = verifyActor(request.headers[actorHeader] as string, new Keyring(internalSecret));
    const given = JSON.parse(body.toString());
    const items = Array.isArray(given) ? given : [given];
    this.seen.push({ service: this.name, actor, items });
    if (!actor) return this.#send(response, 401, '{}');
    const replies = await Promise.all(items.map((item) => this.#run(item, actor)));
    this.#send(response, 200, JSON.stringify(Array.isArray(given) ? replies : replies[0]));
  }

  #send(response: ServerResponse, status: number, text: string, type = 'application/json'): void {
    response.writeHead(status, { 'content-type': type }).end(text);
  }

  async #run(item: ReceivedRequest['items'][number], actor: Actor) {
    const document = parse(item.query);
    const errors = validate(this.#schema, document);
    if (errors.length > 0) return { errors: errors };
    const result = await execute({
      schema: this.#schema,
      document,
      variableValues: item.variables ?? {},
      contextValue: actor,
      fieldResolver: (parent, args, _context, info) =>
        this.#resolve(parent ?? {}, args, info, actor),
      typeResolver: (value) => (value as { __typename: string }).__typename,
    });
    if (!result.errors) return result;
    return { ...result, errors: result.errors.map(withCode) };
  }

  #resolve(
    parent: Record<string, unknown>,
    args: Record<string, unknown>,
    info: GraphQLResolveInfo,
    actor: Actor,
  ) {
    const reply = this.#replies[`${info.parentType.name}.${info.fieldName}`];
    if (reply) return reply({ args, parent, actor });
    if (Object.hasOwn(parent, info.fieldName)) return parent[info.fieldName];
    return replyByType(info.returnType, info, parent);
  }
}

function withCode(error: GraphQLError): GraphQLError {
  const cause = error.originalError;
  const given = cause instanceof DomainError ? cause : undefined;
  const code =
    given?.code ?? (cause && !(cause instanceof GraphQLError) ? 'INTERNAL' : 'INVALID_INPUT');
  const extensions = { code, ...given?.details };
  return new GraphQLError(error.message, { path: error.path, extensions });
}

/** Starts all five services with these replies and additional endpoints. */
export async function startFakeServices(
  replies: Replies = {},
  endpoints: Partial<Record<ServiceName, Record<string, Endpoint>>> = {},
): Promise<Map<ServiceName, FakeService>> {
  const all = new Map(
    serviceNames.map((name) => [name, new FakeService(name, replies, endpoints[name] ?? {})]),
  );
  await Promise.all([...all.values()].map((one) => one.start()));
  return all;
}
