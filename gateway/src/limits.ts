/** How much one client may ask for: rates by address and account, and the shape of GraphQL documents. */

import { setTimeout as pause } from 'node:timers/promises';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import type { ValidationContext, ValidationRule } from 'graphql';
import { GraphQLError } from 'graphql';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sideEffectsRule, weightRule } from './graphql/query-complexity.ts';
import type { Draw } from './replicas/shared-limiter.ts';
import { SharedLimiter } from './replicas/shared-limiter.ts';

/** The cost of checking and planning grows with the square of a document; these keep the worst one cheap. */
export const documentLimits = {
  tokens: 1200,
  depth: 12,
  cost: 5000,
  aliases: 30,
  directives: 20,
  weight: { selections: 80, objects: 5000 },
  /** Of a visitor, who has no lists of his own to show. */
  visitorObjects: 1000,
};

/**
 * Variables are refused for the first fault alone: each sentence quotes a value as a whole, and one for every
 * fault would turn kilobytes into gigabytes.
 */
export const variableBounds = { maxErrors: 1, hideSuggestions: true };

export interface RateLimitOptions {
  on: boolean;
  addressPerMinute: number;
  accountPerMinute: number;
  /** From what all gateways have together; absent: this is the only one. */
  draw?: Draw | undefined;
}

/**
 * Work beside the fixed price of a request: milliseconds of the only event loop in so many seconds. A first-seen
 * document costs what it took, a large answer what it may take.
 */
const work = { seconds: 20, visitorMs: 300, memberMs: 1000 };
/** A visitor may use his minute as he likes, but not all of it at once. */
const burstAllowance = { seconds: 5, shareOfMinute: 1 / 5, atLeast: 100 };
/** A page of usual size is in the price of its request; what is beyond takes a service about this long. */
const freeObjects = 100;
const objectsPerMs = 15;
/** Whoever goes on after so many refusals waits for the next one: refusing at once would cost the others. */
const maxPromptRejections = 20;
const slowRejectionMs = 1000;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Who is charged, and by which of the limiters. */
interface ClientLimits {
  requests: Limiter[];
  work: Limiter;
  key: string;
}

interface Limiter {
  readonly points: number;
  /** Throws RateLimiterRes. */
  consume(key: string, points?: number): Promise<unknown>;
  penalty(key: string, points: number): Promise<unknown>;
}

const createLocalLimiter = (points: number, duration: number) =>
  new RateLimiterMemory({ points, duration });

/** Charges requests and work: a signed-in account against its own allowance, everyone else by address. */
export class RateLimits {
  readonly #on: boolean;
  readonly #addresses: Omit<ClientLimits, 'key'>;
  readonly #accounts: Omit<ClientLimits, 'key'>;

  constructor({ on, addressPerMinute, accountPerMinute, draw }: RateLimitOptions) {
    this.#on = on;
    const limiter = (name: string, points: number, seconds: number): Limiter =>
      draw
        ? new SharedLimiter({ name, points, seconds }, draw)
        : createLocalLimiter(points, seconds);
    this.#addresses = {
      requests: [
        limiter('address-requests', addressPerMinute, 60),
        // Against what comes at once here: every gateway has an event loop of its own.
        createLocalLimiter(
          Math.max(burstAllowance.atLeast, addressPerMinute * burstAllowance.shareOfMinute),
          burstAllowance.seconds,
        ),
      ],
      work: limiter('address-work', work.visitorMs, work.seconds),
    };
    this.#accounts = {
      requests: [limiter('account-requests', accountPerMinute, 60)],
      work: limiter('account-work', work.memberMs, work.seconds),
    };
  }

  /** False for load tests only. */
  get on(): boolean {
    return this.#on;
  }

  #limitsOf(actor: Actor): ClientLimits {
    return actor.kind === 'account'
      ? { ...this.#accounts, key: actor.accountId }
      : { ...this.#addresses, key: clientNetwork(actor.ip) };
  }

  /** One request. TOO_MANY_REQUESTS with the seconds to wait, once the allowance is used up. */
  async countRequest(actor: Actor): Promise<void> {
    if (!this.#on) return;
    const { requests, key } = this.#limitsOf(actor);
    for (const one of requests) await consume(one, key);
  }

  /** For whoever showed a bad token. */
  async countAddress(ip: string): Promise<void> {
    if (!this.#on) return;
    for (const one of this.#addresses.requests) await consume(one, clientNetwork(ip));
  }

  /** An answer that may hold so many objects. TOO_MANY_REQUESTS. */
  async countObjects(actor: Actor, objects: number): Promise<void> {
    if (!this.#on || objects <= freeObjects) return;
    const { work, key } = this.#limitsOf(actor);
    await consume(work, key, Math.ceil((objects - freeObjects) / objectsPerMs));
  }

  /** Does what only a document that was not seen before asks for, and charges what it took. TOO_MANY_REQUESTS. */
  async chargeNewDocument<T>(actor: Actor, doWork: () => T | Promise<T>): Promise<T> {
    if (!this.#on) return doWork();
    const { work, key } = this.#limitsOf(actor);
    await consume(work, key);
    const startedMs = threadMs();
    try {
      return await doWork();
    } finally {
      void work.penalty(key, Math.round(threadMs() - startedMs));
    }
  }
}

async function consume(limiter: Limiter, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    if (error.consumedPoints > limiter.points + maxPromptRejections * points)
      await pause(slowRejectionMs);
    throw new DomainError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}

const armorOptions = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      const message = error.message.replace(/^Syntax Error: /, '');
      context?.reportError(new GraphQLError(message, { extensions: { code: 'TOO_COMPLEX' } }));
    },
  ],
};

/** Armor's own token limit turns syntax errors into 500: the parser's `maxTokens` does that work. */
const armorRules = new ApolloArmor({
  maxDepth: { n: documentLimits.depth, ...armorOptions },
  costLimit: { maxCost: documentLimits.cost, ...armorOptions },
  maxAliases: { n: documentLimits.aliases, ...armorOptions },
  maxDirectives: { n: documentLimits.directives, ...armorOptions },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect().validationRules as ValidationRule[];

/** Federation has this name for itself: an operation with such a variable would fail halfway through. */
const reservedNameRule: ValidationRule = (context) => ({
  VariableDefinition: ({ variable }) => {
    if (variable.name.value !== 'representations') return;
    context.reportError(new GraphQLError('No variable may be called "representations".'));
  },
});

/** One sentence for whoever asks the schema about itself where that is off. */
const introspectionRule: ValidationRule = (context) => ({
  Field: ({ name }) => {
    if (name.value !== '__schema' && name.value !== '__type') return;
    context.reportError(new GraphQLError('The schema does not tell about itself here.'));
  },
});

/** Rules beside GraphQL's own; what is too much for them is TOO_COMPLEX. They hold for live operations too. */
export function documentRules({ introspection }: { introspection: boolean }): ValidationRule[] {
  const own = [...armorRules, weightRule(documentLimits.weight), sideEffectsRule, reservedNameRule];
  return introspection ? own : [...own, introspectionRule];
}
