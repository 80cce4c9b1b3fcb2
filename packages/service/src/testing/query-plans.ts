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
  /** Of each of its keys, in words. */
  indexBounds?: Record<string, string[]>;
}

/** What a command looks for, in the words of a find. */
interface Search {
  query: mongo.Document;
  sort?: mongo.Document;
  limit?: number;
  skip?: number;
  hint?: mongo.Document;
}

interface Asked extends Search {
  collection: string;
}

/** What a test itself looks for says so, as its `comment`, and is not judged. */
export const asTest = { comment: 'a test looks' };

export class QueryPlans {
  readonly #connection: Connection;
  readonly #asked = new Map<string, Asked>();

  /** Everything that this connection sends from here on. */
  constructor(connection: Connection) {
    this.#connection = connection;
    connection.getClient().on('commandStarted', this.#note);
  }

  readonly #note = ({ command }: mongo.CommandStartedEvent): void => {
    if (command.comment === asTest.comment) return;
    const [collection] = Object.values(command);
    for (const search of searchesOf(command)) {
      const key = `${collection} ${detailsOf(search)}`;
      if (!this.#asked.has(key)) this.#asked.set(key, { ...search, collection });
    }
  };

  /** Rejects with every query that the database would answer by looking at all there is, or at what no bound limits. */
  async check(): Promise<void> {
    this.#connection.getClient().off('commandStarted', this.#note);
    const faults = new Set<string>();
    for (const asked of this.#asked.values()) {
      const { collection, query, ...options } = asked;
      const shape = shapeOf(asked);
      // Who sets no condition wants all there is: a step through everything, or a test.
      if (Object.hasOwn(allowed, shape) || Object.keys(query).length === 0) continue;
      const explained = await this.#connection
        .collection(collection)
        .find(query, options as object)
        .explain('queryPlanner');
      const plans = plansIn(winning(explained));
      const stages = plans.map(({ stage }) => stage);
      if (stages.includes('COLLSCAN')) faults.add(`${shape} looks at all there is`);
      else if (plans.some(isWalkedWhole)) faults.add(`${shape} walks a whole index`);
      else if (stages.includes('SORT') && !options.limit && operatorsOf(query._id) !== '$in')
        faults.add(`${shape} puts any number in order`);
    }
    this.#asked.clear();
    assert.deepEqual([...faults], [], 'queries without an index of theirs');
  }
}

function searchesOf(command: mongo.Document): Search[] {
  const { filter: query, limit, skip, hint } = command;
  // The driver keeps an order as a Map.
  const sort = command.sort instanceof Map ? Object.fromEntries(command.sort) : command.sort;
  if ('find' in command) return [{ query, sort, limit, skip, hint }];
  if ('findAndModify' in command) return [{ query: command.query, sort, limit: 1 }];
  if ('count' in command || 'distinct' in command) return [{ query: command.query ?? {} }];
  if ('aggregate' in command) return [{ query: matchedFirst(command.pipeline), hint }];
  const statements: mongo.Document[] = command.updates ?? command.deletes ?? [];
  return statements.map(({ q }) => ({ query: q }));
}

/** Of the stages that are sent only the first, with its conditions, can use an index. */
function matchedFirst([first, ...others]: mongo.Document[]): mongo.Document {
  const judged = others.every((one) => '$group' in one || '$limit' in one || '$skip' in one);
  assert.ok(judged, `nobody explains ${JSON.stringify(others)}`);
  return first?.$match ?? {};
}

/** All that may decide the plan: words in capitals choose a partial index, other values only where it is entered. */
function detailsOf({ query, sort, limit, hint }: Search): string {
  const word = (value: unknown) => (/^[A-Z_]+$/.test(String(value)) ? String(value) : '?');
  return JSON.stringify([outline(query, word), sort, !!limit, hint]);
}

/** Its keys and lists, the latter without repeats, with `shown` in place of each value. */
function outline(part: unknown, shown: (value: unknown) => string): unknown {
  if (Array.isArray(part))
    return [...new Set(part.map((one) => JSON.stringify(outline(one, shown))))];
  if (typeof part !== 'object' || part === null || part.constructor !== Object) return shown(part);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, outline(value, shown)]),
  );
}

/** What is asked, not for which values. */
function shapeOf({ collection, query, sort }: Asked): string {
  const conditions = Object.entries(query).map(([key, value]) =>
    key.startsWith('$') ? { [key]: outline(value, () => '?') } : { [key]: operatorsOf(value) },
  );
  return `${collection} ${JSON.stringify(conditions)} ${JSON.stringify(sort ?? {})}`;
}

function operatorsOf(value: unknown): string {
  const plain = typeof value === 'object' && value !== null && value.constructor === Object;
  return plain ? Object.keys(value).join() : '=';
}

/** Whatever the server wraps around it. */
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

/** One of a part of the records holds few, or all that are meant. */
function isWalkedWhole({ stage, isPartial, indexBounds }: Plan): boolean {
  if (stage !== 'IXSCAN' || isPartial || !indexBounds) return false;
  const [first] = Object.values(indexBounds);
  return first !== undefined && /^\[M(in|ax)Key, M(in|ax)Key\]$/.test(first.join());
}
