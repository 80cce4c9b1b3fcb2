/** Live subscriptions: joins each subscriber to a group, which follows a topic. */

import { DomainError } from '@nameloan/contracts/errors';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Bus } from '@nameloan/messaging/bus';
import type { Log } from '@nameloan/runtime/log';
import type { FastifyInstance } from 'fastify';
import type { DocumentNode } from 'graphql';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { ApiError } from '../api-error.ts';
import {
  apiError,
  parseGraphqlError,
  removeSuggestion,
  toApiError,
  unavailableError,
} from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { RevocationList } from '../auth/revocation-list.ts';
import type { Authenticator } from '../auth/sign-in.ts';
import { messages } from '../auth/sign-in.ts';
import type { CurrentGraph } from '../current-graph.ts';
import { bytesPerUnit, InvalidDocumentError } from '../graphql/documents.ts';
import { operationOf } from '../graphql/execute.ts';
import type { RateLimits } from '../limits.ts';
import type { GatewayReplicas } from '../replicas/replicas.ts';
import { ByteBudget } from '../request/byte-budget.ts';
import type { LiveArguments, LiveOperation } from './live-operation.ts';
import {
  compileSubscription,
  itemVariables,
  lastVariables,
  listVariables,
  readArguments,
} from './live-operation.ts';
import type { Read } from './read-as-subscriber.ts';
import { toGraphqlError } from './read-as-subscriber.ts';
import type { SocketHandler, SubscriptionRequest } from './socket.ts';
import { Sockets } from './socket.ts';
import { topicOf } from './sources.ts';
import { Subscriber } from './subscriber.ts';
import { SubscriptionGroup } from './subscription-group.ts';
import { Topics } from './topics.ts';

const megabyte = 1024 * 1024;
const maxTotalBytes = 64 * megabyte;
const maxAccountBytes = 2 * megabyte;
/** The first bytes of a subscription are not charged to the common budget, because hundreds share one short document. */
const freeBytesPerSubscription = 64 * 1024;

export interface LiveOptions {
  /** The current graph; subscriptions continue when it is replaced. */
  graph: Pick<CurrentGraph, 'now' | 'execute'>;
  bus: Pick<Bus, 'subscribe'>;
  signIn: Authenticator;
  revoked: RevocationList;
  limits: RateLimits;
  replicas: GatewayReplicas;
  log: Log;
}

interface GroupOptions {
  operation: LiveOperation;
  given: LiveArguments;
  accountId: string;
}

export class Live {
  readonly topics: Topics;
  readonly #options: LiveOptions;
  readonly #sockets: Sockets;
  readonly #groups = new Map<string, Promise<SubscriptionGroup>>();
  readonly #planned = new WeakSet<LiveOperation>();
  /** The memory budget for documents and variables of all subscriptions. */
  readonly #memory = new ByteBudget(maxTotalBytes);
  readonly #compiled = new WeakMap<DocumentNode, Map<string, LiveOperation>>();

