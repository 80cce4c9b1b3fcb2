/** Every query that a test's service sends is explained at its end: one that has no index, or sorts without bounds, fails it. */

import assert from 'node:assert/strict';
import type { SentRead } from '../store/read-watch.ts';

const filesOfLoans = 'twenty files a loan at the most, of a page of loans';

/** By collection and filter: why it may be looked through, or put in order, without an index. */
const allowed: Record<string, string> = {
  'pictures [{"digest":"$exists"}] {}': 'once a start, and at most one a person who has a picture',
  'evidence [{"escrowId":"="}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"$in"}] {"at":1,"_id":1}': filesOfLoans,
  'evidence [{"escrowId":"="},{"by":"="},{"sha256":"="}] {"at":1,"_id":1}': filesOfLoans,
  'refresh_tokens [{"sessionId":"="}] {}': 'asked by tests alone',
};

type Plan = { stage?: string; inputStage?: Plan; inputStages?: Plan[] };

export class QueryPlans {
  readonly #sent = new Map<string, SentRead>();

  note = (read: SentRead): void => {
    const key = shapeOf(read);
    if (!this.#sent.has(key)) this.#sent.set(key, read);
  };

  /** Rejects with every query that the database would answer by looking at all there is, or at what no bound limits. */
  async check(): Promise<void> {
    const faults: string[] = [];
    for (const [shape, { collection, query, ...options }] of this.#sent) {
      // Who sets no condition wants all there is: a step through everything, or a test.
      if (Object.hasOwn(allowed, shape) || Object.keys(query).length === 0) continue;
      const explained = await collection.find(query, options as object).explain('queryPlanner');
      const stages = stagesOf(planIn(explained));
      if (stages.includes('COLLSCAN')) faults.push(`${shape} looks at all there is`);
      else if (
        stages.includes('SORT') &&
        !options.limit &&
        operatorsOf((query as { _id?: unknown })._id) !== '$in'
      )
        faults.push(`${shape} puts any number in order`);
    }
    this.#sent.clear();
    assert.deepEqual(faults, [], 'queries without an index of theirs');
  }
}

/** What is asked, not for which values. */
function shapeOf({ collection, query, sort }: SentRead): string {
  const text = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(text);
    if (typeof part !== 'object' || part === null || part.constructor !== Object) return '?';
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, text(value)]));
  };
  const conditions = Object.entries(query).map(([key, value]) =>
    key === '$or' ? { [key]: text(value) } : { [key]: operatorsOf(value) },
  );
  return `${collection.collectionName} ${JSON.stringify(conditions)} ${JSON.stringify(sort ?? {})}`;
}

function operatorsOf(value: unknown): string {
  const plain = typeof value === 'object' && value !== null && value.constructor === Object;
  return plain ? Object.keys(value).join() : '=';
}

/** Whatever the server wraps around it. */
function planIn(explained: object): Plan {
  const { queryPlanner } = explained as {
    queryPlanner: { winningPlan: Plan & { queryPlan?: Plan } };
  };
  return queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan;
}

function stagesOf(plan: Plan | undefined): string[] {
  if (!plan) return [];
  return [plan.stage ?? '', ...[plan.inputStage, ...(plan.inputStages ?? [])].flatMap(stagesOf)];
}
