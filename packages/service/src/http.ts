/** A service's internal HTTP door: GraphQL, health, the sandbox's clock, and routes of its own. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor.ts';
import { actorHeader } from '@nameloan/contracts/actor.ts';
import { DomainError, httpStatus } from '@nameloan/contracts/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { z } from 'zod';
import { verifyActor } from './actor.ts';
import { newId } from './id.ts';
import type { Keyring } from './keyring.ts';
import { sameSecret } from './keyring.ts';
import type { Log } from './log.ts';
import type { Readiness } from './readiness.ts';
import { asUnavailable } from './store/database-unavailable.ts';
import type { DeadLetters } from './store/dead-letters.ts';
import { traceRequests } from './trace-requests.ts';

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
  /** Takes these keys, if any are given, and seals anew what rests here; resolves to how many texts. */
  rotateKeys(keys: { current: string; also?: string | undefined } | undefined): Promise<number>;
  /** Absent: no sandbox, no moving clock. */
  moveClock?: { secret: string; move(offsetMs: number): Promise<boolean> };
}

/** The actor that the gateway signed for this request; UNAUTHENTICATED otherwise. */
export function actorOf(request: FastifyRequest, keyring: Keyring): Actor {
  const actor = verifyActor(request.headers[actorHeader] as string | undefined, keyring);
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'This door is for the gateway.');
  return actor;
}

/** The account that the gateway signed for this request; UNAUTHENTICATED for visitors. */
export function accountOf(request: FastifyRequest, keyring: Keyring): AccountActor {
  const actor = actorOf(request, keyring);
  if (actor.kind === 'account') return actor;
  throw new DomainError('UNAUTHENTICATED', 'Please log in first.');
}

/** For parts and the operator's own command; UNAUTHENTICATED without one of the installation's secrets. */
export function requireSecret(request: FastifyRequest, keyring: Keyring): void {
  if (keyring.accepts(request.headers['x-nameloan-secret'])) return;
  throw new DomainError('UNAUTHENTICATED', 'This door is for the installation itself.');
}

export function createHttp(options: HttpOptions): HttpServer {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    // What still comes in on an open connection during a stop is answered, not turned away.
    return503OnClosing: false,
    genReqId: () => newId(),
    routerOptions: { ignoreTrailingSlash: true },
  });
  // A trace that a part has begun goes on here; polls begin none. A GraphQL request carries its own inside.
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
    options.log.error({ err: error }, 'a request failed');
    return reply.code(500).send({ message: 'Something went wrong on our side.', code: 'INTERNAL' });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is nothing here.', code: 'NOT_FOUND' }),
  );
  // Whoever keeps a connection to us looks for another replica with the next request.
  app.addHook('onSend', async (_request, reply) => {
    if (options.readiness.leaving) reply.header('connection', 'close');
  });
  // Depends on nobody: a restart mends nothing that is wrong elsewhere.
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

/** A kept-alive connection that was busy when the stop began would hold the stop up until it times out. */
export function closeAsTheyFallIdle(app: HttpServer): void {
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(sweep));
    done();
  });
}

/** For the person who operates it: what was put aside, and the way back once the cause is mended. */
function addDeadLetters(app: HttpServer, { deadLetters, keyring }: HttpOptions): void {
  app.get('/dead-letters', async (request) => {
    requireSecret(request, keyring);
    return { count: await deadLetters.count(), oldest: await deadLetters.list() };
  });
  app.post('/dead-letters/retry', async (request) => {
    requireSecret(request, keyring);
    return deadLetters.retry();
  });
  app.delete<{ Params: { id: string } }>('/dead-letters/:id', async (request, reply) => {
    requireSecret(request, keyring);
    if (await deadLetters.dismiss(request.params.id)) return reply.code(204).send();
    throw new DomainError('NOT_FOUND', 'There is no such letter.');
  });
}

/** docs/keys.md says how an operator changes the installation's secret. */
function addKeyChange(app: HttpServer, { rotateKeys, keyring }: HttpOptions): void {
  const secret = z.string().min(32);
  const keys = z.strictObject({ current: secret, also: secret.optional() });
  const none = z.strictObject({}).transform(() => undefined);
  const shape = z.union([keys, none]).nullish();
  app.post('/keys', async (request) => {
    requireSecret(request, keyring);
    const body = shape.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'Needed: current, perhaps also.');
    return { resealed: await rotateKeys(body.data ?? undefined) };
  });
}

function addClock(app: HttpServer, options: HttpOptions): void {
  const { moveClock } = options;
  if (!moveClock) return;
  const shape = z.object({ offsetMs: z.number().int().min(0) });
  app.post('/clock', async (request) => {
    if (!sameSecret(request.headers['x-sandbox-secret'], moveClock.secret)) {
      throw new DomainError('UNAUTHENTICATED', 'This door is for the sandbox.');
    }
    const body = shape.safeParse(request.body);
    if (!body.success) throw new DomainError('INVALID_INPUT', 'offsetMs is missing.');
    return { busy: await moveClock.move(body.data.offsetMs) };
  });
}
