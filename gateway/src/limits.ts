/** Client limits: request rates per address and account, and the size and complexity of GraphQL documents. */

import { setTimeout as pause } from 'node:timers/promises';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import type { Actor } from '@nameloan/contracts/actor';
import { clientNetwork } from '@nameloan/security/client-network';
import type { ValidationContext, ValidationRule } from 'graphql';
import { GraphQLError } from 'graphql';
import type { Limiter } from './client-limiter.ts';
import {
  consume,
  createAddressLimiters,
  createLimiter,
  FileLimits,
  maxPromptRejections,
  slowRejectionMs,
} from './client-limiter.ts';
import { complexityRule, computationsRule, sideEffectsRule } from './graphql/query-complexity.ts';
import type { Draw } from './replicas/shared-limiter.ts';
import type { EndTurn } from './request/network-turns.ts';
import type { Sender } from './request/paced-work.ts';
import { PacedWork } from './request/paced-work.ts';

/** Validation and planning cost grows with the square of a document; these limits keep the worst case cheap. */
export const documentLimits = {
  tokens: 1200,
  depth: 12,
  cost: 5000,
  aliases: 30,
  directives: 20,
  complexity: { selections: 80, objects: 5000 },
  /** For anonymous callers, who cannot read personal lists. */
  visitorObjects: 1000,
};

/**
 * Only the first invalid variable is reported: each message quotes a whole value, so reporting all of them could turn
 * kilobytes into gigabytes.
 */
export const variableBounds = { maxErrors: 1, hideSuggestions: true };

export interface RateLimitOptions {
  on: boolean;
  addressPerMinute: number;
  accountPerMinute: number;
  /** Draws from the allowances shared by all gateways; without it this is the only gateway. */
  draw?: Draw | undefined;
}

/**
 * Work on top of the request count: milliseconds of the single event loop per window. A new document costs the time
 * it took, a large response the time it may take.
 */
const work = { seconds: 20, visitorMs: 300, memberMs: 1000 };
/** Many people share a network, so all accounts of one have a multiple of a visitor's allowance. */
const networkShare = 10;
/** As many accounts of a network may use all their work, so that one never uses up everyone's. */
const networkMembers = 3;
/** A page of usual size is free; more objects are charged by the time that a service needs for them. */
const freeObjects = 100;
const objectsPerMs = 15;

/** A computed result takes as long as so many further small requests. */
const computedPoints = 9;

/** The limiters of a client, and its key. */
interface ClientLimits {
  requests: Limiter[];
  work: Limiter;
  key: string;
}