  constructor(options: LiveOptions) {
    this.#options = options;
    // Signals were lost: clients reconnect, and `after` replays what they missed.
    this.topics = new Topics(options.bus, () => this.#sockets.disconnectAll());
    const { signIn, revoked, limits, replicas, log } = options;
    this.#sockets = new Sockets({
      signIn,
      revoked,
      limits,
      replicas,
      log,
      subscribe: (asked, caller) => this.subscribe(asked, caller),
    });
  }

  attach(app: FastifyInstance): Promise<void> {
    return this.#sockets.attach(app);
  }

  get handler(): SocketHandler {
    return this.#sockets.handler;
  }

  /** Counts of open sockets by network and account. */
  get sockets(): Iterable<[string, number]> {
    return this.#sockets.counts;
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }

  /** Starts a subscription; returns the errors if it cannot start. */
  async subscribe(
    asked: SubscriptionRequest,
    caller: Caller,
  ): Promise<Subscriber | readonly GraphQLError[]> {
    const { requestId } = caller.actor;
    const show = (given: ApiError) => [toGraphqlError(given, requestId)];
    try {
      const { operation, bytes } = await this.#read(asked, caller);
      const given = readArguments(this.#options.graph.now.schema, operation, asked.variables ?? {});
      if (caller.actor.kind === 'anonymous')
        return show(apiError('UNAUTHENTICATED', messages.missing));
      await this.#plan(operation, given, caller);
      const held = bytes + bytesPerUnit * JSON.stringify(given.variables).length;
      return await this.#start(operation, given, { caller, bytes: held });
    } catch (error) {
      const errors = error instanceof InvalidDocumentError ? error.errors : [error];
      if (errors.every((one) => one instanceof GraphQLError)) {
        return errors.flatMap((one) =>
          show(parseGraphqlError(one) ?? apiError('INVALID_INPUT', removeSuggestion(one.message))),
        );
      }
      if (error instanceof DomainError) return show(toApiError(error));
      this.#options.log.error({ err: error, requestId }, 'subscription cannot start');
      return show(unavailableError());
    }
  }

  /** Parses and validates the document like any other operation, and compiles it once. Throws InvalidDocumentError. */
  async #read({ query, operationName }: SubscriptionRequest, caller: Caller) {
    const { schema, documents } = this.#options.graph.now;
    const { document, bytes } = await documents.read(query, caller);
    const name = operationName ?? '';
    const compiled = this.#compiled.get(document) ?? new Map<string, LiveOperation>();
    this.#compiled.set(document, compiled);
    const known = compiled.get(name);
    if (known) return { operation: known, bytes };
    const definition = operationOf(document, operationName || undefined);
    if (definition?.operation !== OperationTypeNode.SUBSCRIPTION) {
      const sentence = 'This socket accepts only subscriptions; send other operations over HTTP.';
      throw new InvalidDocumentError([new GraphQLError(sentence)]);
    }
    const fresh = compileSubscription(schema, document, definition);
    compiled.set(name, fresh);
    return { operation: fresh, bytes };
  }

  /** Plans the reads of a subscription once, charged to the first client that uses it. */
  async #plan(operation: LiveOperation, { variables }: LiveArguments, caller: Caller) {
    if (this.#planned.has(operation)) return;
    const { graph, limits } = this.#options;
    const { read, replay, last, source } = operation;
    const id = source.of === undefined ? undefined : 'any';
    const list = listVariables(variables, { id, after: 'any' });
    const one = itemVariables(variables, 'any');
    const wanted: Pick<Read, 'document' | 'variables'>[] = [
      { document: read, variables: source.kind === 'LIST' ? list : one },
    ];
    if (replay) wanted.push({ document: replay, variables: list });
    if (last) wanted.push({ document: last, variables: lastVariables(id, 'any') });
    for (const query of wanted) {
      await limits.chargeNewDocument(caller.actor, () =>
        graph.execute({ ...query, actor: caller, planOnly: true }),
      );
    }
    this.#planned.add(operation);
  }

  async #start(
    operation: LiveOperation,
    given: LiveArguments,
    { caller, bytes }: { caller: Caller; bytes: number },
  ): Promise<Subscriber> {
    const accountId = caller.actor.kind === 'account' ? caller.actor.accountId : '';
    const viewer = operation.dependsOnViewer ? accountId : '';
    const { after: _, ...lasting } = given.args;
    const key = JSON.stringify([operationKey(operation), lasting, given.variables, viewer]);
    const wanted = { ownBytes: bytes, sharedBytes: Math.max(0, bytes - freeBytesPerSubscription) };
    this.#memory.reserve(accountId, wanted, maxAccountBytes);
    const releases = [() => this.#memory.release(accountId, wanted)];
    const subscriber = new Subscriber(caller, () => {
      for (const release of releases) release();
    });
    try {
      const group = await this.#joinGroup(key, subscriber, { operation, given, accountId });
      // Access is revoked per account, whatever the topic of the subscription is.
      const onRights = (signal: { what: string }) => {
        if (signal.what === 'rights') group.recheck();
      };
      const release = await this.topics.subscribe(accountTopic(accountId), onRights);
      if (subscriber.ended) release();
      else releases.push(release);
      void group.replayAndJoin(subscriber, given);
      return subscriber;
    } catch (error) {
      await subscriber.return();
      throw error;
    }
  }

  /** Adds a subscriber to its group; recreates a group that was closed in the meantime. */
  async #joinGroup(
    key: string,
    subscriber: Subscriber,
    options: GroupOptions,
  ): Promise<SubscriptionGroup> {
    for (;;) {
      const started = this.#group(key, options);
      const group = await started;
      if (this.#groups.get(key) !== started) continue;
      group.join(subscriber, options.given);
      subscriber.onEnded(() => this.#leave(key, group, subscriber));
      return group;
    }
  }

  #group(key: string, { operation, given, accountId }: GroupOptions): Promise<SubscriptionGroup> {
    const known = this.#groups.get(key);
    if (known) return known;
    const group = new SubscriptionGroup({ operation, given, execute: this.#options.graph.execute });
    const started = this.topics
      .subscribe(topicOf(operation.source, given.args, accountId), group.handleSignal)
      .then((unsubscribe) => {
        group.unsubscribe = unsubscribe;
        return group;
      });
    this.#groups.set(key, started);
    started.catch(() => this.#groups.delete(key));
    return started;
  }

  #leave(key: string, group: SubscriptionGroup, subscriber: Subscriber): void {
    group.members.delete(subscriber);
    if (group.members.size > 0) return;
    this.#groups.delete(key);
    group.close();
  }
}

const keys = new WeakMap<LiveOperation, number>();
let lastKey = 0;

/** Equal documents and operations are the same object, so a number per object identifies them. */
function operationKey(operation: LiveOperation): number {
  const key = keys.get(operation) ?? ++lastKey;
  keys.set(operation, key);
  return key;
}
