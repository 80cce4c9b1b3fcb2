/** The WebSocket at `/graphql`: graphql-transport-ws with bounds, and an end when the session ends. */

import { setTimeout as pause } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Log } from '@nameloan/service/log.ts';
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
import { messages } from '../auth/sign-in.ts';
import type { RateLimits } from '../limits.ts';
import type { Peers } from '../replicas/replicas.ts';
import { Messages } from './messages.ts';
import { shownError } from './read-as-subscriber.ts';
import { SocketCounts } from './socket-counts.ts';
import type { Watch } from './subscriber.ts';

/** At all gateways together. An account has one in each tab and device. */
const socketsPer = { network: 200, account: 100 };
const subscriptionsPerSocket = 50;
const largestMessageBytes = 64 * 1024;
/** Each takes far more memory than it may hold; clients send a message in one, or in a few. */
const mostPieces = { maxFragments: 64, maxBufferedChunks: 256 };
const largestBacklogBytes = 1024 * 1024;
const pingEveryMs = 15_000;
/** RFC 6455 allows 123 bytes, and the library puts a client's own words in. */
const longestReason = 40;
/** 5,000 sockets are gone within 2.5 seconds. */
const sentAwayAtOnce = 100;
const sentAwayEveryMs = 50;
/** Longest time that setTimeout can hold. */
const longestTimerMs = 2_147_483_647;
/** RFC 6455 and graphql-transport-ws close codes. */
const closeCode = { restart: 1012, tryLater: 1013, forbidden: 4403, tooMany: 4429 };

