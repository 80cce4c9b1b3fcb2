/** A service's internal HTTP server: GraphQL, health, dead letters, keys, the sandbox's clock, and its own routes. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor';
import { actorHeader } from '@nameloan/contracts/actor';
import { DomainError, httpStatus } from '@nameloan/contracts/errors';
import { asUnavailable } from '@nameloan/persistence/database-unavailable';
import type { DeadLetters } from '@nameloan/persistence/events/dead-letters';
import { newId } from '@nameloan/runtime/id';
import type { Log } from '@nameloan/runtime/log';
import { traceRequests } from '@nameloan/runtime/trace/trace-requests';
import { verifyActor } from '@nameloan/security/actor';
import type { Keyring } from '@nameloan/security/keyring';
import { sameSecret } from '@nameloan/security/keyring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { z } from 'zod';
import type { ClockOffsets } from '../sandbox-clock.ts';
import { clockOffsets } from '../sandbox-clock.ts';
import type { Readiness } from './readiness.ts';

const maxBatch = 25;
const maxBodyBytes = 4 * 1024 * 1024;

const graphqlRequest = z.object({
  query: z.string().max(200_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.object({ traceparent: z.string().optional() }).optional().catch(undefined),
});
const graphqlBatch = z.array(graphqlRequest).min(1).max(maxBatch);

export type HttpServer = FastifyInstance;
export type HttpReply = FastifyReply;

export interface HttpOptions {
  service: string;
  keyring: Keyring;
  log: Log;
  execute(request: z.infer<typeof graphqlRequest>, actor: Actor): Promise<unknown>;
  readiness: Readiness;
  deadLetters: DeadLetters;
  /** Switches to these keys if given, and re-encrypts the database; resolves to the number of re-encrypted values. */
  rotateKeys(keys: { current: string; also?: string | undefined } | undefined): Promise<number>;
  /** Absent without the sandbox. */
  moveClock?: { secret: string; move(offsets: ClockOffsets): Promise<boolean> };
}

/** The actor that the gateway signed for this request; UNAUTHENTICATED otherwise. */
export function actorOf(request: FastifyRequest, keyring: Keyring): Actor {
  const actor = verifyActor(request.headers[actorHeader] as string | undefined, keyring);
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'This endpoint is for the gateway.');
  return actor;
}

/** The account that the gateway signed for this request; UNAUTHENTICATED for visitors. */
export function accountOf(request: FastifyRequest, keyring: Keyring): AccountActor {
  const actor = actorOf(request, keyring);
  if (actor.kind === 'account') return actor;
  throw new DomainError('UNAUTHENTICATED', 'Please log in first.');
}

/** For services and the operator's command; UNAUTHENTICATED without one of the installation's secrets. */
export function requireSecret(request: FastifyRequest, keyring: Keyring): void {
  if (keyring.accepts(request.headers['x-nameloan-secret'])) return;
  throw new DomainError(
    'UNAUTHENTICATED',
    'This endpoint requires the secret of the installation.',
  );
}

export function createHttp(options: HttpOptions): HttpServer {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    // Requests on open connections are still served during a stop.
    return503OnClosing: false,
    genReqId: () => newId(),
    routerOptions: { ignoreTrailingSlash: true },
  });
  // Continues the caller's trace; health checks start none. A GraphQL request carries its trace in the body.
  traceRequests(app, {
    service: options.service,
    parentOf: ({ headers }) => headers.traceparent as string | undefined,
  });
  app.setErrorHandler((thrown, _request, reply) => {
    const error = asUnavailable(thrown);
    if (error instanceof DomainError) {
      const { code, message, details } = error;
      const { retryAfterSeconds, ...shown } = details;
      if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
      return reply.code(httpStatus[code]).send({ message, code, ...shown });
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status === 413)
      return reply.code(413).send({ message: 'This is too large.', code: 'TOO_LARGE' });
    if (status < 500)
      return reply.code(400).send({ message: 'This cannot be read.', code: 'INVALID_INPUT' });
    options.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ message: 'Something went wrong on our side.', code: 'INTERNAL' });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is nothing here.', code: 'NOT_FOUND' }),
  );
  // Makes keep-alive clients choose another replica for the next request.
  app.addHook('onSend', async (_request, reply) => {
    if (options.readiness.leaving) reply.header('connection', 'close');
  });
  // Checks no dependency: a restart does not repair another service.
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.readiness.now();
    return reply.code(ready.ok ? 200 : 503).send(ready);
  });
  app.post('/graphql', async (request) => {
    const actor = actorOf(request, options.keyring);
    const run = (one: z.infer<typeof graphqlRequest>) => options.execute(one, actor);
    if (!Array.isArray(request.body)) return run(readAs(graphqlRequest, request.body));
    return Promise.all(readAs(graphqlBatch, request.body).map(run));
  });
  closeAsTheyFallIdle(app);
  addDeadLetters(app, options);
  addKeyChange(app, options);
  addClock(app, options);
  return app;
}

function readAs<T>(shape: z.ZodType<T>, body: unknown): T {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw new DomainError('INVALID_INPUT', 'This is not a GraphQL request.');
}

/** Without this, a keep-alive connection that was busy when the stop began delays the stop until it times out. */
export function closeAsTheyFallIdle(app: HttpServer): void {
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(sweep));
    done();
  });
}

/** For the operator: dead letters, and their retry once the cause is fixed. */
function addDeadLetters(app: HttpServer, { deadLetters, keyring }: HttpOptions): void {
  app.get('/dead-letters', async (request) => {
    requireSecret(request, keyring);
    return { count: await deadLetters.count(), oldest: await deadLetters.list() };
  });
  app.post('/dead-letters/retry', async (request) => {
    requireSecret(request, keyring);
    return deadLetters.retryAll();
  });
  app.delete<{ Params: { id: string } }>('/dead-letters/:id', async (request, reply) => {
    requireSecret(request, keyring);
    if (await deadLetters.dismiss(request.params.id)) return reply.code(204).send();
    throw new DomainError('NOT_FOUND', 'There is no such dead letter.');
  });
}

/** See docs/keys.md for how an operator rotates the installation's secret. */
function addKeyChange(app: HttpServer, { rotateKeys, keyring }: HttpOptions): void {
  const secret = z.string().min(32);
  const keys = z.strictObject({ current: secret, also: secret.optional() });
  const none = z.strictObject({}).transform(() => undefined);
  const shape = z.union([keys, none]).nullish();
  app.post('/keys', async (request) => {
    requireSecret(request, keyring);
    const body = shape.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Required: current. Optional: also.');
    return { reencrypted: await rotateKeys(body.data ?? undefined) };
  });
}

function addClock(app: HttpServer, options: HttpOptions): void {
  const { moveClock } = options;
  if (!moveClock) return;
  app.post('/clock', async (request) => {
    if (!sameSecret(request.headers['x-sandbox-secret'], moveClock.secret)) {
      throw new DomainError('UNAUTHENTICATED', 'This endpoint is for the sandbox.');
    }
    const body = clockOffsets.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Required: offsetMs.');
    return { busy: await moveClock.move(body.data) };
  });
}
