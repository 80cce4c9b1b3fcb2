/** Caches client documents: each is parsed, validated and planned once, charged to its sender, within a memory limit. */

import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { countVariants } from '@nameloan/graphql-executor/document/conditions';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, ValidationRule } from 'graphql';
import { GraphQLError, Kind, OperationTypeNode, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.ts';
import type { RateLimits } from '../limits.ts';
import { documentLimits } from '../limits.ts';
import type { EndTurn } from '../request/network-turns.ts';
import type { Execute } from './execute.ts';
import { operationOf } from './execute.ts';
import { placeholderVariables } from './placeholder-variables.ts';
import { countComputed, countInputObjects, estimateObjects } from './query-complexity.ts';
import { validateVariables } from './validate-variables.ts';

const kilobyte = 1024;
/** In characters: documents are cached and planned, so large values belong in variables. */
const maxDocumentLength = { visitor: 4 * kilobyte, member: 16 * kilobyte };
/** Memory of a parsed document per character, measured with the REST operations. */
export const bytesPerUnit = 64;
/** The compiled plan, and what local services prepare for it, take this multiple of memory per form. */
const compiledSizeFactor = 3;
const keptBytes = 64 * kilobyte * kilobyte;
const maxValidationErrors = 20;

export interface ParsedDocument {
  document: DocumentNode;
  /** The maximum memory it takes while cached. */
  bytes: number;
  forms: number;
  /** Names of the operations that are planned, as requested. */
  planned: Set<string>;
  hash: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Whether an operation only introspects the schema, so that the gateway answers it itself. */
export const isIntrospection = ({ selectionSet }: OperationDefinitionNode): boolean =>
  selectionSet.selections.every(
    (one) => one.kind === Kind.FIELD && one.name.value.startsWith('__'),
  );

/** An invalid document, with the errors for its sender. */
export class InvalidDocumentError extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('the document is invalid');
    this.errors = errors;
  }
}

export interface DocumentsOptions {
  /** Includes the live subscriptions. */
  schema: GraphQLSchema;
  execute: Execute;
  limits: RateLimits;
  /** Limits of size and complexity, in addition to GraphQL's own rules. */
  rules: readonly ValidationRule[];
}

/** A GraphQL request of a client. */
export interface OperationRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export class Documents {
  readonly #options: DocumentsOptions;
  /** Keyed by the document's source, because a lookup is faster than hashing. */
  readonly #known = new LRUCache<string, ParsedDocument>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes, forms }) => bytes * (1 + compiledSizeFactor * forms),
    dispose: ({ hash }, _text, reason) => {
      if (reason !== 'set') this.#byHash.delete(hash);
    },
  });
  /** Keyed by the hex SHA-256 of the source, by which Apollo Server looks documents up. */
  readonly #byHash = new Map<string, ParsedDocument>();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  get rules(): readonly ValidationRule[] {
    return this.#options.rules;
  }

  findByHash(hash: string): DocumentNode | undefined {
    return this.#byHash.get(hash)?.document;
  }

  /** The cached documents, which clients may send again. */
  texts(): string[] {
    return [...this.#known.values()].flatMap(({ document }) => document.loc?.source.body ?? []);
  }

  /**
   * Adopts documents that were request to another graph: validates and plans one per event-loop turn, without charging a
   * client. Resolves to the number of documents that do not match this schema and are omitted.
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

  /** Plans all operations of a document and returns their names. */
  async #planAll(document: DocumentNode, actor: Caller): Promise<Set<string>> {
    const { schema, execute } = this.#options;
    const all = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    const planned = new Set<string>();
    for (const operation of all) {
      if (operation.operation === OperationTypeNode.SUBSCRIPTION || isIntrospection(operation))
        continue;
      const operationName = operation.name?.value;
      const variables = placeholderVariables(schema, operation);
      await execute({ document, variables, operationName, actor, planOnly: true });
      if (operationName !== undefined) planned.add(operationName);
      if (all.length === 1) planned.add('');
    }
    return planned;
  }

  /**
   * Returns the validated document. A new document is charged to its sender by the time it takes.
   * Throws InvalidDocumentError, TOO_LARGE or TOO_MANY_REQUESTS.
   */
  async read(query: string, { actor }: Caller, endTurn?: EndTurn): Promise<ParsedDocument> {
    assertLength(query, actor);
    const kept = this.#known.get(query);
    if (kept) return kept;
    const check = () => this.#check(query);
    const document = await this.#options.limits.chargeNewDocument(actor, check, endTurn);
    const bytes = query.length * bytesPerUnit;
    return this.#keep(query, { document, bytes, planned: new Set<string>() });
  }

  #keep(text: string, read: Omit<ParsedDocument, 'hash' | 'forms'>): ParsedDocument {
    const known = { ...read, hash: hashOf(text), forms: countVariants(read.document) };
    this.#known.set(text, known);
    this.#byHash.set(known.hash, known);
    return known;
  }

  /**
   * Validates and plans an operation before it runs, and charges for the objects it may load. Invalid variables are
   * reported by the execution. Ends the turn if it has to wait. Throws like `read`, and TOO_COMPLEX beyond the limit of
   * anonymous callers.
   */
  async prepare(
    request: OperationRequest,
    caller: Caller,
    endTurn?: EndTurn,
  ): Promise<ParsedDocument> {
    const known = await this.read(request.query, caller, endTurn);
    const { document, planned } = known;
    const operationName = request.operationName || undefined;
    const operation = operationOf(document, operationName);
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return known;
    if (isIntrospection(operation)) return known;
    const variables = request.variables ?? {};
    const { schema, limits, execute } = this.#options;
    const objects = estimateObjects(schema, { document, operation }, variables);
    assertVisitorCost(objects, caller.actor);
    await limits.countComputed(caller.actor, countComputed({ document, operation }));
    await limits.countObjects(caller.actor, objects + countInputObjects(variables), endTurn);
    if (planned.has(operationName ?? '')) return known;
    if (validateVariables(schema, operation, variables) !== undefined) return known;
    // Plan in a separate turn, so that other requests run in between; each operation of a document has its own plan.
    await turn();
    const plan = () =>
      execute({ document, variables, operationName, actor: caller, planOnly: true });
    await limits.chargeNewDocument(caller.actor, plan, endTurn);
    planned.add(operationName ?? '');
    await turn();
    return known;
  }

  #check(query: string): DocumentNode {
    const { schema, rules: own } = this.#options;
    const document = parseDocument(query);
    // Apply the limits first: some of the other rules are quadratic.
    for (const rules of [own, specifiedRules]) {
      const errors = validate(schema, document, rules, { maxErrors: maxValidationErrors });
      if (errors.length > 0) throw new InvalidDocumentError(errors);
    }
    return document;
  }
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidDocumentError([error]);
    throw error;
  }
}

function assertLength(query: string, { kind }: Actor): void {
  if (query.length <= (kind === 'account' ? maxDocumentLength.member : maxDocumentLength.visitor))
    return;
  throw new DomainError('TOO_LARGE', 'This document is too large: send long values as variables.');
}

function assertVisitorCost(objects: number, { kind }: Actor): void {
  const most = documentLimits.visitorObjects;
  if (kind === 'account' || objects <= most) return;
  const sentence = `This may load ${objects} objects; without login at most ${most} are allowed.`;
  throw new InvalidDocumentError([
    new GraphQLError(sentence, { extensions: { code: 'TOO_COMPLEX' } }),
  ]);
}