/** What a client asked to watch. */
export interface Asked {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export type SocketHandler = (socket: WebSocket, request: FastifyRequest) => void;

export interface SocketOptions {
  signIn: Authenticator;
  revoked: RevocationList;
  limits: RateLimits;
  peers: Peers;
  log: Log;
  watch(asked: Asked, caller: Caller): Promise<Watch | readonly GraphQLError[]>;
}

/** What belongs to one open socket. */
interface Open {
  socket: WebSocket;
  request: FastifyRequest;
  caller: Caller | undefined;
  watches: Set<Watch>;
  timer: NodeJS.Timeout | undefined;
  /** Takes it out of the counts. */
  letGo: (() => void)[];
}

type Ctx = Context<Record<string, unknown>, Open>;

/** Any operation that is a subscription in form: the library only looks at its kind. */
const form = parse('subscription { live }');

export class Sockets {
  readonly #options: SocketOptions;
  readonly #server: Server<Open>;
  readonly #open = new Set<Open>();
  readonly #counts: SocketCounts;
  #closing = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.peers);
    this.#server = makeServer<Record<string, unknown>, Open>({
      connectionInitWaitTimeout: 10_000,
      onConnect: (ctx) => this.#connect(ctx),
      onSubscribe: (ctx, _id, payload) => this.#subscribe(ctx, payload as Asked),
      subscribe: (given) => (given as unknown as { contextValue: Watch }).contextValue,
    });
    options.revoked.onEnded((sessionId) => this.#endSession(sessionId));
  }

  async attach(app: FastifyInstance): Promise<void> {
    await app.register(websocket, {
      options: { maxPayload: largestMessageBytes, ...mostPieces, handleProtocols },
      preClose: (done) => done(),
    });
  }

  handler: SocketHandler = (socket, request) => {
    const network = `network ${clientNetwork(request.ip)}`;
    socket.on('error', () => socket.terminate());
    if (this.#closing) return socket.close(closeCode.restart, 'Please come back');
    if (this.#tooMany(network, socketsPer.network))
      return socket.close(closeCode.tryLater, 'Too many sockets');
    const letGo = [this.#counts.add(network)];
    const open: Open = {
      socket,
      request,
      caller: undefined,
      watches: new Set(),
      timer: undefined,
      letGo,
    };
    this.#open.add(open);
    const stopPing = keepAlive(socket);
    const messages = new Messages();
    const closed = this.#server.opened(
      {
        protocol: socket.protocol,
        send: (data) => this.#send(open, data),
        close: (code, reason) => socket.close(code, reason?.slice(0, longestReason)),
        onMessage: (take) =>
          socket.on('message', (data) => {
            if (messages.tooMany()) return socket.close(closeCode.tooMany, 'Too many messages');
            take(String(data)).catch((error) => this.#broken(open, error));
          }),
      },
      open,
    );
    socket.once('close', (code, reason) => {
      stopPing();
      clearTimeout(open.timer);
      this.#open.delete(open);
      for (const each of letGo) each();
      closed(code, String(reason)).catch(() => undefined);
    });
  };

  async #send({ socket }: Open, data: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > largestBacklogBytes) {
      socket.terminate();
      return;
    }
    socket.send(data);
  }

  #broken(open: Open, error: unknown): void {
    this.#options.log.error({ err: error }, 'a socket failed');
    open.socket.close(1011, 'Internal error');
  }

  async #connect({ connectionParams, extra }: Ctx): Promise<boolean> {
    const token = connectionParams?.accessToken;
    const origin = {
      ip: extra.request.ip,
      userAgent: (extra.request.headers['user-agent'] ?? '').slice(0, 500),
      requestId: extra.request.id,
    };
    const absent = token === undefined || token === null || token === '';
    try {
      extra.caller = await this.#options.signIn.authenticate(
        absent ? undefined : String(token),
        origin,
      );
    } catch (error) {
      const later = error instanceof DomainError && error.code === 'UNAVAILABLE';
      const sentence = error instanceof DomainError ? error.message : messages.bad;
      extra.socket.close(later ? closeCode.tryLater : closeCode.forbidden, sentence.slice(0, 120));
      return false;
    }
    if (!this.#countAccount(extra)) {
      extra.socket.close(closeCode.tryLater, 'Too many sockets');
      return false;
    }
    const endsMs = extra.caller.tokenEndsMs;
    if (endsMs === undefined) return true;
    const leftMs = Math.min(longestTimerMs, Math.max(0, endsMs - Date.now()));
    extra.timer = setTimeout(() => this.#end(extra, messages.expired), leftMs);
    return true;
  }

  #tooMany(key: string, most: number): boolean {
    return this.#options.limits.on && this.#counts.of(key) >= most;
  }

  #countAccount({ caller, letGo, socket }: Open): boolean {
    if (caller?.actor.kind !== 'account') return true;
    const account = `account ${caller.actor.accountId}`;
    if (this.#tooMany(account, socketsPer.account)) return false;
    // It may have closed while its token was looked at.
    if (socket.readyState === socket.OPEN) letGo.push(this.#counts.add(account));
    return true;
  }

  async #subscribe(ctx: Ctx, payload: Asked) {
    const { extra } = ctx;
    if (!extra.caller) return [shownError(apiError('UNAUTHENTICATED', messages.missing), newId())];
    const requestId = newId();
    if (Object.keys(ctx.subscriptions).length > subscriptionsPerSocket) {
      const sentence = `At most ${subscriptionsPerSocket} subscriptions go over one socket.`;
      return [shownError(apiError('TOO_MANY_REQUESTS', sentence), requestId)];
    }
    const refused = await this.#count(extra.caller, requestId);
    if (refused) return [refused];
    const watch = await this.#options.watch(payload, extra.caller.withRequestId(requestId));
    if (Array.isArray(watch)) return watch as readonly GraphQLError[];
    const started = watch as Watch;
    extra.watches.add(started);
    started.onEnded(() => extra.watches.delete(started));
    if (!this.#open.has(extra)) await started.return();
    return { schema: {} as GraphQLSchema, document: form, contextValue: started };
  }

  /** Each start of a subscription makes services read, so it counts like a request; the refusal once used up. */
  async #count({ actor }: Caller, requestId: string): Promise<GraphQLError | undefined> {
    try {
      await this.#options.limits.countRequest(actor);
      return undefined;
    } catch (error) {
      return shownError(toApiError(error), requestId);
    }
  }

  #endSession(sessionId: string): void {
    for (const open of [...this.#open]) {
      const actor = open.caller?.actor;
      if (actor?.kind === 'account' && actor.sessionId === sessionId)
        this.#end(open, messages.ended);
    }
  }

  /** Every subscription says why it ends; then the socket closes, so that the client comes back with a new token. */
  #end(open: Open, sentence: string): void {
    const requestId = open.caller?.actor.requestId ?? '';
    for (const watch of [...open.watches]) {
      watch.end(shownError(apiError('UNAUTHENTICATED', sentence), requestId));
    }
    setTimeout(() => open.socket.close(closeCode.forbidden, sentence), 50).unref();
  }

  /** What is open here, by network and account. */
  get counts(): SocketCounts {
    return this.#counts;
  }

  /** Signals were missed: every client is to come back and catch up. */
  sendAway(): void {
    for (const { socket } of this.#open) socket.close(closeCode.tryLater, 'Please come back');
  }

  /**
   * Closes every socket with 1012, which says that it is to be opened anew: a few at a time, so that all who come
   * back do not meet at the next gateway's door. Waits for each at most two seconds.
   */
  async close(): Promise<void> {
    this.#closing = true;
    const closed: Promise<void>[] = [];
    for (const { socket } of this.#open) {
      closed.push(sendAway(socket));
      if (closed.length % sentAwayAtOnce === 0) await pause(sentAwayEveryMs);
    }
    await Promise.all(closed);
  }
}

function sendAway(socket: WebSocket): Promise<void> {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.terminate(), 2000);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(closeCode.restart, 'Please come back');
  });
}

/** Pings, and gives up on a peer that has not answered by the next time. */
function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, pingEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