/** Charges requests and work to the signed-in account and its network, or to the address of an anonymous caller. */
export class RateLimits {
  readonly #on: boolean;
  readonly #addresses: Omit<ClientLimits, 'key'>;
  readonly #accounts: Omit<ClientLimits, 'key'>;
  /** All accounts of a network together. */
  readonly #networks: Omit<ClientLimits, 'key'>;
  readonly #files: FileLimits;
  /** Visitors need few new documents: those of the web app are known after their first use. */
  readonly #newDocuments = {
    anonymous: new PacedWork({ burstMs: 50, share: 0.02 }),
    account: new PacedWork({ burstMs: 60, share: 0.15 }),
  };
  /** Reads of more objects than a page has. */
  readonly #largeReads = {
    anonymous: new PacedWork({ burstMs: 60, share: 0.05 }),
    account: new PacedWork({ burstMs: 100, share: 0.15 }),
  };
  /** Rejections by services, which are sent at once, per network and minute. */
  readonly #rejections = createLimiter(
    { name: 'rejections', points: maxPromptRejections, seconds: 60 },
    undefined,
  );

  constructor({ on, addressPerMinute, accountPerMinute, draw }: RateLimitOptions) {
    this.#on = on;
    const limiter = (name: string, points: number, seconds: number) =>
      createLimiter({ name, points, seconds }, draw);
    const perAddress = (name: string, share: number) =>
      createAddressLimiters({ name, share, perMinute: addressPerMinute }, draw);
    this.#addresses = {
      requests: perAddress('address-requests', 1),
      work: limiter('address-work', work.visitorMs, work.seconds),
    };
    this.#accounts = {
      requests: [limiter('account-requests', accountPerMinute, 60)],
      work: limiter('account-work', work.memberMs, work.seconds),
    };
    this.#networks = {
      requests: perAddress('network-requests', networkShare),
      work: limiter('network-work', work.memberMs * networkMembers, work.seconds),
    };
    this.#files = new FileLimits({ on, addressPerMinute, draw });
  }

  /** False only in load tests. */
  get on(): boolean {
    return this.#on;
  }

  /** What a client draws from: an account also draws from the allowance of its network. */
  #limitsOf(actor: Actor): ClientLimits[] {
    const network = clientNetwork(actor.ip);
    return actor.kind === 'account'
      ? [
          { ...this.#accounts, key: actor.accountId },
          { ...this.#networks, key: network },
        ]
      : [{ ...this.#addresses, key: network }];
  }

  /** Charges one request. Throws TOO_MANY_REQUESTS with the seconds to wait once the allowance is exhausted. */
  async countRequest(actor: Actor, points = 1): Promise<void> {
    if (!this.#on) return;
    for (const { requests, key } of this.#limitsOf(actor))
      for (const one of requests) await consume(one, key, points);
  }

  /** Charges the computed results of a request on top of it. Throws TOO_MANY_REQUESTS. */
  async countComputed(actor: Actor, results: number): Promise<void> {
    if (results > 0) await this.countRequest(actor, results * computedPoints);
  }

  /** Charges a page, a file or a path that does not exist. Throws TOO_MANY_REQUESTS. */
  async countFile(ip: string, points?: number): Promise<void> {
    await this.#files.count(ip, points);
  }

  /** Delays the response with a service's rejection to a network that already had many. */
  async delayRejection(ip: string): Promise<void> {
    if (!this.#on) return;
    await this.#rejections.consume(clientNetwork(ip)).catch(() => pause(slowRejectionMs));
  }

  /** Charges a request with an invalid token to its address. */
  async countAddress(ip: string): Promise<void> {
    if (!this.#on) return;
    for (const one of this.#addresses.requests) await consume(one, clientNetwork(ip));
  }

  /**
   * Charges a response that may contain this many objects, and waits for a large one until its network, whose accounts
   * take turns, may read it; `endTurn` first lets the network's other requests run. Throws TOO_MANY_REQUESTS.
   */
  async countObjects(actor: Actor, objects: number, endTurn?: EndTurn): Promise<void> {
    if (!this.#on || objects <= freeObjects) return;
    endTurn?.();
    const expectedMs = Math.ceil((objects - freeObjects) / objectsPerMs);
    for (const { work, key } of this.#limitsOf(actor)) await consume(work, key, expectedMs);
    await this.#largeReads[paceOf(actor)].wait(senderOf(actor), expectedMs);
  }

  /**
   * Runs the work that only a new document needs, and charges its time. Documents of one network run one after another,
   * and beyond a burst with pauses; its accounts take turns. `endTurn` first lets the network's other requests run. Throws
   * TOO_MANY_REQUESTS.
   */
  async chargeNewDocument<T>(
    actor: Actor,
    doWork: () => T | Promise<T>,
    endTurn?: EndTurn,
  ): Promise<T> {
    if (!this.#on) return doWork();
    endTurn?.();
    const clients = this.#limitsOf(actor);
    // Before its turn: a rejection may be slow, and what others do in the meantime is not this network's work.
    for (const { work, key } of clients) await consume(work, key);
    const charge = (spentMs: number) => {
      for (const { work, key } of clients) void work.penalty(key, Math.round(spentMs));
    };
    return this.#newDocuments[paceOf(actor)].run(senderOf(actor), doWork, charge);
  }
}

const paceOf = ({ kind }: Actor) => (kind === 'account' ? 'account' : 'anonymous');

function senderOf(actor: Actor): Sender {
  const network = clientNetwork(actor.ip);
  return actor.kind === 'account' ? { network, client: actor.accountId } : { network };
}

/** Our sentence in place of the library's, which names its own settings. */
function describeLimit(message: string): string {
  const { depth, aliases, directives } = documentLimits;
  if (/depth limit/i.test(message))
    return `This operation is nested too deeply: at most ${depth} levels are allowed.`;
  if (/aliases limit/i.test(message))
    return `This operation has too many aliases: at most ${aliases} are allowed.`;
  if (/directives limit/i.test(message))
    return `This operation has too many directives: at most ${directives} are allowed.`;
  return 'This operation is too complex. Request fewer fields, or split it.';
}

const armorOptions = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      const sentence = describeLimit(error.message);
      context?.reportError(new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } }));
    },
  ],
};

/** Armor's token limit turns syntax errors into 500, so the parser's `maxTokens` is used instead. */
const armorRules = new ApolloArmor({
  maxDepth: { n: documentLimits.depth, ...armorOptions },
  costLimit: { maxCost: documentLimits.cost, ...armorOptions },
  maxAliases: { n: documentLimits.aliases, ...armorOptions },
  maxDirectives: { n: documentLimits.directives, ...armorOptions },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect().validationRules as ValidationRule[];

/** Federation reserves this variable name: an operation with it would fail halfway. */
const reservedNameRule: ValidationRule = (context) => ({
  VariableDefinition: ({ variable }) => {
    if (variable.name.value !== 'representations') return;
    context.reportError(new GraphQLError('No variable may be called "representations".'));
  },
});

/** Rejects introspection with one message if it is disabled. */
const introspectionRule: ValidationRule = (context) => ({
  Field: ({ name }) => {
    if (name.value !== '__schema' && name.value !== '__type') return;
    context.reportError(new GraphQLError('Introspection is disabled.'));
  },
});

/** Validation rules in addition to GraphQL's own, also for subscriptions; exceeding them is TOO_COMPLEX. */
export function documentRules({ introspection }: { introspection: boolean }): ValidationRule[] {
  const own = [
    ...armorRules,
    complexityRule(documentLimits.complexity),
    sideEffectsRule,
    computationsRule,
    reservedNameRule,
  ];
  return introspection ? own : [...own, introspectionRule];
}
