/** Documents that clients send: parsed, checked and planned once, at their sender's cost, and kept within bytes. */

import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { formsOf } from '@nameloan/service/graphql/compiled/conditions.ts';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, ValidationRule } from 'graphql';
import { GraphQLError, Kind, OperationTypeNode, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.ts';
import type { RateLimits } from '../limits.ts';
import { documentLimits } from '../limits.ts';
import { anyVariables } from '../rest/warm-up.ts';
import type { Execute } from './execute.ts';
import { operationOf } from './execute.ts';
import { objectsOf } from './query-complexity.ts';
import { variableFault } from './validate-variables.ts';

const kilobyte = 1024;
/** Large values belong into variables: a document is kept and planned, and each of its words costs. */
const mostUnits = { visitor: 4 * kilobyte, member: 16 * kilobyte };
/** What a parsed document takes in memory for each of its characters, measured on those of the REST calls. */
export const bytesPerUnit = 64;
/** Its plan as functions, and what the services in this process have prepared for it, take so many times as much, for each form. */
const compiledShare = 3;
const keptBytes = 64 * kilobyte * kilobyte;
const mostFaults = 20;

export interface KnownDocument {
  document: DocumentNode;
  /** Memory that it takes while it is kept, at the most. */
  bytes: number;
  forms: number;
  /** Names of operations whose plan was made, as they were asked for. */
  planned: Set<string>;
  hash: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Asks about the schema alone: answered here, by nobody else. */
export const isAboutItself = ({ selectionSet }: OperationDefinitionNode): boolean =>
  selectionSet.selections.every(
    (one) => one.kind === Kind.FIELD && one.name.value.startsWith('__'),
  );

/** The document is at fault: what to show its sender. */
export class DocumentRefused extends Error {
  readonly faults: readonly GraphQLError[];

  constructor(faults: readonly GraphQLError[]) {
    super('the document is refused');
    this.faults = faults;
  }
}

export interface DocumentsOptions {
  /** With the live subscriptions in it. */
  schema: GraphQLSchema;
  execute: Execute;
  limits: RateLimits;
  /** Beside GraphQL's own: what bounds a document's size and shape. */
  rules: readonly ValidationRule[];
}

/** What a client sent. */
export interface Sent {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export class Documents {
  readonly #options: DocumentsOptions;
  /** By the text itself: to look it up is quicker than to hash it. */
  readonly #known = new LRUCache<string, KnownDocument>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes, forms }) => bytes * (1 + compiledShare * forms),
    dispose: ({ hash }, _text, reason) => {
      if (reason !== 'set') this.#byHash.delete(hash);
    },
  });
  /** By the SHA-256 of the text, in hex: so does Apollo Server ask. */
  readonly #byHash = new Map<string, KnownDocument>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  get rules(): readonly ValidationRule[] {
    return this.#options.rules;
  }

  byHash(hash: string): DocumentNode | undefined {
    return this.#byHash.get(hash)?.document;
  }

  /** What clients have sent and may send again. */
  texts(): string[] {
    return [...this.#known.values()].flatMap(({ document }) => document.loc?.source.body ?? []);
  }

  /**
   * Takes over what was sent to another graph, checked and planned for this one, at nobody's cost; one in each turn
   * of the event loop. Resolves to how many do not fit, which are left out.
   */
  async adopt(texts: readonly string[], actor: Caller): Promise<number> {
    let misfits = 0;
    for (const text of texts) {
      await turn();
      try {
        const document = this.#check(text);
        const planned = await this.#planAll(document, actor);
        const bytes = text.length * bytesPerUnit;
        this.#keep(text, { document, bytes, planned });
      } catch {
        misfits++;
      }
    }
    return misfits;
  }

  /** Names under which its operations are planned. */
  async #planAll(document: DocumentNode, actor: Caller): Promise<Set<string>> {
    const { schema, execute } = this.#options;
    const all = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    const planned = new Set<string>();
    for (const operation of all) {
      if (operation.operation === OperationTypeNode.SUBSCRIPTION || isAboutItself(operation))
        continue;
      const operationName = operation.name?.value;
      const variables = anyVariables(schema, operation);
      await execute({ document, variables, operationName, actor, planOnly: true });
      if (operationName !== undefined) planned.add(operationName);
      if (all.length === 1) planned.add('');
    }
    return planned;
  }

  /**
   * The document, checked. What was not seen before counts against its sender by the time it took.
   * Throws DocumentRefused for one at fault, TOO_LARGE, TOO_MANY_REQUESTS.
   */
  async read(query: string, { actor }: Caller): Promise<KnownDocument> {
    refuseLong(query, actor);
    const kept = this.#known.get(query);
    if (kept) return kept;
    const document = await this.#options.limits.chargeNewDocument(actor, () => this.#check(query));
    const bytes = query.length * bytesPerUnit;
    return this.#keep(query, { document, bytes, planned: new Set<string>() });
  }

  #keep(text: string, read: Omit<KnownDocument, 'hash' | 'forms'>): KnownDocument {
    const known = { ...read, hash: hashOf(text), forms: formsOf(read.document) };
    this.#known.set(text, known);
    this.#byHash.set(known.hash, known);
    return known;
  }

  /**
   * Checks and plans what is about to be run, and charges for what it may load. Faults of its variables are left
   * to its run. Throws as `read` does, and TOO_COMPLEX for more than a visitor may load.
   */
  async prepare(sent: Sent, caller: Caller): Promise<KnownDocument> {
    const known = await this.read(sent.query, caller);
    const { document, planned } = known;
    const operationName = sent.operationName || undefined;
    const operation = operationOf(document, operationName);
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return known;
    if (isAboutItself(operation)) return known;
    const variables = sent.variables ?? {};
    const { schema, limits, execute } = this.#options;
    const objects = objectsOf(schema, { document, operation }, variables);
    refuseHeavy(objects, caller.actor);
    await limits.countObjects(caller.actor, objects);
    if (planned.has(operationName ?? '')) return known;
    if (variableFault(schema, operation, variables) !== undefined) return known;
    // In a turn of its own, so that others come between; each operation of a document costs its own plan.
    await turn();
    await limits.chargeNewDocument(caller.actor, () =>
      execute({ document, variables, operationName, actor: caller, planOnly: true }),
    );
    planned.add(operationName ?? '');
    await turn();
    return known;
  }

  #check(query: string): DocumentNode {
    const { schema, rules: own } = this.#options;
    const document = parseOrRefuse(query);
    // First what bounds the document: some of the others cost the square of what it holds.
    for (const rules of [own, specifiedRules]) {
      const faults = validate(schema, document, rules, { maxErrors: mostFaults });
      if (faults.length > 0) throw new DocumentRefused(faults);
    }
    return document;
  }
}

function parseOrRefuse(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) throw new DocumentRefused([error]);
    throw error;
  }
}

function refuseLong(query: string, { kind }: Actor): void {
  if (query.length <= (kind === 'account' ? mostUnits.member : mostUnits.visitor)) return;
  throw new DomainError('TOO_LARGE', 'This document is too large: send long values as variables.');
}

function refuseHeavy(objects: number, { kind }: Actor): void {
  const most = documentLimits.visitorObjects;
  if (kind === 'account' || objects <= most) return;
  const sentence = `This may load ${objects} objects; without login at most ${most} are allowed.`;
  throw new DocumentRefused([new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } })]);
}
