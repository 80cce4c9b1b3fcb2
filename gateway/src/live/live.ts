/** Live subscriptions: who watches what, in which group, over which topic. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import type { Log } from '@nameloan/service/log.ts';
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
import { bytesPerUnit, DocumentRefused } from '../graphql/documents.ts';
import { operationOf } from '../graphql/execute.ts';
import type { RateLimits } from '../limits.ts';
import type { Peers } from '../replicas/replicas.ts';
import { ByteBudget } from '../request/byte-budget.ts';
import type { LiveArguments, LiveOperation } from './live-operation.ts';
import {
  compileLive,
  itemVariables,
  lastVariables,
  listVariables,
  readArguments,
} from './live-operation.ts';
import type { Read } from './read-as-subscriber.ts';
import { shownError } from './read-as-subscriber.ts';
import type { Asked, SocketHandler } from './socket.ts';
import { Sockets } from './socket.ts';
import { Watch } from './subscriber.ts';
import { Group } from './subscription-group.ts';
import { Topics } from './topics.ts';

const megabyte = 1024 * 1024;
const heldBytes = 64 * megabyte;
const accountBytes = 2 * megabyte;
/** What is free in each subscription of what all have together: hundreds watch by the same short document. */
const freeBytes = 64 * 1024;

export interface LiveOptions {
  /** What is served now; a subscription goes on while another one takes its place. */
  graph: Pick<CurrentGraph, 'now' | 'execute'>;
  bus: Pick<Bus, 'subscribe'>;
  signIn: Authenticator;
  revoked: RevocationList;
  limits: RateLimits;
  peers: Peers;
  log: Log;
}

interface GroupNeeds {
  operation: LiveOperation;
  given: LiveArguments;
  accountId: string;
}

export class Live {
  readonly topics: Topics;
  readonly #options: LiveOptions;
  readonly #sockets: Sockets;
  readonly #groups = new Map<string, Promise<Group>>();
  readonly #planned = new WeakSet<LiveOperation>();
  /** Memory for the documents and variables of all subscriptions: a group keeps its own for as long as it lasts. */
  readonly #held = new ByteBudget(heldBytes);
  readonly #compiled = new WeakMap<DocumentNode, Map<string, LiveOperation>>();

