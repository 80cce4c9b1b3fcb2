/** The WebSocket at `/graphql`: graphql-transport-ws with limits; sockets close when their session ends. */

import { setTimeout as pause } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import { DomainError } from '@nameloan/contracts/errors';
import { newId } from '@nameloan/runtime/id';
import type { Log } from '@nameloan/runtime/log';
import { clientNetwork } from '@nameloan/security/client-network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { parse } from 'graphql';
import type { Context, Server } from 'graphql-ws';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { apiError, toApiError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { RevocationList } from '../auth/revocation-list.ts';
import type { Authenticator } from '../auth/sign-in.ts';
import { messages, readSocketToken } from '../auth/sign-in.ts';
import type { RateLimits } from '../limits.ts';
import type { GatewayReplicas } from '../replicas/replicas.ts';
import { keepAlive } from './keep-alive.ts';
import { MessageRateLimit } from './messages.ts';
import { toGraphqlError } from './read-as-subscriber.ts';
import { SocketCounts } from './socket-counts.ts';
import type { Subscriber } from './subscriber.ts';

/** Across all gateways. An account has one socket per tab and device. */
const maxSockets = { network: 200, account: 100 };
const maxSubscriptionsPerSocket = 50;
const maxMessageBytes = 64 * 1024;
/** Fragments have a large memory overhead; clients send a message in one or a few of them. */
const messageLimits = { maxFragments: 64, maxBufferedChunks: 256 };
const maxBacklogBytes = 1024 * 1024;
/** RFC 6455 allows 123 bytes, and the library quotes client input. */
const maxReasonLength = 40;
/** Closes 5,000 sockets within 2.5 seconds. */
const disconnectBatchSize = 100;
const disconnectIntervalMs = 50;
const maxCloseMs = 2000;
/** The maximum delay of setTimeout. */
const maxTimerMs = 2_147_483_647;
/** RFC 6455 and graphql-transport-ws close codes. */
const closeCode = { restart: 1012, tryLater: 1013, forbidden: 4403, tooMany: 4429 };

/** The subscription that a client requests. */
export interface SubscriptionRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export type SocketHandler = (socket: WebSocket, request: FastifyRequest) => void;

export interface SocketOptions {
  signIn: Authenticator;
  revoked: RevocationList;
  limits: RateLimits;
  replicas: GatewayReplicas;
  log: Log;
  subscribe(
    subscriptionRequest: SubscriptionRequest,
    caller: Caller,
  ): Promise<Subscriber | readonly GraphQLError[]>;
}

/** What belongs to one open socket. */
interface OpenSocket {
  socket: WebSocket;
  request: FastifyRequest;
  caller: Caller | undefined;
  subscribers: Set<Subscriber>;
  timer: NodeJS.Timeout | undefined;
  /** Functions that remove it from the counts. */
  unsubscribe: (() => void)[];
}

type SocketContext = Context<Record<string, unknown>, OpenSocket>;

/** A placeholder operation: the library checks only that it is a subscription. */
const placeholderOperation = parse('subscription { live }');

export class Sockets {
  readonly #options: SocketOptions;
  readonly #server: Server<OpenSocket>;
  readonly #open = new Set<OpenSocket>();
  readonly #counts: SocketCounts;
  #closing = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.replicas);
    this.#server = makeServer<Record<string, unknown>, OpenSocket>({
      connectionInitWaitTimeout: 10_000,
      onConnect: (ctx) => this.#connect(ctx),
      onSubscribe: (ctx, _id, payload) => this.#subscribe(ctx, payload as SubscriptionRequest),
      subscribe: (given) => (given as unknown as { contextValue: Subscriber }).contextValue,
    });
    options.revoked.onEnded((sessionId) => this.#endSession(sessionId));
  }

  async attach(app: FastifyInstance): Promise<void> {
    await app.register(websocket, {
      options: { maxPayload: maxMessageBytes, ...messageLimits, handleProtocols },
      preClose: (done) => done(),
    });
  }

  handler: SocketHandler = (socket, request) => {
    const network = `network ${clientNetwork(request.ip)}`;
    socket.on('error', () => socket.terminate());
    if (this.#closing) return socket.close(closeCode.restart, 'Please reconnect');
    if (this.#tooMany(network, maxSockets.network))
      return socket.close(closeCode.tryLater, 'Too many sockets');
    const unsubscribe = [this.#counts.add(network)];
    const open: OpenSocket = {
      socket,
      request,
      caller: undefined,
      subscribers: new Set(),
      timer: undefined,
      unsubscribe,
    };
    this.#open.add(open);
    const stopPing = keepAlive(socket);
    const messageRateLimit = new MessageRateLimit();
    const closed = this.#server.opened(
      {
        protocol: socket.protocol,
        send: (data) => this.#send(open, data),
        close: (code, reason) => socket.close(code, reason?.slice(0, maxReasonLength)),
        onMessage: (take) =>
          socket.on('message', (data) => {
            if (messageRateLimit.isExceeded())
              return socket.close(closeCode.tooMany, 'Too many messages');
            take(String(data)).catch((error) => this.#failSocket(open, error));
          }),
      },
      open,
    );
    socket.once('close', (code, reason) => {
      stopPing();
      clearTimeout(open.timer);
      this.#open.delete(open);
      for (const each of unsubscribe) each();
      closed(code, String(reason)).catch(() => undefined);
    });
  };

  async #send({ socket }: OpenSocket, data: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxBacklogBytes) {
      socket.terminate();
      return;
    }
    socket.send(data);
  }

  #failSocket(open: OpenSocket, error: unknown): void {
    this.#options.log.error({ err: error }, 'socket failed');
    open.socket.close(1011, 'Internal error');
  }

  async #connect({ connectionParams, extra }: SocketContext): Promise<boolean> {
    const origin = {
      ip: extra.request.ip,
      userAgent: (extra.request.headers['user-agent'] ?? '').slice(0, 500),
      requestId: extra.request.id,
    };
    try {
      const token = readSocketToken(connectionParams);
      extra.caller = await this.#options.signIn.authenticate(token, origin);
    } catch (error) {
      const retryLater = error instanceof DomainError && error.code === 'UNAVAILABLE';
      const sentence = error instanceof DomainError ? error.message : messages.invalid;
      extra.socket.close(
        retryLater ? closeCode.tryLater : closeCode.forbidden,
        sentence.slice(0, 120),
      );
      return false;
    }
    if (!this.#countAccount(extra)) {
      extra.socket.close(closeCode.tryLater, 'Too many sockets');
      return false;
    }
    const endsMs = extra.caller.tokenEndsMs;
    if (endsMs === undefined) return true;
    const leftMs = Math.min(maxTimerMs, Math.max(0, endsMs - Date.now()));
    extra.timer = setTimeout(() => this.#end(extra, messages.expired), leftMs);
    return true;
  }

  #tooMany(key: string, max: number): boolean {
    return this.#options.limits.on && this.#counts.of(key) >= max;
  }

  #countAccount({ caller, unsubscribe, socket }: OpenSocket): boolean {
    if (caller?.actor.kind !== 'account') return true;
    const account = `account ${caller.actor.accountId}`;
    if (this.#tooMany(account, maxSockets.account)) return false;
    // The socket may have closed during authentication.
    if (socket.readyState === socket.OPEN) unsubscribe.push(this.#counts.add(account));
    return true;
  }

  async #subscribe(ctx: SocketContext, payload: SubscriptionRequest) {
    const { extra } = ctx;
    if (!extra.caller)
      return [toGraphqlError(apiError('UNAUTHENTICATED', messages.missing), newId())];
    const requestId = newId();
    if (Object.keys(ctx.subscriptions).length > maxSubscriptionsPerSocket) {
      const sentence = `At most ${maxSubscriptionsPerSocket} subscriptions are allowed per socket. End one first.`;
      return [toGraphqlError(apiError('TOO_MANY_REQUESTS', sentence), requestId)];
    }
    const rejection = await this.#count(extra.caller, requestId);
    if (rejection) return [rejection];
    const watch = await this.#options.subscribe(payload, extra.caller.withRequestId(requestId));
    if (Array.isArray(watch)) return watch as readonly GraphQLError[];
    const started = watch as Subscriber;
    extra.subscribers.add(started);
    started.onEnded(() => extra.subscribers.delete(started));
    if (!this.#open.has(extra)) await started.return();
    return { schema: {} as GraphQLSchema, document: placeholderOperation, contextValue: started };
  }

  /** Starting a subscription causes reads, so it counts as a request; returns the error once the limit is exceeded. */
  async #count({ actor }: Caller, requestId: string): Promise<GraphQLError | undefined> {
    try {
      await this.#options.limits.countRequest(actor);
      return undefined;
    } catch (error) {
      return toGraphqlError(toApiError(error), requestId);
    }
  }

  #endSession(sessionId: string): void {
    for (const open of [...this.#open]) {
      const actor = open.caller?.actor;
      if (actor?.kind === 'account' && actor.sessionId === sessionId)
        this.#end(open, messages.ended);
    }
  }

  /** Ends every subscription with an error, then closes the socket, so that the client reconnects with a new token. */
  #end(open: OpenSocket, sentence: string): void {
    const requestId = open.caller?.actor.requestId ?? '';
    for (const subscriber of [...open.subscribers]) {
      subscriber.end(toGraphqlError(apiError('UNAUTHENTICATED', sentence), requestId));
    }
    setTimeout(() => open.socket.close(closeCode.forbidden, sentence), 50).unref();
  }

  /** Counts of open sockets by network and account. */
  get counts(): SocketCounts {
    return this.#counts;
  }

  /** Makes every client reconnect and catch up after signals were missed. */
  disconnectAll(): void {
    for (const { socket } of this.#open) socket.close(closeCode.tryLater, 'Please reconnect');
  }

  /**
   * Closes every socket with 1012 (service restart), a few at a time, so that the clients do not all reconnect to the
   * next gateway at once. Waits at most two seconds for each.
   */
  async close(): Promise<void> {
    this.#closing = true;
    const closed: Promise<void>[] = [];
    for (const { socket } of this.#open) {
      closed.push(closeForRestart(socket));
      if (closed.length % disconnectBatchSize === 0) await pause(disconnectIntervalMs);
    }
    await Promise.all(closed);
  }
}

/** Terminates the socket if the client does not complete the close in time. */
function closeForRestart(socket: WebSocket): Promise<void> {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), maxCloseMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(closeCode.restart, 'Please reconnect');
  });
}
