/** How much one client may ask for: rates by address and account, and the shape of GraphQL documents. */

import { ApolloArmor } from '@escape.tech/graphql-armor';
import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { clientNetwork } from '@nameloan/service/client-network.ts';
import type { ValidationContext, ValidationRule } from 'graphql';
import { GraphQLError } from 'graphql';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { weightRule } from './weigh-document.ts';

/** The cost of checking and planning grows with the square of a document; these keep the worst one cheap. */
export const documentLimits = {
  tokens: 1200,
  depth: 12,
  cost: 5000,
  aliases: 30,
  directives: 20,
  weight: { selections: 100, objects: 5000 },
};

/**
 * Variables are refused for the first fault alone: each sentence quotes a value as a whole, and one for every
 * fault would turn kilobytes into gigabytes.
 */
export const variableBounds = { maxErrors: 1, hideSuggestions: true };

export interface RateOptions {
  on: boolean;
  addressPerMinute: number;
  accountPerMinute: number;
}

/** Counts requests: a signed-in account against its own allowance, everyone else by address. */
export class RateLimits {
  readonly #on: boolean;
  readonly #addresses: RateLimiterMemory;
  readonly #accounts: RateLimiterMemory;

  constructor({ on, addressPerMinute, accountPerMinute }: RateOptions) {
    this.#on = on;
    this.#addresses = new RateLimiterMemory({ points: addressPerMinute, duration: 60 });
    this.#accounts = new RateLimiterMemory({ points: accountPerMinute, duration: 60 });
  }

  /** TOO_MANY_REQUESTS with the seconds to wait, once the allowance is used up. */
  async count(actor: Actor): Promise<void> {
    if (!this.#on) return;
    await (actor.kind === 'account'
      ? consume(this.#accounts, actor.accountId)
      : this.countAddress(actor.ip));
  }

  /** For whoever showed a bad token. */
  async countAddress(ip: string): Promise<void> {
    if (this.#on) await consume(this.#addresses, clientNetwork(ip));
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new DomainError('TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}

const report = {
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
  maxDepth: { n: documentLimits.depth, ...report },
  costLimit: { maxCost: documentLimits.cost, ...report },
  maxAliases: { n: documentLimits.aliases, ...report },
  maxDirectives: { n: documentLimits.directives, ...report },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect().validationRules as ValidationRule[];

/** Federation has this name for itself: an operation with such a variable would fail halfway through. */
const nameRule: ValidationRule = (context) => ({
  VariableDefinition: ({ variable }) => {
    if (variable.name.value !== 'representations') return;
    context.reportError(new GraphQLError('No variable may be called "representations".'));
  },
});

/** Rules beside GraphQL's own; what is too much for them is TOO_COMPLEX. They hold for live operations too. */
export const documentRules: ValidationRule[] = [
  ...armorRules,
  weightRule(documentLimits.weight),
  nameRule,
];