  constructor(options: LiveOptions) {
    this.#options = options;
    // Signals of that time are gone; whoever comes back with `after` gets what they were about.
    this.topics = new Topics(options.bus, () => this.#sockets.sendAway());
    const { signIn, revoked, limits, peers, log } = options;
    this.#sockets = new Sockets({
      signIn,
      revoked,
      limits,
      peers,
      log,
      watch: (asked, caller) => this.watch(asked, caller),
    });
  }

  attach(app: FastifyInstance): Promise<void> {
    return this.#sockets.attach(app);
  }

  get handler(): SocketHandler {
    return this.#sockets.handler;
  }

  /** Open sockets, by network and account. */
  get sockets(): Iterable<[string, number]> {
    return this.#sockets.counts;
  }

  close(): Promise<void> {
    return this.#sockets.close();
  }

  /** Starts one subscription; errors to show instead where it cannot start. */
  async watch(asked: Asked, caller: Caller): Promise<Watch | readonly GraphQLError[]> {
    const { requestId } = caller.actor;
    const show = (given: ApiError) => [shownError(given, requestId)];
    try {
      const { operation, bytes } = await this.#read(asked, caller);
      const given = readArguments(this.#options.graph.now.schema, operation, asked.variables ?? {});
      if (caller.actor.kind === 'anonymous')
        return show(apiError('UNAUTHENTICATED', messages.missing));
      await this.#plan(operation, given, caller);
      const held = bytes + bytesPerUnit * JSON.stringify(given.variables).length;
      return await this.#join(operation, given, { caller, bytes: held });
    } catch (error) {
      const faults = error instanceof DocumentRefused ? error.faults : [error];
      if (faults.every((one) => one instanceof GraphQLError)) {
        return faults.flatMap((one) =>
          show(parseGraphqlError(one) ?? apiError('INVALID_INPUT', removeSuggestion(one.message))),
        );
      }
      if (error instanceof DomainError) return show(toApiError(error));
      this.#options.log.error({ err: error, requestId }, 'a subscription cannot start');
      return show(unavailableError());
    }
  }

  /** Parsed, checked like any other operation, and compiled once per document. Throws DocumentRefused. */
  async #read({ query, operationName }: Asked, caller: Caller) {
    const { schema, documents } = this.#options.graph.now;
    const { document, bytes } = await documents.read(query, caller);
    const name = operationName ?? '';
    const compiled = this.#compiled.get(document) ?? new Map<string, LiveOperation>();
    this.#compiled.set(document, compiled);
    const known = compiled.get(name);
    if (known) return { operation: known, bytes };
    const definition = operationOf(document, operationName ?? undefined);
    if (definition?.operation !== OperationTypeNode.SUBSCRIPTION) {
      const sentence = 'Only subscriptions go over this socket; send the rest by HTTP.';
      throw new DocumentRefused([new GraphQLError(sentence)]);
    }
    const fresh = compileLive(schema, document, definition);
    compiled.set(name, fresh);
    return { operation: fresh, bytes };
  }

  /** What its reads will need is planned once, at the cost of whoever first asked for it. */
  async #plan(operation: LiveOperation, { variables }: LiveArguments, caller: Caller) {
    if (this.#planned.has(operation)) return;
    const { graph, limits } = this.#options;
    const { read, replay, last, source } = operation;
    const list = listVariables(variables, { escrowId: 'any', after: 'any' });
    const one = itemVariables(variables, 'any');
    const wanted: Pick<Read, 'document' | 'variables'>[] = [
      { document: read, variables: source.kind === 'list' ? list : one },
    ];
    if (replay) wanted.push({ document: replay, variables: list });
    if (last) wanted.push({ document: last, variables: lastVariables({ escrowId: 'any' }, 'any') });
    for (const query of wanted) {
      await limits.chargeNewDocument(caller.actor, () =>
        graph.execute({ ...query, actor: caller, planOnly: true }),
      );
    }
    this.#planned.add(operation);
  }

  async #join(
    operation: LiveOperation,
    given: LiveArguments,
    { caller, bytes }: { caller: Caller; bytes: number },
  ): Promise<Watch> {
    const accountId = caller.actor.kind === 'account' ? caller.actor.accountId : '';
    const viewer = operation.dependsOnViewer ? accountId : '';
    const { after: _, ...lasting } = given.args;
    const key = JSON.stringify([operationKey(operation), lasting, given.variables, viewer]);
    const wanted = { ownBytes: bytes, sharedBytes: Math.max(0, bytes - freeBytes) };
    this.#held.reserve(accountId, wanted, accountBytes);
    const releases = [() => this.#held.release(accountId, wanted)];
    const watch = new Watch(caller, () => {
      for (const release of releases) release();
    });
    try {
      const group = await this.#enter(key, watch, { operation, given, accountId });
      // Rights are lost by account, whatever the watched topic is.
      const onRights = (signal: { what: string }) => {
        if (signal.what === 'rights') group.recheck();
      };
      const release = await this.topics.hear(accountTopic(accountId), onRights);
      if (watch.ended) release();
      else releases.push(release);
      void group.admit(watch, given);
      return watch;
    } catch (error) {
      await watch.return();
      throw error;
    }
  }

  /** Makes the watch a member; a group that was given up in the meantime is made again. */
  async #enter(key: string, watch: Watch, options: GroupNeeds): Promise<Group> {
    for (;;) {
      const started = this.#group(key, options);
      const group = await started;
      if (this.#groups.get(key) !== started) continue;
      group.enter(watch, options.given);
      watch.onEnded(() => this.#leave(key, group, watch));
      return group;
    }
  }

  #group(key: string, { operation, given, accountId }: GroupNeeds): Promise<Group> {
    const known = this.#groups.get(key);
    if (known) return known;
    const group = new Group({ operation, given, execute: this.#options.graph.execute });
    const started = this.topics
      .hear(operation.source.topic(given.args, accountId), group.hear)
      .then((letGo) => {
        group.letGo = letGo;
        return group;
      });
    this.#groups.set(key, started);
    started.catch(() => this.#groups.delete(key));
    return started;
  }

  #leave(key: string, group: Group, watch: Watch): void {
    group.members.delete(watch);
    if (group.members.size > 0) return;
    this.#groups.delete(key);
    group.letGo();
  }
}

const keys = new WeakMap<LiveOperation, number>();
let lastKey = 0;

/** The same document and operation is the same object, so a number per object tells them apart. */
function operationKey(operation: LiveOperation): number {
  const key = keys.get(operation) ?? ++lastKey;
  keys.set(operation, key);
  return key;
}
