/** How many documents match: from the index alone where it decides, without reading a document. */
import type { Collection, Index } from '../store/collection.ts';
import { isDecidedBy, planQuery } from './planner.ts';
import type { Query } from './scan.ts';
import { runQuery } from './scan.ts';

interface Bounded {
  low: string;
  high: string;
}

export function countMatches(collection: Collection, query: Query): number {
  const { skip = 0, limit = 0 } = query;
  const plan = planQuery(collection, query);
  if (plan.kind === 'index' && isDecidedBy(plan, query.filter)) {
    const [{ low = '', high } = {}] = plan.ranges;
    if (high !== undefined) {
      const most = limit === 0 ? Number.POSITIVE_INFINITY : skip + limit;
      return Math.max(0, countKeys(plan.index, { low, high }, most) - skip);
    }
  }
  let count = 0;
  for (const _ of runQuery(collection, query)) count++;
  return count;
}

/** Keys passed between two looks at where the range ends: to compare two long keys costs more than to pass one. */
const stride = 64;

/** The keys from `low` to before `high`, and of more than `most` only so many: leaf by leaf, or passed one by one. */
function countKeys({ tree }: Index, { low, high }: Bounded, most: number): number {
  // Bounds that exclude each other are a range that ends before it begins.
  if (low >= high) return 0;
  if (most >= tree.size) return tree.forRange(low, high, false);
  let passed = 0;
  let sure = { count: 0, from: low };
  for (const [key] of tree.entries(low, ['', 0])) {
    if (passed % stride === 0) {
      if (key >= high) break;
      sure = { count: passed, from: key };
    }
    if (passed++ === most) break;
  }
  let { count } = sure;
  for (const [key] of tree.entries(sure.from, ['', 0])) {
    if (count === most || key >= high) break;
    count++;
  }
  return count;
}
