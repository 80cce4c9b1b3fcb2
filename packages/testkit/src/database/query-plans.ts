/**
 * Explains every read and write that a test's service sends to the database, and fails the test for a query without an
 * index, a full index scan or an unbounded sort.
 */

import assert from 'node:assert/strict';
import type { Connection, mongo } from 'mongoose';

const filesOfLoans = 'at most twenty files per loan, for one page of loans';

/** Collection and filter → why it may scan or sort without an index. */
const allowed: Record<string, string> = {
  'pictures [{"digest":"$exists"}] {}': 'once a start, and at most one a person who has a picture',
  'evidence [{"escrowId":"="}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"$in"}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"="},{"by":"="},{"sha256":"="}] {"at":1,"_id":1}': filesOfLoans,
  'refresh_tokens [{"sessionId":"="}] {}': 'asked by tests alone',
  'outbox [{"_id":"$nin"}] {"at":1,"_id":1}':
    'the oldest first, but for those that are on their way',
};

interface Plan {
  stage?: string;
  inputStage?: Plan;
  inputStages?: Plan[];
  isPartial?: boolean;
  /** Description of its keys. */
  indexBounds?: Record<string, string[]>;
}

/** The query of a command as a find. */
interface Search {
  query: mongo.Document;
  sort?: mongo.Document;
  limit?: number;
  skip?: number;
  hint?: mongo.Document;
}

interface ExplainedSearch extends Search {
  collection: string;
}

/** Queries of the test itself have this `comment` and are not checked. */
export const asTest = { comment: 'a test looks' };

export class QueryPlans {
  readonly #connection: Connection;
  readonly #requested = new Map<string, ExplainedSearch>();

  /** Records every command that this connection sends from now on. */
  constructor(connection: Connection) {
    this.#connection = connection;
    connection.getClient().on('commandStarted', this.#note);
  }

  readonly #note = ({ command }: mongo.CommandStartedEvent): void => {
    if (command.comment === asTest.comment) return;
    const [collection] = Object.values(command);
    for (const search of searchesOf(command)) {
      const key = `${collection} ${detailsOf(search)}`;
      if (!this.#requested.has(key)) this.#requested.set(key, { ...search, collection });
    }
  };

  /** Rejects with every query that would scan a whole collection or an unbounded range. */
  async check(): Promise<void> {
    this.#connection.getClient().off('commandStarted', this.#note);
    const errors = new Set<string>();
    for (const requested of this.#requested.values()) {
      const { collection, query, ...options } = requested;
      const shape = shapeOf(requested);
      // A query without a condition reads everything on purpose.
      if (Object.hasOwn(allowed, shape) || Object.keys(query).length === 0) continue;
      const explained = await this.#connection
        .collection(collection)
        .find(query, options as object)
        .explain('queryPlanner');
      const plans = plansIn(winning(explained));
      const stages = plans.map(({ stage }) => stage);
      if (stages.includes('COLLSCAN')) errors.add(`${shape} looks at all there is`);
      else if (plans.some(isWalkedWhole)) errors.add(`${shape} walks a whole index`);
      else if (stages.includes('SORT') && !options.limit && operatorsOf(query._id) !== '$in')
        errors.add(`${shape} puts any number in order`);
    }
    this.#requested.clear();
    assert.deepEqual([...errors], [], 'queries without an index of theirs');
  }
}

function searchesOf(command: mongo.Document): Search[] {
  const { filter: query, limit, skip, hint } = command;
  // The driver stores sort orders as a Map.
  const sort = command.sort instanceof Map ? Object.fromEntries(command.sort) : command.sort;
  if ('find' in command) return [{ query, sort, limit, skip, hint }];
  if ('findAndModify' in command) return [{ query: command.query, sort, limit: 1 }];
  if ('count' in command || 'distinct' in command) return [{ query: command.query ?? {} }];
  if ('aggregate' in command) return [{ query: matchedFirst(command.pipeline), hint }];
  const statements: mongo.Document[] = command.updates ?? command.deletes ?? [];
  return statements.map(({ q }) => ({ query: q }));
}

/** Only the first stage of a pipeline can use an index. */
function matchedFirst([first, ...others]: mongo.Document[]): mongo.Document {
  const judged = others.every((one) => '$group' in one || '$limit' in one || '$skip' in one);
  assert.ok(judged, `no explanation of ${JSON.stringify(others)}`);
  return first?.$match ?? {};
}

/** Identifies queries with the same plan: upper-case constants select a partial index, other values only a range. */
function detailsOf({ query, sort, limit, hint }: Search): string {
  const word = (value: unknown) => (/^[A-Z_]+$/.test(String(value)) ? String(value) : '?');
  return JSON.stringify([outline(query, word), sort, !!limit, hint]);
}

/** Keys and lists, without duplicates in lists, with `shown` applied to each value. */
function outline(part: unknown, shown: (value: unknown) => string): unknown {
  if (Array.isArray(part))
    return [...new Set(part.map((one) => JSON.stringify(outline(one, shown))))];
  if (typeof part !== 'object' || part === null || part.constructor !== Object) return shown(part);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, outline(value, shown)]),
  );
}

/** The shape of the query without its values. */
function shapeOf({ collection, query, sort }: ExplainedSearch): string {
  const conditions = Object.entries(query).map(([key, value]) =>
    key.startsWith('$') ? { [key]: outline(value, () => '?') } : { [key]: operatorsOf(value) },
  );
  return `${collection} ${JSON.stringify(conditions)} ${JSON.stringify(sort ?? {})}`;
}

function operatorsOf(value: unknown): string {
  const plain = typeof value === 'object' && value !== null && value.constructor === Object;
  return plain ? Object.keys(value).join() : '=';
}

/** Unwraps the server's response. */
function winning(explained: object): Plan {
  const { queryPlanner } = explained as {
    queryPlanner: { winningPlan: Plan & { queryPlan?: Plan } };
  };
  return queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan;
}

function plansIn(plan: Plan | undefined): Plan[] {
  if (!plan) return [];
  return [plan, ...[plan.inputStage, ...(plan.inputStages ?? [])].flatMap(plansIn)];
}

/** A scan of a partial index is fine, since the index holds few records, or exactly the wanted ones. */
function isWalkedWhole({ stage, isPartial, indexBounds }: Plan): boolean {
  if (stage !== 'IXSCAN' || isPartial || !indexBounds) return false;
  const [first] = Object.values(indexBounds);
  return first !== undefined && /^\[M(in|ax)Key, M(in|ax)Key\]$/.test(first.join());
}
