/** Whether a query can only match documents that a partial index holds. */
import { sameValue } from '../bson/keys.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isNumeric, newDocument } from '../bson/values.ts';
import { isOperators } from '../query/filter.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Demand, Demands } from './bounds.ts';
import { excludesMissing } from './bounds.ts';

type Condition = { path: string; operator: string; value: Value };

function passes(wanted: Condition, value: Value): boolean {
  const filter = newDocument();
  const condition = newDocument();
  condition[wanted.operator] = wanted.value;
  filter.v = condition;
  const document = newDocument();
  document.v = value;
  return compileFilter(filter)(document);
}

/** Equality doesn't distinguish number types, or null from a missing field; $type does. */
function equalityPasses(wanted: Condition, value: Value): boolean {
  if (wanted.operator !== '$type') return passes(wanted, value);
  if (value === null) return false;
  return isNumeric(value) ? wanted.value === 'number' : passes(wanted, value);
}

function demandImplies(demand: Demand, wanted: Condition): boolean {
  if (wanted.operator === '$exists') return excludesMissing(demand);
  switch (demand.kind) {
    case 'in':
      return (
        demand.values.length > 0 && demand.values.every((value) => equalityPasses(wanted, value))
      );
    case 'range':
      return rangeImplies(demand, wanted);
    case 'other':
      return demand.operator === wanted.operator && sameValue(demand.value, wanted.value);
    default:
      return false;
  }
}

/** `$gt: 5` stays inside `$gt: 3` and `$gte: 5`; the two must point the same way. */
function rangeImplies(demand: Demand & { kind: 'range' }, wanted: Condition): boolean {
  const up = demand.operator === '$gt' || demand.operator === '$gte';
  const wantedUp = wanted.operator === '$gt' || wanted.operator === '$gte';
  const wantedRange = wantedUp || wanted.operator === '$lt' || wanted.operator === '$lte';
  if (!wantedRange || up !== wantedUp) return false;
  if (sameValue(demand.value, wanted.value))
    return demand.operator === wanted.operator || wanted.operator.endsWith('e');
  return passes(wanted, demand.value);
}

function implies(demands: Demands, wanted: Condition): boolean {
  const known = demands.get(wanted.path) ?? [];
  return known.some((demand) => demandImplies(demand, wanted));
}

/** True when `demands` guarantee `filter`; false when in doubt. */
export function impliesFilter(demands: Demands, filter: Document): boolean {
  for (const name in filter) {
    const value = filter[name] as Value;
    if (!nameImplied(demands, name, value)) return false;
  }
  return true;
}

function nameImplied(demands: Demands, name: string, value: Value): boolean {
  if (name === '$and' || name === '$or') {
    const parts = Array.isArray(value) ? value.filter(isDocument) : [];
    const implied = (part: Document) => impliesFilter(demands, part);
    return name === '$and' ? parts.every(implied) : parts.some(implied);
  }
  if (!isOperators(value)) return implies(demands, { path: name, operator: '$eq', value });
  return Object.entries(value).every(([operator, argument]) =>
    implies(demands, { path: name, operator, value: argument }),
  );
}
