/** How many documents match: from the index alone where it decides, without reading a document. */
import type { Collection } from '../store/collection.ts';
import { isDecidedBy, planQuery } from './planner.ts';
import type { Query } from './scan.ts';
import { runQuery } from './scan.ts';

export function countMatches(collection: Collection, query: Query): number {
  const { skip = 0, limit = 0 } = query;
  const plan = planQuery(collection, query);
  if (plan.kind === 'index' && isDecidedBy(plan, query.filter)) {
    const [{ low = '', high } = {}] = plan.ranges;
    if (high !== undefined) {
      // Bounds that exclude each other are a range that ends before it begins.
      const found = low < high ? plan.index.tree.forRange(low, high, false) : 0;
      const left = Math.max(0, found - skip);
      return limit === 0 ? left : Math.min(left, limit);
    }
  }
  let count = 0;
  for (const _ of runQuery(collection, query)) count++;
  return count;
}
