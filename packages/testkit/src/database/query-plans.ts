/**
 * Explains every read and write that a test's service sends to the database, and fails the test for a query without an
 * index, a full index scan or an unbounded sort.
 */

import assert from 'node:assert/strict';
import type { Connection, mongo } from 'mongoose';

const filesOfLoans = 'at most twenty files per loan, for one page of loans';

/** Collection and filter → why it may scan or sort without an index. */
const allowed: Record<string, string> = {
  'pictures [{"digest":"$exists"}] {}': 'once per start, and at most one picture per account',
  'evidence [{"escrowId":"="}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"$in"}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"="},{"by":"="},{"sha256":"="}] {"at":1,"_id":1}': filesOfLoans,
  'refresh_tokens [{"sessionId":"="}] {}': 'only tests run this query',
  'outbox [{"_id":"$nin"}] {"at":1,"_id":1}':
    'the oldest first, without those that are being published',
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
interface Query {
  query: mongo.Document;
  sort?: mongo.Document;
  limit?: number;
  skip?: number;
  hint?: mongo.Document;
}

interface RecordedQuery extends Query {
  collection: string;
}

/** Queries of the test itself have this `comment` and are not checked. */
export const asTest = { comment: 'query of a test' };

export class QueryPlans {
  readonly #connection: Connection;
  readonly #queries = new Map<string, RecordedQuery>();

  /** Records every command that this connection sends from now on. */
  constructor(connection: Connection) {
    this.#connection = connection;
    connection.getClient().on('commandStarted', this.#record);
  }

  readonly #record = ({ command }: mongo.CommandStartedEvent): void => {
    if (command.comment === asTest.comment) return;
    const [collection] = Object.values(command);
    for (const query of readQueries(command)) {
      const key = `${collection} ${planKey(query)}`;
      if (!this.#queries.has(key)) this.#queries.set(key, { ...query, collection });
    }
  };

  /** Rejects with every query that would scan a whole collection or an unbounded range. */
  async check(): Promise<void> {
    this.#connection.getClient().off('commandStarted', this.#record);
    const errors = new Set<string>();
    for (const recorded of this.#queries.values()) {
      const { collection, query, ...options } = recorded;
      const shape = shapeOf(recorded);
      // A query without a condition reads everything on purpose.
      if (Object.hasOwn(allowed, shape) || Object.keys(query).length === 0) continue;
      const explained = await this.#connection
        .collection(collection)
        .find(query, options as object)
        .explain('queryPlanner');
      const plans = flattenPlan(winningPlan(explained));
      const stages = plans.map(({ stage }) => stage);
      if (stages.includes('COLLSCAN')) errors.add(`${shape} scans the whole collection`);
      else if (plans.some(scansWholeIndex)) errors.add(`${shape} scans a whole index`);
      else if (stages.includes('SORT') && !options.limit && operatorsOf(query._id) !== '$in')
        errors.add(`${shape} sorts an unbounded number of documents`);
    }
    this.#queries.clear();
    assert.deepEqual([...errors], [], 'queries without a suitable index');
  }
}

function readQueries(command: mongo.Document): Query[] {
  const { filter: query, limit, skip, hint } = command;
  // The driver stores sort orders as a Map.
  const sort = command.sort instanceof Map ? Object.fromEntries(command.sort) : command.sort;
  if ('find' in command) return [{ query, sort, limit, skip, hint }];
  if ('findAndModify' in command) return [{ query: command.query, sort, limit: 1 }];
  if ('count' in command || 'distinct' in command) return [{ query: command.query ?? {} }];
  if ('aggregate' in command) return [{ query: readFirstMatch(command.pipeline), hint }];
  const statements: mongo.Document[] = command.updates ?? command.deletes ?? [];
  return statements.map(({ q }) => ({ query: q }));
}

/** Only the first stage of a pipeline can use an index. */
function readFirstMatch([first, ...others]: mongo.Document[]): mongo.Document {
  const isSupported = others.every((one) => '$group' in one || '$limit' in one || '$skip' in one);
  assert.ok(isSupported, `unsupported stages ${JSON.stringify(others)}`);
  return first?.$match ?? {};
}

/** Identifies queries with the same plan: upper-case constants select a partial index, other values only a range. */
function planKey({ query, sort, limit, hint }: Query): string {
  const generalize = (value: unknown) => (/^[A-Z_]+$/.test(String(value)) ? String(value) : '?');
  return JSON.stringify([outline(query, generalize), sort, !!limit, hint]);
}

/** Keys and lists, without duplicates in lists, with `format` applied to each value. */
function outline(value: unknown, format: (value: unknown) => string): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((one) => JSON.stringify(outline(one, format))))];
  if (typeof value !== 'object' || value === null || value.constructor !== Object)
    return format(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, outline(inner, format)]),
  );
}

/** The shape of the query without its values. */
function shapeOf({ collection, query, sort }: RecordedQuery): string {
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
function winningPlan(explained: object): Plan {
  const { queryPlanner } = explained as {
    queryPlanner: { winningPlan: Plan & { queryPlan?: Plan } };
  };
  return queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan;
}

function flattenPlan(plan: Plan | undefined): Plan[] {
  if (!plan) return [];
  return [plan, ...[plan.inputStage, ...(plan.inputStages ?? [])].flatMap(flattenPlan)];
}

/** A scan of a partial index is fine, since the index holds few records, or exactly the wanted ones. */
function scansWholeIndex({ stage, isPartial, indexBounds }: Plan): boolean {
  if (stage !== 'IXSCAN' || isPartial || !indexBounds) return false;
  const [first] = Object.values(indexBounds);
  return first !== undefined && /^\[M(in|ax)Key, M(in|ax)Key\]$/.test(first.join());
}
